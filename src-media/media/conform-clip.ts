import { MovieFile } from '../av/movie-file.ts';
import { PictureEncoder } from '../av/picture-encoder.ts';
import type { ConformClipRequest } from '../media-engine.ts';
import { MediaError } from '../media-error.ts';
import { framesPerSecond } from '../project-content.ts';
import { ClipSampler } from '../video/clip-sampler.ts';
import { frameOf, type YuvPicture } from '../video/yuv-picture.ts';
import type { TaskControl } from '../worker/task-control.ts';

/** What is kept of a clip behind the scene's end, so that an editor can move the cut. */
const tailHandleFrames = 2 * framesPerSecond;

/**
 * Brings an own clip to the project's frame and rate, without sound. Its beginning is kept: as much as the scene
 * needs and two seconds more, if there are. The last picture is held when the clip is shorter than the scene.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export function conformClip(request: ConformClipRequest, control: TaskControl): { durationFrames: number } {
  const { width, height, minDurationFrames } = request;
  using clip = new ClipSampler(request.inputPath, width, height);
  // Many key frames: editors step through this file.
  using pictures = new PictureEncoder({
    ...{ kind: 'h264', width, height, rate: { num: framesPerSecond, den: 1 } },
    ...{ rateFactor: 17, keyFrameInterval: framesPerSecond / 2 },
  });
  using movie = new MovieFile({ container: 'mp4', pictures, sound: null, outputPath: request.outputPath });
  const maxFrames = minDurationFrames + tailHandleFrames;
  let picture: YuvPicture | null = null;
  let index = 0;
  for (; index < maxFrames; index += 1) {
    control.checkpoint();
    const next = clip.next();
    picture = next ?? picture;
    if (!picture) throw new MediaError('unreadable_media', 'No picture of the clip could be decoded.');
    if (!next && index >= minDurationFrames) break;
    using frame = frameOf(picture);
    movie.writePictures(pictures.encode(frame, index));
    control.progress(index / maxFrames);
  }
  movie.writePictures(pictures.finish());
  movie.finish();
  return { durationFrames: index };
}
