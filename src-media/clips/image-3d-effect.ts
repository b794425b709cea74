import { MovieWriter } from '../av/movie-writer.ts';
import { readImageFacts } from '../media/open-image.ts';
import { MediaError } from '../media-error.ts';
import { framesPerSecond } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import { blankPicture, clipRate } from './clip-frames.ts';
import type { ClipFileRequest, MadeClip } from './clip-tools.ts';
import { FrameMark } from './mark-frame.ts';
import { StillShot } from './shots/still-shot.ts';

const seconds = 5;
const maxShortSide = 1_080;
const maxLongSide = 3_840;
const minSide = 64;

/** Camera moves, one for each result of an order. */
const moves = ['orbit', 'pushIn', 'panRight', 'pullOut', 'panLeft', 'rise'] as const;

/**
 * Makes five seconds of a camera that circles gently in front of an image, in the image's shape. Further results use
 * other moves.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function image3dEffect(request: ClipFileRequest, control: TaskControl): Promise<MadeClip> {
  const facts = await readImageFacts(request.inputPath);
  if (!facts) throw new MediaError('unreadable_media', 'The file is no image that can be read.');
  const size = evenSize(facts);
  const durationFrames = seconds * framesPerSecond;
  const plan = { ...size, durationFrames, motionPrompt: '', seed: '', startsWhole: false };
  using shot = await StillShot.open(request.inputPath, plan, {
    scratchPath: `${request.outputPath}.still`,
    move: moves[(request.resultIndex ?? 0) % moves.length] ?? 'orbit',
  });
  using movie = new MovieWriter({
    pictures: { kind: 'h264', ...size, rate: clipRate },
    sound: null,
    outputPath: request.outputPath,
  });
  const mark = new FrameMark(size, request.hasWatermark ?? false);
  const picture = blankPicture(size);
  for (let index = 0; index < durationFrames; index += 1) {
    control.checkpoint();
    shot.drawNext(picture);
    movie.write(mark.draw(picture.data));
    control.progress((index + 1) / durationFrames);
  }
  movie.finish();
  return { ...size, durationSeconds: seconds, hasSound: false, thumbnail: null };
}

/** Returns the image's shape in even pixels, with a short side of at most 1080. */
function evenSize({ width, height }: { readonly width: number; readonly height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.min(1, maxShortSide / Math.min(width, height), maxLongSide / Math.max(width, height));
  const even = (length: number): number => Math.max(minSide, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
