import { captionOverlays } from '../captions/caption-overlays.ts';
import type { CaptionedWords, OverlayStep } from '../captions/caption-overlays.ts';
import type { CaptionStyle } from '../captions/caption-style.ts';
import { ClipSampler } from '../video/clip-sampler.ts';
import { loadStill } from '../video/load-still.ts';
import { composePicture } from '../video/overlay.ts';
import type { Overlay } from '../video/overlay.ts';
import { PacketFileWriter } from '../video/packet-file.ts';
import { VideoEncoder } from '../video/video-encoder.ts';
import { frameOf } from '../video/yuv-picture.ts';
import type { YuvPicture } from '../video/yuv-picture.ts';
import type { TaskControl } from '../worker/task-control.ts';
import { drawWatermark } from './draw-watermark.ts';
import { drawEndScreen } from './end-screen.ts';
import { movieEncoding } from './movie-encoding.ts';

/** A part of a movie that is encoded by itself, with nothing that depends on the other parts. */
export interface EncodeSceneRequest {
  readonly picture:
    { readonly kind: 'still' | 'clip'; readonly path: string } | { readonly kind: 'endScreen' };
  readonly durationFrames: number;
  /** Of the movie. */
  readonly width: number;
  readonly height: number;
  /** Frames count from the scene's first; they lie within the scene. */
  readonly captions: readonly CaptionedWords[];
  /** Null: captions are not shown. */
  readonly captionStyle: CaptionStyle | null;
  readonly languageCode: string;
  readonly hasWatermark: boolean;
  /** A packet file. */
  readonly outputPath: string;
}

/** Gives the picture of each frame in turn; one that stays is the same object again. */
type NextPicture = () => YuvPicture;

/**
 * Encodes a scene: its still or clip, the captions and the watermark over it. A frame that equals the one before is
 * composed only once.
 */
export async function encodeScene(request: EncodeSceneRequest, control: TaskControl): Promise<null> {
  using resources = new DisposableStack();
  const nextPicture = await openPictures(request, resources);
  control.checkpoint();
  const steps = request.captionStyle ? captionOverlays({ ...request, style: request.captionStyle }) : [];
  const corner = request.captionStyle?.verticalAlignment === 'TOP' ? 'BOTTOM_RIGHT' : 'TOP_RIGHT';
  const watermark = request.hasWatermark ? drawWatermark(request, corner) : null;
  encodeFrames(request, control, { nextPicture, steps, watermark });
  return null;
}

interface SceneLayers {
  readonly nextPicture: NextPicture;
  readonly steps: readonly OverlayStep[];
  readonly watermark: Overlay | null;
}

function encodeFrames(request: EncodeSceneRequest, control: TaskControl, layers: SceneLayers): void {
  using output = new PacketFileWriter(request.outputPath);
  using encoder = new VideoEncoder(movieEncoding(request));
  let base: YuvPicture | null = null;
  let caption: Overlay | null = null;
  let frame: ReturnType<typeof frameOf> | null = null;
  try {
    for (let index = 0; index < request.durationFrames; index += 1) {
      control.checkpoint();
      const picture = layers.nextPicture();
      const shown = layers.steps.findLast((step) => step.startFrame <= index)?.overlay ?? null;
      if (!frame || picture !== base || shown !== caption) {
        frame?.free();
        const overlays = [layers.watermark, shown].filter((overlay) => overlay !== null);
        frame = frameOf(overlays.length > 0 ? composePicture(picture, overlays) : picture);
        [base, caption] = [picture, shown];
      }
      output.write(encoder.encode(frame, index));
      control.progress((index + 1) / request.durationFrames);
    }
    output.write(encoder.finish());
  } finally {
    frame?.free();
  }
}

async function openPictures(request: EncodeSceneRequest, resources: DisposableStack): Promise<NextPicture> {
  const { picture, width, height } = request;
  if (picture.kind === 'still') {
    const still = await loadStill(picture.path, width, height);
    return () => still;
  }
  if (picture.kind === 'clip')
    return clipPictures(resources.use(new ClipSampler(picture.path, width, height)));
  const pictures = drawEndScreen(width, height);
  let index = -1;
  return () => {
    index = Math.min(index + 1, pictures.length - 1);
    return pictures[index] ?? { width, height, data: Buffer.alloc(0) };
  };
}

/** The last picture of a clip that is too short stays. */
function clipPictures(sampler: ClipSampler): NextPicture {
  let last: YuvPicture | null = null;
  return () => {
    last = sampler.next() ?? last;
    if (!last) throw new Error('A clip without pictures was opened.');
    return last;
  };
}
