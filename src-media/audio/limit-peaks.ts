import { samplesPerSecond } from '../project-content.ts';
import { truePeaks } from './true-peak.ts';

const lookAheadSamples = Math.round(samplesPerSecond * 0.006);

/**
 * Attenuates the sound for a few milliseconds around each place where its true peak would exceed the ceiling. Leaves
 * the rest unchanged. Changes `samples` in place.
 *
 * @param ceilingDb the highest true peak allowed, in dBTP
 */
export function limitPeaks(samples: Float32Array, ceilingDb: number): void {
  limitChannels([samples], ceilingDb);
}

/** Like `limitPeaks`, for several channels. All get the same gain, so that the stereo image does not shift. */
export function limitChannels(channels: readonly Float32Array[], ceilingDb: number): void {
  const ceiling = 10 ** (ceilingDb / 20);
  const peaks = channels
    .map((samples) => truePeaks(samples, ceiling))
    .reduce((most, own) => most.map((peak, index) => Math.max(peak, own[index] ?? 0)));
  if (!peaks.some((peak) => peak > ceiling)) return;
  const wanted = peaks.map((peak) => (peak > ceiling ? ceiling / peak : 1));
  const gains = smooth(slidingMinimum(wanted, lookAheadSamples), lookAheadSamples);
  for (const samples of channels) {
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = (samples[index] ?? 0) * (gains[index] ?? 1);
    }
  }
}

/** Returns the minimum within `radius` of each index. */
function slidingMinimum(values: Float32Array, radius: number): Float32Array {
  const minima = new Float32Array(values.length);
  // Indices whose values rise from first to last; the first one is the minimum of the window.
  const rising: number[] = [];
  let head = 0;
  for (let index = 0; index < values.length + radius; index += 1) {
    const value = values[index] ?? 1;
    while (rising.length > head && (values[rising.at(-1) ?? 0] ?? 1) >= value) rising.pop();
    rising.push(index);
    const centre = index - radius;
    while ((rising[head] ?? 0) < centre - radius) head += 1;
    if (centre >= 0) minima[centre] = values[rising[head] ?? 0] ?? 1;
  }
  return minima;
}

/** Returns the mean within `radius` of each index. Extends both ends with their last value. */
function smooth(values: Float32Array, radius: number): Float32Array {
  const means = new Float32Array(values.length);
  const valueAt = (index: number): number => values[Math.max(0, Math.min(values.length - 1, index))] ?? 1;
  const width = 2 * radius + 1;
  let sum = 0;
  for (let index = -radius; index < radius; index += 1) sum += valueAt(index);
  for (let centre = 0; centre < values.length; centre += 1) {
    sum += valueAt(centre + radius);
    means[centre] = Math.min(1, sum / width);
    sum -= valueAt(centre - radius);
  }
  return means;
}
