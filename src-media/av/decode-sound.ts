import { samplesPerSecond } from '../project-content.ts';
import { SoundDecoder } from './sound-decoder.ts';

export interface DecodeSoundOptions {
  /** Mixes other layouts down; copies a mono channel to both. */
  readonly channelCount: 1 | 2;
  /** Cuts longer recordings at this length. */
  readonly maxSeconds?: number;
  /** Called between frames. An error it throws ends the work. */
  readonly checkpoint: () => void;
}

/** Collects samples of one channel whose number is not known in advance. */
class SampleStore {
  #samples = new Float32Array(samplesPerSecond * 30);
  #count = 0;

  add(block: Float32Array): void {
    if (this.#count + block.length > this.#samples.length) {
      const larger = new Float32Array(Math.max(this.#samples.length * 2, this.#count + block.length));
      larger.set(this.#samples.subarray(0, this.#count));
      this.#samples = larger;
    }
    this.#samples.set(block, this.#count);
    this.#count += block.length;
  }

  get count(): number {
    return this.#count;
  }

  /** The collected samples, without a copy: a recording can last hours. */
  take(): Float32Array {
    return this.#samples.subarray(0, this.#count);
  }
}

/**
 * Decodes the sound of a recording or a movie at 48 kHz, from its first sample on. Returns one array per channel. Skips
 * broken parts.
 *
 * @throws MediaError `unreadable_media` when the file has no sound we can decode
 */
export function decodeSound(path: string, options: DecodeSoundOptions): Float32Array[] {
  const { channelCount, maxSeconds = Infinity, checkpoint } = options;
  using decoder = new SoundDecoder(path, channelCount);
  const stores = Array.from({ length: channelCount }, () => new SampleStore());
  const seconds = (): number => (stores[0]?.count ?? 0) / samplesPerSecond;
  for (let block = decoder.next(); block && seconds() < maxSeconds; block = decoder.next()) {
    checkpoint();
    for (const [index, samples] of block.entries()) stores[index]?.add(samples);
  }
  return stores.map((store) => store.take());
}
