import { PacketFileWriter } from '../av/packet-file.ts';
import { PictureEncoder } from '../av/picture-encoder.ts';
import { captionOverlays, type OverlayStep } from '../captions/caption-overlays.ts';
import type { CaptionStyle } from '../captions/caption-style.ts';
import type { CaptionedWords } from '../captions/time-caption-words.ts';
import type { PlacedLogo } from '../media-engine.ts';
import type { SceneTransition } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import { composePicture, type Overlay } from '../video/overlay.ts';
import { drawLogo } from './draw-logo.ts';
import { corners, drawWatermark } from './draw-watermark.ts';
import { mixPictures } from './mix-pictures.ts';
import { movieEncoding } from './movie-encoding.ts';
import { openPresenter } from './presenter-frames.ts';
import { type NextPicture, openPictures, type PictureSource } from './scene-pictures.ts';

/** A part of a movie that is encoded independently of the others. */
export interface EncodeSceneRequest {
  readonly picture: PictureSource;
  /** The outgoing picture of the previous scene and its transition; null for a cut. */
  readonly transition: OutgoingPicture | null;
  /** A clip with alpha over the picture; null for none. */
  readonly presenterPath: string | null;
  readonly durationFrames: number;
  /** Size of the movie's frame. */
  readonly width: number;
  readonly height: number;
  /** Captions of the scene; frames count from its start. */
  readonly captions: readonly CaptionedWords[];
  /** Null for no captions. */
  readonly captionStyle: CaptionStyle | null;
  readonly languageCode: string;
  /** Logo in its corner; null for none. */
  readonly logo: PlacedLogo | null;
  readonly hasWatermark: boolean;
  /** A packet file. */
  readonly outputPath: string;
}

export interface OutgoingPicture extends SceneTransition {
  readonly picture: PictureSource;
  /** First visible frame of the outgoing picture; equals the length of its own scene. */
  readonly firstFrame: number;
}

/**
 * Encodes a scene: its still or clip, and the transition from the previous scene. Overlays the narrator, the captions,
 * the logo and the watermark. Composes identical consecutive frames only once.
 */
export async function encodeScene(request: EncodeSceneRequest, control: TaskControl): Promise<null> {
  using resources = new DisposableStack();
  const nextPicture = await openTransition(request, resources);
  const presenter = request.presenterPath ? openPresenter(request.presenterPath, request, resources) : null;
  const logo = request.logo && (await drawLogo(request.logo, request));
  control.checkpoint();
  const obstacles = [presenter?.place ?? null, logo].filter((place) => place !== null);
  const style = request.captionStyle;
  const steps = style ? captionOverlays({ ...request, style, obstacles }) : [];
  const onTop = fixedOverlays(request, logo);
  encodeFrames(request, control, {
    nextPicture,
    nextPresenter: presenter?.next ?? (() => null),
    steps,
    onTop,
  });
  return null;
}

/** Returns the logo, and the watermark in a corner that logo, captions and narrator leave free. */
function fixedOverlays(request: EncodeSceneRequest, drawnLogo: Overlay | null): Overlay[] {
  const { logo, captionStyle, presenterPath } = request;
  const captionRow = captionStyle && (captionStyle.verticalAlignment ?? 'BOTTOM');
  const free = corners.filter(
    (corner) =>
      corner !== logo?.position &&
      !(captionRow && corner.startsWith(captionRow)) &&
      !(presenterPath !== null && corner === 'BOTTOM_RIGHT'),
  );
  const watermark = drawWatermark(request, free[0] ?? 'TOP_RIGHT');
  return [...(drawnLogo ? [drawnLogo] : []), ...(request.hasWatermark ? [watermark] : [])];
}

interface SceneLayers {
  readonly nextPicture: NextPicture;
  /** Returns the overlay of the narrator; the same object while it does not change. */
  readonly nextPresenter: () => Overlay | null;
  readonly steps: readonly OverlayStep[];
  readonly onTop: readonly Overlay[];
}

function encodeFrames(request: EncodeSceneRequest, control: TaskControl, layers: SceneLayers): void {
  using output = new PacketFileWriter(request.outputPath);
  using encoder = new PictureEncoder(movieEncoding(request));
  let shown: readonly unknown[] = [];
  const composed = Buffer.allocUnsafe((request.width * request.height * 3) / 2);
  for (let index = 0; index < request.durationFrames; index += 1) {
    control.checkpoint();
    const picture = layers.nextPicture();
    const presenter = layers.nextPresenter();
    const caption = layers.steps.findLast((step) => step.startFrame <= index)?.overlay ?? null;
    const seen = [picture, presenter, caption];
    const isNew = seen.some((layer, place) => layer !== shown[place]);
    shown = seen;
    const overlays = [presenter, caption, ...layers.onTop].filter((overlay) => overlay !== null);
    output.write(encoder.encode(isNew ? composePicture(picture, overlays, composed).data : null, index));
    control.progress((index + 1) / request.durationFrames);
  }
  output.write(encoder.finish());
}

/** Returns the scene's pictures, mixed with the previous scene's during the transition. */
async function openTransition(request: EncodeSceneRequest, resources: DisposableStack): Promise<NextPicture> {
  const { picture, transition, width, height } = request;
  const nextIncoming = await openPictures(picture, { width, height, firstFrame: 0 }, resources);
  if (!transition) return nextIncoming;
  const { firstFrame, style, durationFrames } = transition;
  const nextOutgoing = await openPictures(transition.picture, { width, height, firstFrame }, resources);
  let frame = 0;
  return () => {
    const incoming = nextIncoming();
    if (frame >= durationFrames) return incoming;
    // The first frame shows only the outgoing picture, as in MLT, so that Kdenlive and Shotcut match the movie.
    const mixed = mixPictures(style, nextOutgoing(), incoming, frame / durationFrames);
    frame += 1;
    return mixed;
  };
}
