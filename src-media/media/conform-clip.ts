import { ClipSound } from '../av/clip-sound.ts';
import { MovieFile } from '../av/movie-file.ts';
import { PictureEncoder } from '../av/picture-encoder.ts';
import { SoundEncoder } from '../av/sound-encoder.ts';
import { finishSound, writeSound } from '../av/write-sound.ts';
import type { ConformClipRequest } from '../media-engine.ts';
import { MediaError } from '../media-error.ts';
import { framesPerSecond, samplesPerFrame } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import { ClipSampler } from '../video/clip-sampler.ts';
import type { YuvPicture } from '../video/yuv-picture.ts';

/** Frames kept after the scene's end, so that an editor can move the cut. */
const tailHandleFrames = 2 * framesPerSecond;

/** Opens the clip's own sound; null if it is not wanted or the clip has none. */
function soundOf({ keepsSound, inputPath }: ConformClipRequest): ClipSound | null {
  if (!keepsSound) return null;
  try {
    return new ClipSound(inputPath);
  } catch (error) {
    if (error instanceof MediaError && error.code === 'unreadable_media') return null;
    throw error;
  }
}

/**
 * Converts the user's own clip to the project's frame and rate, with sound only if requested. Keeps its beginning: the
 * scene's length plus up to two seconds. Holds the last picture if the clip is shorter than the scene.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export function conformClip(request: ConformClipRequest, control: TaskControl): { durationFrames: number } {
  const { width, height, minDurationFrames } = request;
  using clip = new ClipSampler(request.inputPath, width, height);
  // Uses many key frames, because editors step through this file.
  using pictures = new PictureEncoder({
    kind: 'h264',
    width,
    height,
    rate: { num: framesPerSecond, den: 1 },
    rateFactor: 17,
    keyFrameInterval: framesPerSecond / 2,
  });
  const maxFrames = minDurationFrames + tailHandleFrames;
  using source = soundOf(request);
  using encoder = source && new SoundEncoder();
  const sound = source && encoder && { source, encoder };
  const { outputPath } = request;
  using movie = new MovieFile({ container: 'mp4', pictures, sound: encoder, outputPath });
  let picture: YuvPicture | null = null;
  let index = 0;
  for (; index < maxFrames; index += 1) {
    control.checkpoint();
    const next = clip.next();
    picture = next ?? picture;
    if (!picture) throw new MediaError('unreadable_media', 'No picture of the clip could be decoded.');
    if (!next && index >= minDurationFrames) break;
    movie.writePictures(pictures.encode(next?.data ?? null, index));
    if (sound) writeSound(movie, sound, (index + 1) * samplesPerFrame);
    control.progress(index / maxFrames);
  }
  movie.writePictures(pictures.finish());
  if (sound) finishSound(movie, sound, index * samplesPerFrame);
  movie.finish();
  return { durationFrames: index };
}
