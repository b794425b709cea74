import type { ProxyRequest } from '../../src-shared/engine.ts';
import { ClipDecoder } from '../av/clip-decoder.ts';
import { ClipSound } from '../av/clip-sound.ts';
import { MovieWriter } from '../av/movie-writer.ts';
import { evenFrames } from '../clips/frames/even-frames.ts';
import { FrameConverter } from '../clips/frames/frame-converter.ts';
import { findFrameRate } from '../clips/frames/frame-rate.ts';
import { encodeMovie, encodeSound } from '../media/files/encode-preview.ts';
import { syncFile } from '../media/files/sync-file.ts';
import { probeMedia } from '../media/probe-media.ts';
import { MediaError } from '../media-error.ts';
import type { TaskControl } from '../task-options.ts';
import { sizeInside } from '../video/picture-fit.ts';

const longestSide = 1_920;
const movieLimits = {
  frame: { long: longestSide, short: longestSide },
  maxRate: 61,
  rateFactor: 20,
  maxBitsPerSecond: 16_000_000,
  keyFrameSeconds: 0.5,
} as const;

/**
 * Makes the form of a file that the page plays, with its frame rate, and stereo sound. The file is on the disk when it
 * resolves.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`, `encoding_failed`
 */
export async function makeProxy(request: ProxyRequest, control: TaskControl): Promise<null> {
  const facts = await probeMedia(request.inputPath);
  const durationSeconds = facts?.durationSeconds ?? 0;
  if (!facts || facts.type === 'IMAGE')
    throw new MediaError('unreadable_media', 'The file is no movie or sound.');
  if (!facts.size) encodeSound(request, durationSeconds, control);
  else if (request.form === 'webm')
    encodeTransparent(request, { size: facts.size, durationSeconds }, control);
  else encodeMovie(request, { size: facts.size, durationSeconds }, control, movieLimits);
  await syncFile(request.outputPath);
  return null;
}

interface Facts {
  readonly size: { readonly width: number; readonly height: number };
  readonly durationSeconds: number;
}

function encodeTransparent(
  { inputPath, outputPath }: ProxyRequest,
  facts: Facts,
  control: TaskControl,
): void {
  const longest = Math.min(longestSide, Math.max(facts.size.width, facts.size.height));
  const size = sizeInside(facts.size, { width: longest, height: longest });
  const rate = findFrameRate(inputPath);
  using sound = soundOf(inputPath);
  using decoder = new ClipDecoder(inputPath);
  using converter = new FrameConverter({ ...size, kernel: 'bicubic', filter: null, format: 'yuva420p' });
  using movie = new MovieWriter({ pictures: { kind: 'vp9-alpha', ...size, rate }, sound, outputPath });
  let count = 0;
  for (const { picture } of evenFrames(decoder, (decoded) => converter.convert(decoded), rate, sound)) {
    control.checkpoint();
    movie.write(picture);
    count += 1;
    control.progress(Math.min(1, (count * rate.den) / rate.num / Math.max(0.1, facts.durationSeconds)));
  }
  if (count === 0) throw new MediaError('unreadable_media', 'No picture of the clip could be decoded.');
  movie.finish();
}

/** Opens a file's sound; null if it has none that can be decoded. */
export function soundOf(path: string): ClipSound | null {
  try {
    return new ClipSound(path);
  } catch (error) {
    if (error instanceof MediaError && error.code === 'unreadable_media') return null;
    throw error;
  }
}
