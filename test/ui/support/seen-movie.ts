import { execFileSync } from 'node:child_process';

const width = 96;
const height = 54;
const framesPerSecond = 10;
const samplesPerSecond = 8_000;

/** A part of the frame, in fractions of its sides. */
export interface Part {
  readonly left?: number;
  readonly right?: number;
  readonly top?: number;
  readonly bottom?: number;
}

function decode(file: string, ...args: string[]): Buffer {
  const all = ['-v', 'error', '-i', file, ...args, '-'];
  return execFileSync('ffmpeg', all, { maxBuffer: 200_000_000 });
}

/** Movie, decoded when needed: small frames, ten a second, and its sound as one channel. */
export class SeenMovie {
  readonly #file: string;
  #decodedFrames: Buffer | null = null;
  #decodedSound: Int16Array | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  get #frames(): Buffer {
    const filter = `fps=${String(framesPerSecond)},scale=${String(width)}:${String(height)}:flags=area`;
    this.#decodedFrames ??= decode(this.#file, '-an', '-vf', filter, '-f', 'rawvideo', '-pix_fmt', 'rgb24');
    return this.#decodedFrames;
  }

  get #sound(): Int16Array {
    const format = ['-ac', '1', '-ar', String(samplesPerSecond), '-f', 's16le'];
    this.#decodedSound ??= new Int16Array(new Uint8Array(decode(this.#file, '-vn', ...format)).buffer);
    return this.#decodedSound;
  }

  get seconds(): number {
    return this.#sound.length / samplesPerSecond;
  }

  /** Mean difference, 0 to 255, of a region in two frames; the second may come from another movie. */
  change(atSeconds: number, to: { movie?: SeenMovie; atSeconds?: number }, part: Part = {}): number {
    const one = this.#frame(atSeconds);
    const other = (to.movie ?? this).#frame(to.atSeconds ?? atSeconds);
    const pixels = indicesOf(part);
    const sum = pixels.reduce((total, at) => total + Math.abs((one[at] ?? 0) - (other[at] ?? 0)), 0);
    return sum / pixels.length;
  }

  /** Mean red, green and blue of a part of a frame. */
  color(atSeconds: number, part: Part): readonly number[] {
    const frame = this.#frame(atSeconds);
    return [0, 1, 2].map((channel) => {
      const values = indicesOf(part).filter((at) => at % 3 === channel);
      return Math.round(values.reduce((sum, at) => sum + (frame[at] ?? 0), 0) / values.length);
    });
  }

  /** Time of the largest change between consecutive frames. */
  get cutSeconds(): number {
    const count = this.#frames.length / (width * height * 3) - 1;
    const changes = Array.from({ length: count }, (_, index) =>
      this.change(index / framesPerSecond, { atSeconds: (index + 1) / framesPerSecond }, { bottom: 0.7 }),
    );
    return (changes.indexOf(Math.max(...changes)) + 1) / framesPerSecond;
  }

  /** Level of every tenth of a second, in dBFS. */
  get levels(): readonly number[] {
    const size = samplesPerSecond / 10;
    return Array.from({ length: Math.floor(this.#sound.length / size) }, (_, index) =>
      decibels(rootMeanSquare(this.#sound.subarray(index * size, (index + 1) * size))),
    );
  }

  /** Level of one tone over the whole movie, in dBFS. */
  toneLevel(hertz: number): number {
    const step = (2 * Math.PI * hertz) / samplesPerSecond;
    let real = 0;
    let imaginary = 0;
    this.#sound.forEach((sample, index) => {
      real += sample * Math.cos(step * index);
      imaginary += sample * Math.sin(step * index);
    });
    return decibels((Math.hypot(real, imaginary) * Math.SQRT2) / this.#sound.length);
  }

  #frame(atSeconds: number): Buffer {
    const size = width * height * 3;
    const last = this.#frames.length / size - 1;
    const index = Math.max(0, Math.min(last, Math.round(atSeconds * framesPerSecond)));
    return this.#frames.subarray(index * size, (index + 1) * size);
  }
}

/** Returns the level below which the given share of the tenths of a second lies. */
export function levelAt(levels: readonly number[], share: number): number {
  return levels.toSorted((one, other) => one - other)[Math.floor((levels.length - 1) * share)] ?? 0;
}

function rootMeanSquare(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function decibels(amplitude: number): number {
  return 20 * Math.log10(Math.max(amplitude, 0.1) / 32_768);
}

function indicesOf({ left = 0, right = 1, top = 0, bottom = 1 }: Part): number[] {
  const indices: number[] = [];
  for (let y = Math.floor(top * height); y < Math.ceil(bottom * height); y += 1)
    for (let at = Math.floor(left * width) * 3; at < Math.ceil(right * width) * 3; at += 1)
      indices.push(y * width * 3 + at);
  return indices;
}
