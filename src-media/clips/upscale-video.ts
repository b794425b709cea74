import { ClipDecoder } from '../av/clip-decoder.ts';
import { ClipSound } from '../av/clip-sound.ts';
import { MovieWriter } from '../av/movie-writer.ts';
import type { FrameRate } from '../av/picture-encoder.ts';
import { probeMedia } from '../media/probe-media.ts';
import { MediaError } from '../media-error.ts';
import type { TaskControl } from '../task-options.ts';
import type { ClipFileRequest, MadeClip } from './clip-tools.ts';
import { evenFrames } from './frames/even-frames.ts';
import { FrameConverter } from './frames/frame-converter.ts';
import { findFrameRate } from './frames/frame-rate.ts';
import { FrameMark } from './mark-frame.ts';

const factor = 2;
const maxLongSide = 3_840;

/**
 * Doubles the size of a clip, up to 3840 pixels on the long side, with a Lanczos filter and slight sharpening. Clips
 * that are already as large keep their size. Keeps rate and sound.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function upscaleVideo(request: ClipFileRequest, control: TaskControl): Promise<MadeClip> {
  const facts = await probeMedia(request.inputPath);
  if (!facts?.size) throw new MediaError('unreadable_media', 'The file has no moving pictures.');
  const size = largerSize(facts.size);
  const rate = findFrameRate(request.inputPath);
  using sound = facts.hasSound ? new ClipSound(request.inputPath) : null;
  using decoder = new ClipDecoder(request.inputPath);
  const sharpening = size.width > facts.size.width ? 'unsharp=5:5:0.45:5:5:0' : null;
  using converter = new FrameConverter({ ...size, kernel: 'lanczos', filter: sharpening });
  using movie = new MovieWriter({
    pictures: { kind: 'h264', ...size, rate },
    sound,
    outputPath: request.outputPath,
  });
  const mark = new FrameMark(size, request.hasWatermark ?? false);
  let count = 0;
  const total = Math.max(1, ((facts.durationSeconds ?? 1) * rate.num) / rate.den);
  for (const { picture } of evenFrames(decoder, (decoded) => converter.convert(decoded), rate, sound)) {
    control.checkpoint();
    movie.write(mark.draw(picture));
    count += 1;
    control.progress(Math.min(0.99, count / total));
  }
  if (count === 0) throw new MediaError('unreadable_media', 'No picture of the clip could be decoded.');
  movie.finish();
  return { ...size, durationSeconds: secondsOf(count, rate), hasSound: sound !== null, thumbnail: null };
}

function secondsOf(frames: number, rate: FrameRate): number {
  return (frames * rate.den) / rate.num;
}

function largerSize({ width, height }: { readonly width: number; readonly height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.max(1, Math.min(factor, maxLongSide / Math.max(width, height)));
  const even = (length: number): number => Math.ceil((length * scale) / 2) * 2;
  return { width: even(width), height: even(height) };
}
