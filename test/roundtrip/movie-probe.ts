import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const maxBuffer = 1024 * 1024 * 1024;

interface StreamFacts {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly profile?: string;
  readonly width?: number;
  readonly height?: number;
  readonly pix_fmt?: string;
  readonly color_range?: string;
  readonly color_space?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly r_frame_rate: string;
  readonly avg_frame_rate: string;
  readonly sample_rate?: string;
  readonly channels?: number;
  readonly start_time: string;
  readonly duration: string;
}

export interface MovieFacts {
  readonly streams: readonly StreamFacts[];
  readonly format: { readonly duration: string };
}

/** Returns ffprobe's facts about a file. */
export async function probeMedia(path: string): Promise<MovieFacts> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-of',
    'json',
    '-show_streams',
    '-show_format',
    path,
  ]);
  return JSON.parse(stdout) as MovieFacts;
}

/** Size of small RGB pictures, row by row. The movie's own tags determine the colour conversion. */
export const thumb = { width: 128, height: 128 };
const thumbBytes = thumb.width * thumb.height * 3;
const filters = `scale=${String(thumb.width)}:${String(thumb.height)}:flags=area+accurate_rnd,format=rgb24`;

/** Returns an expression that is true for these frames, as a balanced tree, because FFmpeg allows only 100 levels. */
function anyOf(frames: readonly number[]): string {
  if (frames.length <= 1) return `eq(n\\,${String(frames[0] ?? -1)})`;
  const half = Math.ceil(frames.length / 2);
  return `(${anyOf(frames.slice(0, half))}+${anyOf(frames.slice(half))})`;
}

/**
 * Decodes the frames with these numbers as small pictures, in one pass over the whole movie. Omits numbers past the
 * last frame, so that the result shows the real number of decoded frames.
 */
export async function decodeFrames(
  moviePath: string,
  frames: readonly number[],
): Promise<ReadonlyMap<number, Buffer>> {
  const wanted = [...new Set(frames)].sort((a, b) => a - b);
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      moviePath,
      '-vf',
      `select='${anyOf(wanted)}',${filters}`,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-',
    ],
    { maxBuffer, encoding: 'buffer' },
  );
  const pictures = wanted.map((frame, index): [number, Buffer] => [
    frame,
    stdout.subarray(index * thumbBytes, (index + 1) * thumbBytes),
  ]);
  return new Map(pictures.filter(([, picture]) => picture.length === thumbBytes));
}

/** Decodes a still as `decodeFrames` would. */
export async function decodeStill(path: string): Promise<Buffer> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vf', filters, '-frames:v', '1', '-f', 'rawvideo', '-'],
    { maxBuffer, encoding: 'buffer' },
  );
  return stdout;
}

/** Mean difference of two pictures in levels of 256 over all three colours, above the caption area. */
export function pictureDifference(a: Buffer, b: Buffer): number {
  const compared = Math.floor(thumbBytes * 0.66);
  let sum = 0;
  for (let index = 0; index < compared; index += 1) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 255));
  return sum / compared;
}

/** Returns mono samples from −1 to 1 at 8 kHz. */
export async function decodeSound(path: string): Promise<Float32Array> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-ac', '1', '-ar', '8000', '-f', 'f32le', '-'],
    {
      maxBuffer,
      encoding: 'buffer',
    },
  );
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
}

/** Returns the level of a range of sound in dBFS. */
export function levelBetween(sound: Float32Array, fromSeconds: number, toSeconds: number): number {
  const part = sound.subarray(Math.round(fromSeconds * 8000), Math.round(toSeconds * 8000));
  const energy = part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length);
  return 10 * Math.log10(energy + 1e-12);
}

/** Measures integrated loudness and true peak with ffmpeg's EBU R128 meter. */
export async function measureLoudness(path: string): Promise<{ lufs: number; truePeakDb: number }> {
  const { stderr } = await run(
    'ffmpeg',
    ['-nostats', '-i', path, '-vn', '-af', 'ebur128=peak=true', '-f', 'null', '-'],
    {
      maxBuffer,
    },
  );
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  return {
    lufs: Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]),
    truePeakDb: Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]),
  };
}
