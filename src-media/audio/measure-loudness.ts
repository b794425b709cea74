import { samplesPerSecond } from '../project-content.ts';

/** Coefficients of a second-order filter, a0 = 1. */
interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** The two stages of the K-weighting at 48 kHz, ITU-R BS.1770-4 annex 1. */
const headShelf: Biquad = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
};
const lowCut: Biquad = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] };

const hopSamples = samplesPerSecond / 10;
const hopsPerBlock = 4;
const absoluteGateLufs = -70;
const relativeGateLu = -10;

/**
 * Measures the integrated loudness of sound at 48 kHz by EBU R128, in parts of any length. Adds the energies of all
 * channels, in blocks of 400 ms gated at -70 LUFS and at 10 LU below the ungated mean.
 */
export class LoudnessMeter {
  readonly #channels: readonly HopEnergies[];

  constructor(channelCount: number) {
    this.#channels = Array.from({ length: channelCount }, () => new HopEnergies());
  }

  /** Adds the next part: as many samples of each channel. */
  add(part: readonly Float32Array[]): void {
    for (const [index, channel] of this.#channels.entries()) channel.add(part[index] ?? new Float32Array());
  }

  /** Loudness in LUFS; -Infinity for silence and for less than a block. */
  get lufs(): number {
    const energies = this.#channels
      .map(({ hops }) => blockEnergies(hops))
      .reduce((sums, own) => sums.map((sum, index) => sum + (own[index] ?? 0)));
    const audible = energies.filter((energy) => loudnessOf(energy) > absoluteGateLufs);
    const gate = loudnessOf(mean(audible)) + relativeGateLu;
    return loudnessOf(mean(audible.filter((energy) => loudnessOf(energy) > gate)));
  }
}

/** Returns the integrated loudness of sound at 48 kHz in LUFS; -Infinity for silence and for less than 400 ms. */
export function measureLoudness(...channels: readonly Float32Array[]): number {
  const meter = new LoudnessMeter(channels.length);
  meter.add(channels);
  return meter.lufs;
}

function loudnessOf(energy: number): number {
  return energy > 0 ? -0.691 + 10 * Math.log10(energy) : -Infinity;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the mean squares of overlapping blocks of 400 ms, one every 100 ms. */
function blockEnergies(hops: readonly number[]): number[] {
  const last = hops.length - hopsPerBlock;
  return hops
    .slice(0, Math.max(0, last + 1))
    .map((_, index) => mean(hops.slice(index, index + hopsPerBlock)));
}

/** Mean squares of the weighted sound of a channel, one every 100 ms. */
class HopEnergies {
  readonly hops: number[] = [];
  readonly #filters = [headShelf, lowCut].map((biquad) => new BiquadFilter(biquad));
  readonly #hop = new Float32Array(hopSamples);
  #filled = 0;

  add(samples: Float32Array): void {
    for (let start = 0; start < samples.length;) {
      const count = Math.min(hopSamples - this.#filled, samples.length - start);
      const part = this.#hop.subarray(this.#filled, this.#filled + count);
      part.set(samples.subarray(start, start + count));
      for (const filter of this.#filters) filter.apply(part);
      start += count;
      this.#filled += count;
      if (this.#filled === hopSamples) this.#endHop();
    }
  }

  #endHop(): void {
    this.hops.push(this.#hop.reduce((sum, sample) => sum + sample ** 2, 0) / hopSamples);
    this.#filled = 0;
  }
}

/** Filters consecutive parts of a sound in place. */
class BiquadFilter {
  readonly #biquad: Biquad;
  #state: readonly [number, number, number, number] = [0, 0, 0, 0];

  constructor(biquad: Biquad) {
    this.#biquad = biquad;
  }

  apply(samples: Float32Array): void {
    const { b, a } = this.#biquad;
    let [x1, x2, y1, y2] = this.#state;
    for (let index = 0; index < samples.length; index += 1) {
      const x = samples[index] ?? 0;
      const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
      [x2, x1, y2, y1] = [x1, x, y1, y];
      samples[index] = y;
    }
    this.#state = [x1, x2, y1, y2];
  }
}
