import { createCanvas, type Canvas } from '@napi-rs/canvas';
import type { RenderCutRequest } from '../../src-shared/engine.ts';
import { LayerPainter, type Surface } from '../../src-shared/paint-layers.ts';
import type { PictureLayer } from '../../src-timeline/model/playing/pictures-at.ts';
import { type Caption, type Timeline, timelineDurationFrames } from '../../src-timeline/model/timeline.ts';
import { MovieWriter } from '../av/movie-writer.ts';
import { captionLook } from '../captions/caption-look.ts';
import { drawCaption } from '../captions/draw-caption.ts';
import { RgbaConverter } from '../clips/frames/rgba-converter.ts';
import { syncFile } from '../media/files/sync-file.ts';
import { MediaError } from '../media-error.ts';
import type { TaskControl } from '../task-options.ts';
import { composePicture } from '../video/overlay.ts';
import type { YuvPicture } from '../video/yuv-picture.ts';
import { CutPictures } from './cut-pictures.ts';
import { CutSound } from './cut-sound.ts';

/**
 * Renders a cut as the page's player shows it. Composes identical consecutive frames only once. The file is on the disk
 * when it resolves.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`, `encoding_failed`
 */
export async function renderCut(request: RenderCutRequest, control: TaskControl): Promise<null> {
  const { timeline, paths, outputPath } = request;
  const { frameRate } = timeline;
  const durationFrames = timelineDurationFrames(timeline);
  if (durationFrames === 0) throw new MediaError('unreadable_media', 'The cut is empty.');
  using pictures = new CutPictures(timeline, paths);
  using sound = new CutSound(timeline, paths);
  using screen = new Screen(timeline, request.hasCaptions);
  using movie = new MovieWriter({
    pictures: {
      kind: 'h264',
      ...screen.size,
      rate: { num: frameRate.numerator, den: frameRate.denominator },
    },
    sound: sound.isSilent ? null : sound,
    outputPath,
  });
  for (let index = 0; index < durationFrames; index += 1) {
    control.checkpoint();
    const layers = pictures.layersAt(index);
    const isShown = screen.shows(layers, index);
    movie.write(isShown ? null : screen.paint(await pictures.open(layers), index));
    control.progress((index + 1) / durationFrames);
  }
  movie.finish();
  await syncFile(outputPath);
  return null;
}

/** Paints the picture that is written next. */
class Screen implements Disposable {
  /** Even numbers, as the encoder needs them. */
  readonly size: { readonly width: number; readonly height: number };
  readonly #canvas: Canvas;
  readonly #painter: LayerPainter<Canvas>;
  readonly #converter: RgbaConverter;
  readonly #captions: readonly Caption[];
  readonly #languageCode: string;
  #shown: string | null = null;

  constructor({ width, height, captionTracks }: Timeline, hasCaptions: boolean) {
    this.size = { width: 2 * Math.ceil(width / 2), height: 2 * Math.ceil(height / 2) };
    const target = makeSurface(this.size.width, this.size.height);
    this.#canvas = target.picture;
    this.#painter = new LayerPainter<Canvas>(target, this.size.width / width, makeSurface);
    this.#converter = new RgbaConverter(this.size, false);
    this.#captions = hasCaptions ? (captionTracks[0]?.captions ?? []) : [];
    this.#languageCode = captionTracks[0]?.languageCode ?? 'en';
  }

  /** True if the picture painted last shows these layers. */
  shows(layers: readonly PictureLayer[], index: number): boolean {
    return this.#shown === stateOf(layers, this.#captionAt(index));
  }

  /** @returns the planes of the picture */
  paint(layers: Parameters<LayerPainter<Canvas>['paint']>[0], index: number): Buffer {
    this.#painter.paint(layers);
    const picture: YuvPicture = { ...this.size, data: this.#converter.convert(this.#canvas.data()) };
    const caption = this.#captionAt(index);
    const overlay = caption && this.#overlayOf(caption);
    this.#shown = stateOf(
      layers.map(({ layer }) => layer),
      caption,
    );
    return overlay ? composePicture(picture, [overlay]).data : picture.data;
  }

  #captionAt(frame: number): Caption | null {
    const isShown = ({ startFrame, durationFrames }: Caption): boolean =>
      startFrame <= frame && frame < startFrame + durationFrames;
    return this.#captions.find(isShown) ?? null;
  }

  #overlayOf({ lines }: Caption): ReturnType<typeof drawCaption> {
    const look = captionLook({}, this.size);
    return drawCaption({ lines, look, ...this.size, languageCode: this.#languageCode, spokenWord: null });
  }

  [Symbol.dispose](): void {
    this.#converter[Symbol.dispose]();
  }
}

/** Makes a canvas to paint on. */
export function makeSurface(width: number, height: number): Surface<Canvas> {
  const picture = createCanvas(width, height);
  return { context: picture.getContext('2d'), picture, width, height };
}

/** Equal for layers and captions that look the same. */
function stateOf(layers: readonly PictureLayer[], caption: Caption | null): string {
  const seen = layers.map(({ use, sourceFrame, place, opacity, transition }) => [
    use.trackIndex,
    use.startFrame,
    sourceFrame,
    place,
    opacity,
    transition,
  ]);
  return JSON.stringify([seen, caption?.startFrame]);
}
