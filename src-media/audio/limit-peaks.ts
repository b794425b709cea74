import { samplesPerSecond } from '../project-content.ts';
import { truePeakReach, truePeaks } from './true-peak.ts';

const lookAheadSamples = Math.round(samplesPerSecond * 0.006);
/** Length of the blocks in which sound is limited, so that hours of it need little memory. */
const blockSamples = samplesPerSecond;
/** Number of samples before and after a block that its gains depend on. */
const contextSamples = 2 * lookAheadSamples + truePeakReach;

/** Part of limited sound. */
export interface LimitedBlock {
  /** Index of the first sample in the whole sound. */
  readonly start: number;
  readonly channels: readonly Float32Array[];
}

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
  for (const { start, channels: limited } of limitedBlocks(channels, ceilingDb)) {
    for (const [index, samples] of channels.entries()) samples.set(limited[index] ?? [], start);
  }
}

/**
 * Yields the sound in consecutive blocks, amplified and limited as by `limitPeaks`. The caller may overwrite a yielded
 * block in `channels`.
 *
 * @param gain factor applied before limiting
 */
export function* limitedBlocks(
  channels: readonly Float32Array[],
  ceilingDb: number,
  gain = 1,
): Generator<LimitedBlock> {
  const ceiling = 10 ** (ceilingDb / 20);
  const length = Math.max(...channels.map((samples) => samples.length));
  let before = channels.map(() => new Float32Array());
  for (let start = 0; start < length; start += blockSamples) {
    const end = Math.min(length, start + blockSamples);
    const parts = channels.map((samples) => samples.subarray(start, end + contextSamples));
    const pieces = parts.map((part, index) => joinAmplified(before[index] ?? new Float32Array(), part, gain));
    const first = before[0]?.length ?? 0;
    const last = first + end - start;
    before = pieces.map((piece) => piece.slice(Math.max(0, last - contextSamples), last));
    limitPieces(pieces, ceiling);
    yield { start, channels: pieces.map((piece) => piece.subarray(first, last)) };
  }
}

function joinAmplified(before: Float32Array, part: Float32Array, gain: number): Float32Array {
  const joined = new Float32Array(before.length + part.length);
  joined.set(before);
  for (let index = 0; index < part.length; index += 1)
    joined[before.length + index] = (part[index] ?? 0) * gain;
  return joined;
}

/** Limits short sound as a whole. */
function limitPieces(channels: readonly Float32Array[], ceiling: number): void {
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
