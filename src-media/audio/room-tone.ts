import { Random } from '../pictures/random.ts';

/** Some 46 dB below narration: heard on headphones as a room, and by no search for pauses as speech. */
const levelDb = -64;
/** Of each sample of the noise, that of the last one: what is above some 500 Hz falls by 6 dB an octave. */
const smoothing = 0.935;

/**
 * Adds the air of a quiet room to a recording, so that its pauses are never digital silence. Changes it in place.
 *
 * @param seed the same one gives the same samples
 */
export function addRoomTone(samples: Float32Array, seed: string): void {
  const random = new Random(seed);
  // A third is the power of even noise from -1 to 1, and the filter leaves this share of it.
  const gain = 10 ** (levelDb / 20) / Math.sqrt((1 - smoothing) / (1 + smoothing) / 3);
  let level = 0;
  for (let index = 0; index < samples.length; index += 1) {
    level = smoothing * level + (1 - smoothing) * (random.next() * 2 - 1);
    samples[index] = (samples[index] ?? 0) + level * gain;
  }
}
