/** Level up to which sound stays unchanged; louder sound approaches full scale without reaching it. */
const kneeLevel = 0.89;

/** Prevents a sum of sounds from clipping by compressing everything louder than -1 dBFS. Changes `samples` in place. */
export function limitSum(samples: Float32Array): void {
  const room = 1 - kneeLevel;
  for (let index = 0; index < samples.length; index += 1) {
    const sample = samples[index] ?? 0;
    const over = Math.abs(sample) - kneeLevel;
    if (over > 0) samples[index] = Math.sign(sample) * (kneeLevel + room * Math.tanh(over / room));
  }
}
