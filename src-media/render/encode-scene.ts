import { PacketFileWriter } from '../av/packet-file.ts';
import { PictureEncoder } from '../av/picture-encoder.ts';
import { captionOverlays, type OverlayStep } from '../captions/caption-overlays.ts';
import type { CaptionStyle } from '../captions/caption-style.ts';
import type { CaptionedWords } from '../captions/time-caption-words.ts';
import type { PlacedLogo } from '../media-engine.ts';
import type { SceneTransition } from '../project-content.ts';
import { composePicture, type Overlay } from '../video/overlay.ts';
import { frameOf, type YuvPicture } from '../video/yuv-picture.ts';
import type { TaskControl } from '../worker/task-control.ts';
import { drawLogo } from './draw-logo.ts';
import { drawWatermark } from './draw-watermark.ts';
import { mixPictures } from './mix-pictures.ts';
import { movieEncoding } from './movie-encoding.ts';
import { openPresenter } from './presenter-frames.ts';
import { type NextPicture, openPictures, type PictureSource } from './scene-pictures.ts';

/** A part of a movie that is encoded by itself, with nothing that depends on the other parts. */
export interface EncodeSceneRequest {
  readonly picture: PictureSource;
  /** What goes on from the scene before, and how it gives way; null for a cut. */
  readonly transition: OutgoingPicture | null;
  /** A clip with alpha over the picture; null for none. */
  readonly presenterPath: string | null;
  readonly durationFrames: number;
  /** Of the movie. */
  readonly width: number;
  readonly height: number;
  /** Frames count from the scene's first; they lie within the scene. */
  readonly captions: readonly CaptionedWords[];
  /** Null: captions are not shown. */
  readonly captionStyle: CaptionStyle | null;
  readonly languageCode: string;
  /** In its corner; null for none. */
  readonly logo: PlacedLogo | null;
  readonly hasWatermark: boolean;
  /** A packet file. */
  readonly outputPath: string;
}

export interface OutgoingPicture extends SceneTransition {
  readonly picture: PictureSource;
  /** The frame of the outgoing picture that is seen first; as many as its own scene had. */
  readonly firstFrame: number;
}

/**
 * Encodes a scene: its still or clip, the scene before as far as it goes over into this one, the narrator, the
 * captions, the logo and the watermark over it. A frame that equals the one before is composed only once.
 */
export async function encodeScene(request: EncodeSceneRequest, control: TaskControl): Promise<null> {
  using resources = new DisposableStack();
  const nextPicture = await openTransition(request, resources);
  const nextPresenter = request.presenterPath
    ? openPresenter(request.presenterPath, request, resources)
    : () => null;
  control.checkpoint();
  const steps = request.captionStyle ? captionOverlays({ ...request, style: request.captionStyle }) : [];
  encodeFrames(request, control, { nextPicture, nextPresenter, steps, onTop: await fixedOverlays(request) });
  return null;
}

/** The logo, and the watermark in a corner it leaves free. */
async function fixedOverlays(request: EncodeSceneRequest): Promise<Overlay[]> {
  const { logo, captionStyle } = request;
  const isTopTaken = captionStyle?.verticalAlignment === 'TOP' || logo?.position === 'TOP_RIGHT';
  const watermark = drawWatermark(request, isTopTaken ? 'BOTTOM_RIGHT' : 'TOP_RIGHT');
  return [...(logo ? [await drawLogo(logo, request)] : []), ...(request.hasWatermark ? [watermark] : [])];
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
  let frame: ReturnType<typeof frameOf> | null = null;
  try {
    for (let index = 0; index < request.durationFrames; index += 1) {
      control.checkpoint();
      const picture = layers.nextPicture();
      const presenter = layers.nextPresenter();
      const caption = layers.steps.findLast((step) => step.startFrame <= index)?.overlay ?? null;
      const seen = [picture, presenter, caption];
      if (!frame || seen.some((layer, place) => layer !== shown[place])) {
        frame?.free();
        frame = frameOf(compose(picture, [presenter, caption, ...layers.onTop]));
        shown = seen;
      }
      output.write(encoder.encode(frame, index));
      control.progress((index + 1) / request.durationFrames);
    }
    output.write(encoder.finish());
  } finally {
    frame?.free();
  }
}

function compose(picture: YuvPicture, overlays: readonly (Overlay | null)[]): YuvPicture {
  const seen = overlays.filter((overlay) => overlay !== null);
  return seen.length > 0 ? composePicture(picture, seen) : picture;
}

/** The scene's pictures, at first mixed with those of the scene before. */
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
    // Of n frames the first shows the outgoing picture alone, as in MLT: Kdenlive and Shotcut then agree with the movie.
    const mixed = mixPictures(style, nextOutgoing(), incoming, frame / durationFrames);
    frame += 1;
    return mixed;
  };
}
