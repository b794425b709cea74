import { samplesPerSecond } from '../../project-content.ts';

/** Two channels of equal length at 48 kHz, samples from -1 to 1. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Creates silence. */
export function silence(seconds: number): Stereo {
  const length = Math.round(seconds * samplesPerSecond);
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

/** Start, level and stereo position of a sound. */
export interface Placement {
  readonly atSeconds: number;
  readonly gain: number;
  /** From -1, left, to 1, right. */
  readonly pan?: number;
}

/** Adds a mono sound to a mix with equal-power panning; cuts it at the end of the mix. Changes `mix`. */
export function lay(mix: Stereo, sound: Float32Array, { atSeconds, gain, pan = 0 }: Placement): void {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  const start = Math.round(atSeconds * samplesPerSecond);
  addTo(mix.left, sound, start, gain * Math.cos(angle) * Math.SQRT2);
  addTo(mix.right, sound, start, gain * Math.sin(angle) * Math.SQRT2);
}

/** Adds samples to others from an index on. Changes `target`. */
export function addTo(target: Float32Array, samples: Float32Array, start: number, gain: number): void {
  const end = Math.min(target.length, start + samples.length);
  for (let index = Math.max(0, start); index < end; index += 1) {
    target[index] = (target[index] ?? 0) + (samples[index - start] ?? 0) * gain;
  }
}

/** Adds a stereo sound at the start of a mix. Changes `mix`. */
export function layStereo(mix: Stereo, sound: Stereo, gain: number): void {
  addTo(mix.left, sound.left, 0, gain);
  addTo(mix.right, sound.right, 0, gain);
}

/** Applies a gain over time to both channels. `seconds` is the sample's time. */
export function shape(mix: Stereo, gainAt: (seconds: number) => number): void {
  for (let index = 0; index < mix.left.length; index += 1) {
    const gain = gainAt(index / samplesPerSecond);
    mix.left[index] = (mix.left[index] ?? 0) * gain;
    mix.right[index] = (mix.right[index] ?? 0) * gain;
  }
}
