import { samplesPerSecond } from '../../project-content.ts';

export type FilterKind = 'low' | 'high' | 'band';

/** A frequency in Hz, constant or as a function of time. */
export type Modulation = number | ((seconds: number) => number);

/** Number of samples between updates of the coefficients. */
const stepSamples = 32;

/**
 * Applies a second-order filter whose frequency can change without clicks (state variable filter, trapezoidal
 * integration). Changes the samples in place and returns them.
 *
 * @param resonance 0.5 for none; at 10 it nearly rings. A band keeps a level of 1 in its middle.
 */
export function filter(
  samples: Float32Array,
  kind: FilterKind,
  frequency: Modulation,
  resonance = 0.707,
): Float32Array {
  const damping = 1 / resonance;
  let first = 0;
  let second = 0;
  for (let start = 0; start < samples.length; start += stepSamples) {
    const hz = typeof frequency === 'number' ? frequency : frequency(start / samplesPerSecond);
    const warped = Math.tan(
      (Math.PI * Math.min(Math.max(hz, 5), samplesPerSecond * 0.45)) / samplesPerSecond,
    );
    const a1 = 1 / (1 + warped * (warped + damping));
    const a2 = warped * a1;
    const a3 = warped * a2;
    const end = Math.min(samples.length, start + stepSamples);
    for (let index = start; index < end; index += 1) {
      const input = samples[index] ?? 0;
      const rest = input - second;
      const band = a1 * first + a2 * rest;
      const low = second + a2 * first + a3 * rest;
      first = 2 * band - first;
      second = 2 * low - second;
      samples[index] = kind === 'low' ? low : kind === 'band' ? band * damping : input - damping * band - low;
    }
  }
  return samples;
}
