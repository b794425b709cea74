/** Interpolating filter for four-fold oversampling, ITU-R BS.1770-4 annex 2: the first two of its four phases. */
const firstPhase = [
  0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625,
  0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
];
const secondPhase = [
  -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625, 0.77978515625,
  -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
];
const phases = [firstPhase, secondPhase, secondPhase.toReversed(), firstPhase.toReversed()].map(
  (taps) => new Float64Array(taps),
);
const tapCount = firstPhase.length;

/** Number of samples before and after a sample that its true peak depends on. */
export const truePeakReach = tapCount / 2;

/** Upper bound of the peak between samples, relative to the samples. Holds for recorded and synthesised sound. */
const maxRise = 2;

/**
 * Returns the largest magnitude around each sample, including the values between samples. Keeps the sample's own
 * magnitude where the peak cannot reach `interest`, which saves nearly all of the work.
 */
export function truePeaks(samples: Float32Array, interest: number): Float32Array {
  const peaks = samples.map(Math.abs);
  const threshold = interest / maxRise;
  for (let index = 0; index < samples.length; index += 1) {
    if ((peaks[index] ?? 0) < threshold && Math.abs(samples[index + 1] ?? 0) < threshold) continue;
    peaks[index] = Math.max(peaks[index] ?? 0, peakAfter(samples, index));
  }
  return peaks;
}

/** Returns the largest magnitude between a sample and the next. */
function peakAfter(samples: Float32Array, index: number): number {
  let peak = 0;
  for (const taps of phases) {
    let sum = 0;
    for (let tap = 0; tap < tapCount; tap += 1) {
      sum += (taps[tap] ?? 0) * (samples[index + tapCount / 2 - tap] ?? 0);
    }
    peak = Math.max(peak, Math.abs(sum));
  }
  return peak;
}

/** Returns the largest true peak relative to full scale (dBTP); -Infinity for silence. */
export function measureTruePeak(samples: Float32Array): number {
  const largest = (values: Float32Array): number =>
    values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return 20 * Math.log10(largest(truePeaks(samples, largest(samples))));
}
