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
 * Returns the integrated loudness of sound at 48 kHz in LUFS, by EBU R128. Adds the energies of all channels, in blocks
 * of 400 ms gated at -70 LUFS and at 10 LU below the ungated mean. -Infinity for silence and for less than a block.
 */
export function measureLoudness(...channels: readonly Float32Array[]): number {
  const energies = channels
    .map((samples) => blockEnergies(applyBiquad(applyBiquad(samples, headShelf), lowCut)))
    .reduce((sums, own) => sums.map((sum, index) => sum + (own[index] ?? 0)));
  const audible = energies.filter((energy) => loudnessOf(energy) > absoluteGateLufs);
  const gate = loudnessOf(mean(audible)) + relativeGateLu;
  return loudnessOf(mean(audible.filter((energy) => loudnessOf(energy) > gate)));
}

function loudnessOf(energy: number): number {
  return energy > 0 ? -0.691 + 10 * Math.log10(energy) : -Infinity;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the mean squares of overlapping blocks of 400 ms, one every 100 ms. */
function blockEnergies(samples: Float32Array): number[] {
  const hops: number[] = [];
  for (let start = 0; start + hopSamples <= samples.length; start += hopSamples) {
    let sum = 0;
    for (let index = start; index < start + hopSamples; index += 1) sum += (samples[index] ?? 0) ** 2;
    hops.push(sum / hopSamples);
  }
  const last = hops.length - hopsPerBlock;
  return hops
    .slice(0, Math.max(0, last + 1))
    .map((_, index) => mean(hops.slice(index, index + hopsPerBlock)));
}

function applyBiquad(samples: Float32Array, { b, a }: Biquad): Float32Array {
  const output = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let index = 0; index < samples.length; index += 1) {
    const x = samples[index] ?? 0;
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    output[index] = y;
  }
  return output;
}
