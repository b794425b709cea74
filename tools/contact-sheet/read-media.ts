import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Image, loadImage } from '@napi-rs/canvas';
import type { ShownFile } from './show.ts';

const run = promisify(execFile);
const binary = { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 } as const;

/** The parts of a file that the sheet shows. */
export type Shown =
  | { readonly kind: 'pictures'; readonly images: readonly Image[]; readonly facts: string }
  | { readonly kind: 'sound'; readonly peaks: readonly number[]; readonly facts: string };

interface Probed {
  readonly format: { readonly duration?: string };
  readonly streams: readonly { codec_type: string; codec_name: string; width?: number; height?: number }[];
}

async function probe(file: string): Promise<Probed> {
  const args = ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams', file];
  return JSON.parse((await run('ffprobe', args)).stdout);
}

/** Returns the loudness of the whole file according to EBU R 128. */
async function loudnessOf(file: string): Promise<string> {
  const args = ['-hide_banner', '-nostats', '-i', file, '-map', '0:a', '-af', 'ebur128', '-f', 'null', '-'];
  const { stderr } = await run('ffmpeg', args, { maxBuffer: binary.maxBuffer });
  return `${/I:\s+(-?[\d.]+|-inf) LUFS\s+Threshold/.exec(stderr)?.[1] ?? '?'} LUFS`;
}

async function peaksOf(file: string, count: number): Promise<number[]> {
  const args = ['-v', 'error', '-i', file, '-map', '0:a', '-ac', '1', '-ar', '8000', '-f', 'f32le', '-'];
  const { stdout } = await run('ffmpeg', args, binary);
  const samples = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
  const step = samples.length / count;
  return Array.from({ length: count }, (_, index) =>
    samples
      .subarray(Math.floor(index * step), Math.floor((index + 1) * step))
      .reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
  );
}

async function frameAt(file: string, codec: string, seconds: number): Promise<Image> {
  // Only this decoder reads the alpha channel of VP9.
  const decoder = codec === 'vp9' ? ['-c:v', 'libvpx-vp9'] : [];
  const args = [...decoder, '-ss', seconds.toFixed(3), '-i', file, '-frames:v', '1'];
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', ...args, '-c:v', 'png', '-f', 'image2pipe', '-'],
    binary,
  );
  return loadImage(stdout);
}

async function readSound(file: string, seconds: number): Promise<Shown> {
  const facts = `${seconds.toFixed(1)} s · ${await loudnessOf(file)}`;
  return { kind: 'sound', peaks: await peaksOf(file, 440), facts };
}

async function readMovie(file: string, { format, streams }: Probed, count: number): Promise<Shown> {
  const seconds = Number(format.duration);
  const video = streams.find((stream) => stream.codec_type === 'video');
  const sound = streams.some((stream) => stream.codec_type === 'audio') ? ` · ${await loudnessOf(file)}` : '';
  const places = Array.from({ length: count }, (_, index) => ((index + 0.5) / count) * seconds);
  const images = [];
  for (const place of places) images.push(await frameAt(file, video?.codec_name ?? '', place));
  const size = `${video?.width ?? 0} × ${video?.height ?? 0} ${video?.codec_name ?? ''}`;
  return { kind: 'pictures', images, facts: `${seconds.toFixed(1)} s · ${size}${sound}` };
}

/** @param frames number of pictures to show of a movie */
export async function readMedia({ type, bytes }: ShownFile, frames: number): Promise<Shown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shown-'));
  try {
    if (type === 'IMAGE') {
      const image = await loadImage(bytes);
      return { kind: 'pictures', images: [image], facts: `${image.width} × ${image.height}` };
    }
    const file = path.join(folder, 'medium');
    await writeFile(file, bytes);
    const probed = await probe(file);
    if (type === 'AUDIO') return await readSound(file, Number(probed.format.duration));
    return await readMovie(file, probed, frames);
  } finally {
    await rm(folder, { recursive: true });
  }
}
