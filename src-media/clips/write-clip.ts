import { MovieWriter } from '../av/movie-writer.ts';
import { sourceOf, type StereoBlock } from '../av/stereo.ts';
import { framesPerSecond } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import type { YuvPicture } from '../video/yuv-picture.ts';
import { blankPicture, clipRate } from './clip-frames.ts';
import type { MadeClip } from './clip-tools.ts';

interface WriteClipRequest {
  readonly width: number;
  readonly height: number;
  readonly durationFrames: number;
  readonly outputPath: string;
  /** Null for a silent one. */
  readonly sound: StereoBlock | null;
}

/**
 * Writes an opaque clip frame by frame.
 *
 * @param draw draws the next picture over the last one and returns the planes to write
 * @throws MediaError `encoding_failed`
 */
export async function writeClip(
  { width, height, durationFrames, outputPath, sound }: WriteClipRequest,
  control: TaskControl,
  draw: (picture: YuvPicture, index: number) => Buffer | Promise<Buffer>,
): Promise<MadeClip> {
  using movie = new MovieWriter({
    pictures: { kind: 'h264', width, height, rate: clipRate },
    sound: sound && sourceOf(sound),
    outputPath,
  });
  const picture = blankPicture({ width, height });
  for (let index = 0; index < durationFrames; index += 1) {
    control.checkpoint();
    movie.write(await draw(picture, index));
    control.progress((index + 1) / durationFrames);
  }
  movie.finish();
  return {
    width,
    height,
    durationSeconds: durationFrames / framesPerSecond,
    hasSound: sound !== null,
    thumbnail: null,
  };
}
