import type { Canvas } from '@napi-rs/canvas';
import type { RenderFramesRequest } from '../../src-shared/engine.ts';
import { LayerPainter } from '../../src-shared/paint-layers.ts';
import type { TaskControl } from '../task-options.ts';
import { CutPictures } from './cut-pictures.ts';
import { makeSurface } from './render-cut.ts';

/** Of 100; enough to recognise what a picture shows. */
const quality = 70;

/**
 * Draws frames of a cut as the page's player shows them, small and without captions.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function renderFrames(request: RenderFramesRequest, control: TaskControl): Promise<string[]> {
  const { timeline, paths, frames, longestSide } = request;
  const scale = Math.min(1, longestSide / Math.max(timeline.width, timeline.height));
  const [width, height] = [timeline.width, timeline.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const target = makeSurface(width ?? 1, height ?? 1);
  const painter = new LayerPainter<Canvas>(target, scale, makeSurface);
  using pictures = new CutPictures(timeline, paths);
  const drawn: string[] = [];
  for (const frame of frames) {
    control.checkpoint();
    painter.paint(await pictures.open(pictures.layersAt(frame)));
    drawn.push((await target.picture.encode('jpeg', quality)).toString('base64'));
  }
  return drawn;
}
