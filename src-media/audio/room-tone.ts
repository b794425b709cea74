import { Random } from '../pictures/random.ts';

/** About 46 dB below narration: audible as a room on headphones, but never counted as speech by pause detection. */
const roomToneDb = -64;
/** Weight of the previous noise sample in the low-pass filter, which falls by 6 dB per octave above about 500 Hz. */
const smoothing = 0.935;

/**
 * Adds room tone to sound at 48 kHz, so that its pauses are never digital silence. Changes it in place.
 *
 * @param seed the same seed gives the same samples
 */
export function addRoomTone(channels: readonly Float32Array[], seed: string): void {
  const random = new Random(seed);
  // Uniform noise from -1 to 1 has a power of 1/3, which the filter scales by (1 - smoothing) / (1 + smoothing).
  const gain = 10 ** (roomToneDb / 20) / Math.sqrt((1 - smoothing) / (1 + smoothing) / 3);
  for (const samples of channels) {
    let level = 0;
    for (let index = 0; index < samples.length; index += 1) {
      level = smoothing * level + (1 - smoothing) * (random.next() * 2 - 1);
      samples[index] = (samples[index] ?? 0) + level * gain;
    }
  }
}
