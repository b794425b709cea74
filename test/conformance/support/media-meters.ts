import { execFileSync } from 'node:child_process';

/** Facts about a file, from FFmpeg's own programs. */
export interface SeenMedia {
  readonly seconds: number;
  readonly codecs: readonly string[];
  readonly pixelFormat: string;
  readonly width: number;
  readonly height: number;
  /** Counted by decoding every frame. */
  readonly frames: number;
}

interface Probed {
  readonly format: { readonly duration: string };
  readonly streams: readonly {
    readonly codec_type: string;
    readonly codec_name: string;
    readonly pix_fmt?: string;
    readonly width?: number;
    readonly height?: number;
    readonly nb_read_packets?: string;
  }[];
}

const largest = { maxBuffer: 512 * 1024 * 1024 };

export function probeMedia(file: string): SeenMedia {
  const args = [
    '-v',
    'error',
    '-count_packets',
    '-print_format',
    'json',
    '-show_streams',
    '-show_format',
    file,
  ];
  const { format, streams }: Probed = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
  const video = streams.find((stream) => stream.codec_type === 'video');
  return {
    seconds: Number(format.duration),
    codecs: streams.map((stream) => stream.codec_name),
    pixelFormat: video?.pix_fmt ?? '',
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    frames: Number(video?.nb_read_packets ?? 0),
  };
}

function report(file: string, ...args: string[]): string {
  const shell = ['-hide_banner', '-nostats', '-i', file, ...args, '-f', 'null', '-'];
  return execFileSync('sh', ['-c', 'ffmpeg "$@" 2>&1', 'sh', ...shell], { encoding: 'utf8', ...largest });
}

/** Measures integrated loudness in LUFS and true peak in dBTP (EBU R 128). */
export function measureLoudness(file: string): { readonly lufs: number; readonly peak: number } {
  const text = report(file, '-map', '0:a', '-af', 'ebur128=peak=true');
  const last = text.slice(text.lastIndexOf('Summary:'));
  const read = (pattern: RegExp) => Number(pattern.exec(last)?.[1] ?? Number.NaN);
  return { lufs: read(/I:\s+(-?[\d.]+) LUFS/), peak: read(/Peak:\s+(-?[\d.]+) dBFS/) };
}

/** Returns the longest time in seconds in which the sound of a file stays below the last bit of 16, -90 dBFS. */
export function longestSilence(file: string): number {
  const found = report(file, '-map', '0:a', '-af', 'silencedetect=noise=-90dB:d=0.1');
  return Math.max(
    0,
    ...[...found.matchAll(/silence_duration: ([\d.]+)/g)].map(([, seconds]) => Number(seconds)),
  );
}

/** Returns the first audio channel of a file at 8 kHz. */
export function readSamples(file: string): Float32Array {
  const args = ['-v', 'error', '-i', file, '-map', '0:a', '-ac', '1', '-ar', '8000', '-f', 'f32le', '-'];
  const bytes = execFileSync('ffmpeg', args, largest);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Returns the mean level of a range of samples at 8 kHz, in dBFS. */
export function levelOf(samples: Float32Array, fromSeconds: number, toSeconds: number): number {
  const part = samples.subarray(Math.round(fromSeconds * 8_000), Math.round(toSeconds * 8_000));
  const power = part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length);
  return 10 * Math.log10(Math.max(power, 1e-12));
}

/** Returns a picture or one frame of a movie, scaled to `size`, as RGBA with the file's alpha. */
export function readRgba(file: string, size: { width: number; height: number }, frame = 0): Buffer {
  const isAlphaMovie = file.endsWith('.webm');
  const filter = `select=eq(n\\,${frame}),scale=${size.width}:${size.height}:flags=area,format=rgba`;
  return execFileSync(
    'ffmpeg',
    [
      '-v',
      'error',
      ...(isAlphaMovie ? ['-c:v', 'libvpx-vp9'] : []),
      '-i',
      file,
      '-vf',
      filter,
      '-frames:v',
      '1',
      '-f',
      'rawvideo',
      '-',
    ],
    largest,
  );
}

/** Mean difference, 0 to 255, of two pictures in the first `share` of their rows; ignores alpha. */
export function differenceOf(one: Buffer, other: Buffer, share = 1): number {
  const end = Math.floor((one.length / 4) * share) * 4;
  let sum = 0;
  for (let at = 0; at < end; at += 1) if (at % 4 !== 3) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / (end * 0.75);
}

/** Measures how much the brightness of a picture varies; near 0 for a blank one. */
export function varietyOf(rgba: Buffer): number {
  const greens = rgba.filter((_byte, at) => at % 4 === 1);
  const mean = greens.reduce((sum, value) => sum + value, 0) / greens.length;
  return Math.sqrt(greens.reduce((sum, value) => sum + (value - mean) ** 2, 0) / greens.length);
}

/** Mean brightness, 0 to 255. */
export function brightnessOf(rgba: Buffer): number {
  const greens = rgba.filter((_byte, at) => at % 4 === 1);
  return greens.reduce((sum, value) => sum + value, 0) / greens.length;
}

/** Returns the shares of fully transparent and fully opaque pixels. */
export function alphaOf(rgba: Buffer): { readonly clear: number; readonly solid: number } {
  const alphas = rgba.filter((_byte, at) => at % 4 === 3);
  return {
    clear: alphas.filter((alpha) => alpha < 8).length / alphas.length,
    solid: alphas.filter((alpha) => alpha > 247).length / alphas.length,
  };
}
