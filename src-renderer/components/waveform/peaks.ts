import type { SoundSample } from './mp4-sound.ts';

/** Peaks of sound, from silence at 0 to full scale at 255. */
export type Peaks = Uint8Array<ArrayBuffer>;

/** Resolution of the stored loudness. */
const peaksPerSecond = 50;

/** Records the peaks of sound. */
export class PeakMeter {
  #peaks: Peaks = new Uint8Array(peaksPerSecond * 60);
  #count = 0;

  /** @param values of one channel, from −1 to 1. @param startSeconds of the first value. */
  add(values: Float32Array, startSeconds: number, sampleRate: number): void {
    const end = Math.ceil((startSeconds + values.length / sampleRate) * peaksPerSecond);
    if (end > this.#peaks.length) this.#grow(end * 2);
    this.#count = Math.max(this.#count, end);
    for (let index = 0; index < values.length; index += 1) {
      const place = Math.floor((startSeconds + index / sampleRate) * peaksPerSecond);
      const peak = Math.min(255, Math.round(Math.abs(values[index] ?? 0) * 255));
      if (peak > (this.#peaks[place] ?? 0)) this.#peaks[place] = peak;
    }
  }

  /** All peaks recorded so far. */
  get peaks(): Peaks {
    return this.#peaks.slice(0, this.#count);
  }

  #grow(length: number): void {
    const longer = new Uint8Array(length);
    longer.set(this.#peaks);
    this.#peaks = longer;
  }
}

/** Divides a length of time into columns and returns each column's loudest peak. */
export function columnsOf(peaks: Peaks, columns: number, seconds: number): number[] {
  const perColumn = (seconds * peaksPerSecond) / columns;
  return Array.from({ length: columns }, (_, column) => {
    const start = Math.floor(column * perColumn);
    const part = peaks.subarray(start, Math.max(start + 1, Math.floor((column + 1) * perColumn)));
    return part.reduce((loudest, peak) => Math.max(loudest, peak), 0);
  });
}

/** Groups samples that lie near each other in the file into pieces of up to `maxBytes`, each read with one request. */
export function piecesOf(samples: readonly SoundSample[], maxBytes: number): SoundSample[][] {
  const pieces: SoundSample[][] = [];
  for (const sample of samples) {
    const piece = pieces.at(-1);
    const [first] = piece ?? [];
    const isNear =
      first && sample.offset >= first.offset && sample.offset + sample.size - first.offset <= maxBytes;
    if (piece && isNear) piece.push(sample);
    else pieces.push([sample]);
  }
  return pieces;
}
