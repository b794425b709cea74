import { samplesPerSecond } from '../project-content.ts';
import { SoundDecoder } from './sound-decoder.ts';

export interface DecodeSoundOptions {
  /** Other layouts are mixed down, one channel is doubled. */
  readonly channelCount: 1 | 2;
  /** Longer recordings are cut there. */
  readonly maxSeconds?: number;
  /** Called between frames; what it throws ends the work. */
  readonly checkpoint: () => void;
}

/** Collects samples of one channel without knowing how many there will be. */
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

  take(): Float32Array {
    return this.#samples.slice(0, this.#count);
  }
}

/**
 * The sound of a recording or a movie at 48 kHz, one array for each channel, from its first sample on. Broken parts
 * are skipped.
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
