import { ClipDecoder } from '../av/clip-decoder.ts';
import { ClipSound } from '../av/clip-sound.ts';
import { MovieWriter } from '../av/movie-writer.ts';
import { probeMedia } from '../media/probe-media.ts';
import { MediaError } from '../media-error.ts';
import type { TaskControl } from '../task-options.ts';
import { FrameFitter } from '../video/frame-fitter.ts';
import type { YuvPicture } from '../video/yuv-picture.ts';
import { learnBackground } from './background/background-model.ts';
import { ForegroundMask } from './background/foreground-mask.ts';
import { spreadMask } from './background/spread-mask.ts';
import { rgbaOfPlanes, writeThumbnail } from './clip-thumbnail.ts';
import type { CutOutRequest, MadeClip } from './clip-tools.ts';
import { evenFrames } from './frames/even-frames.ts';
import { FrameConverter } from './frames/frame-converter.ts';
import { findFrameRate } from './frames/frame-rate.ts';
import { FrameMark } from './mark-frame.ts';

type Size = { readonly width: number; readonly height: number };

const sampleCount = 25;
/** Long side of the small copy on which the mask is computed. */
const maskLongSide = 320;
const maxLongSide = 1_920;

/**
 * Removes the background of a clip: keeps what moves in front of a resting camera or differs from a plain wall. Writes
 * a transparent WebM with the clip's sound, at most Full HD in size.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function removeVideoBackground(request: CutOutRequest, control: TaskControl): Promise<MadeClip> {
  const facts = await probeMedia(request.inputPath);
  if (!facts?.size) throw new MediaError('unreadable_media', 'The file has no moving pictures.');
  const size = sizeWithin(facts.size, maxLongSide);
  const small = sizeWithin(facts.size, maskLongSide);
  const seconds = facts.durationSeconds ?? 1;
  const mask = new ForegroundMask(
    learnBackground(samplePictures(request.inputPath, small, seconds, control)),
  );
  const rate = findFrameRate(request.inputPath);
  using sound = facts.hasSound ? new ClipSound(request.inputPath) : null;
  using decoder = new ClipDecoder(request.inputPath);
  using converter = new FrameConverter({ ...size, kernel: 'bicubic', filter: null });
  using reducer = new FrameConverter({ ...small, kernel: 'bicubic', filter: null });
  using movie = new MovieWriter({
    pictures: { kind: 'vp9-alpha', ...size, rate },
    sound,
    outputPath: request.outputPath,
  });
  const cut = (decoded: Parameters<FrameConverter['convert']>[0]): Buffer => {
    const picture = converter.convert(decoded);
    const alpha = mask.next({ ...small, data: reducer.convert(decoded) });
    return Buffer.concat([picture, spreadMask(alpha, small, { ...size, data: picture })]);
  };
  const frameMark = new FrameMark(size, request.hasWatermark ?? false);
  const thumbnailFrame = Math.floor((seconds * rate.num) / rate.den / 2);
  let thumbnail: MadeClip['thumbnail'] = null;
  let count = 0;
  for (const { picture } of evenFrames(decoder, cut, rate, sound)) {
    control.checkpoint();
    movie.write(frameMark.draw(picture));
    if (request.thumbnailPath !== undefined && (count === 0 || count === thumbnailFrame)) {
      thumbnail = await writeThumbnail(rgbaOfPlanes(picture, size), size, request.thumbnailPath);
    }
    count += 1;
    control.progress(Math.min(0.99, 0.1 + (0.9 * count * rate.den) / rate.num / seconds));
  }
  if (count === 0) throw new MediaError('unreadable_media', 'No picture of the clip could be decoded.');
  movie.finish();
  return { ...size, durationSeconds: (count * rate.den) / rate.num, hasSound: sound !== null, thumbnail };
}

/** Samples small frames over the whole clip. */
function samplePictures(path: string, size: Size, seconds: number, control: TaskControl): YuvPicture[] {
  using decoder = new ClipDecoder(path);
  using fitter = new FrameFitter(size.width, size.height);
  const pictures: YuvPicture[] = [];
  const step = seconds / sampleCount;
  for (let decoded = decoder.next(); decoded; decoded = decoder.next()) {
    control.checkpoint();
    if (decoded.seconds < pictures.length * step) continue;
    pictures.push(fitter.fit(decoded));
    control.progress((0.1 * pictures.length) / sampleCount);
  }
  return pictures;
}

function sizeWithin({ width, height }: Size, maxSide: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const even = (length: number): number => Math.max(16, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
