import { createCanvas } from '@napi-rs/canvas';
import { MovieWriter } from '../../av/movie-writer.ts';
import { sourceOf, type StereoBlock } from '../../av/stereo.ts';
import { clipRate } from '../../clips/clip-frames.ts';
import { RgbaConverter } from '../../clips/frames/rgba-converter.ts';
import { drawWatermark } from '../../render/draw-watermark.ts';
import type { TaskControl } from '../../task-options.ts';
import { composePicture } from '../../video/overlay.ts';
import type { MadeAvatarClip } from '../avatar-tools.ts';
import type { ActorScene } from './picture-scene.ts';

export interface ActorClipOptions {
  readonly durationFrames: number;
  /** Null for a silent, transparent clip. */
  readonly sound: StereoBlock | null;
  readonly hasWatermark: boolean;
  readonly outputPath: string;
}

/** Draws a scene frame by frame and encodes it. */
export function writeActorClip(
  scene: ActorScene,
  options: ActorClipOptions,
  control: TaskControl,
): MadeAvatarClip {
  const { durationFrames, sound, outputPath } = options;
  const { width, height } = scene;
  const isTransparent = sound === null;
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const watermark = options.hasWatermark ? drawWatermark(scene, 'TOP_RIGHT') : null;
  const kind = isTransparent ? 'vp9-alpha' : 'h264';
  using converter = new RgbaConverter(scene, isTransparent);
  using source = sound && sourceOf(sound);
  using writer = new MovieWriter({
    pictures: { kind, width, height, rate: clipRate },
    sound: source,
    outputPath,
  });
  for (let index = 0; index < durationFrames; index += 1) {
    control.checkpoint();
    scene.drawFrame(ctx, index);
    const pixels = ctx.getImageData(0, 0, width, height).data;
    const planes = converter.convert(Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength));
    writer.write(watermark ? composePicture({ width, height, data: planes }, [watermark]).data : planes);
    control.progress((index + 1) / durationFrames);
  }
  writer.finish();
  return { width, height, durationFrames };
}
