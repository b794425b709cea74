import type { Random } from '../../pictures/random.ts';
import { samplesPerSecond } from '../../project-content.ts';

/** Computes a mono sound sample by sample. `seconds` is the sample's time. */
export function generate(seconds: number, sampleAt: (seconds: number) => number): Float32Array {
  const samples = new Float32Array(Math.max(1, Math.round(seconds * samplesPerSecond)));
  for (let index = 0; index < samples.length; index += 1) samples[index] = sampleAt(index / samplesPerSecond);
  return samples;
}

/** Multiplies a sound by an envelope. Changes it in place and returns it. */
export function envelope(samples: Float32Array, gainAt: (seconds: number) => number): Float32Array {
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = (samples[index] ?? 0) * gainAt(index / samplesPerSecond);
  }
  return samples;
}

/** Generates noise with equal energy at all frequencies. */
export function whiteNoise(random: Random, seconds: number): Float32Array {
  return generate(seconds, () => random.next() * 2 - 1);
}

/** Generates noise whose energy falls by 3 dB per octave, as in rain and surf (Kellet's filter). */
export function pinkNoise(random: Random, seconds: number): Float32Array {
  let a = 0;
  let b = 0;
  let c = 0;
  return generate(seconds, () => {
    const white = random.next() * 2 - 1;
    a = 0.99765 * a + white * 0.099046;
    b = 0.963 * b + white * 0.2965164;
    c = 0.57 * c + white * 1.0526913;
    return (a + b + c + white * 0.1848) * 0.25;
  });
}

/** Generates noise whose energy falls by 6 dB per octave: rumble. */
export function brownNoise(random: Random, seconds: number): Float32Array {
  let level = 0;
  return generate(seconds, () => {
    level = (level + (random.next() * 2 - 1) * 0.03) * 0.9985;
    return level * 3;
  });
}

/** Generates a sine with a variable frequency. */
export function sine(seconds: number, hzAt: (seconds: number) => number): Float32Array {
  let phase = 0;
  return generate(seconds, (at) => {
    const sample = Math.sin(phase);
    phase += (2 * Math.PI * hzAt(at)) / samplesPerSecond;
    return sample;
  });
}

/** Generates a band-limited saw tooth, without aliasing (polynomial step correction). */
export function saw(seconds: number, hzAt: (seconds: number) => number, startPhase = 0): Float32Array {
  let phase = startPhase % 1;
  return generate(seconds, (at) => {
    const step = hzAt(at) / samplesPerSecond;
    const sample = 2 * phase - 1 - stepCorrection(phase, step);
    phase += step;
    if (phase >= 1) phase -= 1;
    return sample;
  });
}

function stepCorrection(phase: number, step: number): number {
  if (phase < step) {
    const share = phase / step;
    return share + share - share * share - 1;
  }
  if (phase > 1 - step) {
    const share = (phase - 1) / step;
    return share * share + share + share + 1;
  }
  return 0;
}

/** One vibration mode of a struck body. */
export interface Mode {
  readonly hz: number;
  readonly gain: number;
  /** Seconds until the amplitude falls to a thousandth. */
  readonly decaySeconds: number;
}

/** Generates the sound of a struck body: damped sines, each computed from the two samples before. */
export function ring(seconds: number, modes: readonly Mode[]): Float32Array {
  const samples = new Float32Array(Math.max(1, Math.round(seconds * samplesPerSecond)));
  for (const { hz, gain, decaySeconds } of modes) {
    if (hz >= samplesPerSecond / 2.2) continue;
    const damping = Math.exp(-6.9 / (decaySeconds * samplesPerSecond));
    const turn = (2 * Math.PI * hz) / samplesPerSecond;
    const near = 2 * damping * Math.cos(turn);
    const far = -damping * damping;
    let previous = 0;
    let current = gain * Math.sin(turn);
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = (samples[index] ?? 0) + current;
      [previous, current] = [current, near * current + far * previous];
    }
  }
  return samples;
}

/** Returns an envelope that rises within `attack` seconds and falls to a thousandth within `decay` seconds. */
export function strike(attack: number, decay: number): (seconds: number) => number {
  return (at) => (at < attack ? at / attack : Math.exp((-6.9 * (at - attack)) / decay));
}

/** Returns a smooth random curve between 0 and 1, with about `hz` turns per second. */
export function drift(random: Random, seconds: number, hz: number): (at: number) => number {
  const points = Float32Array.from({ length: Math.ceil(seconds * hz) + 3 }, () => random.next());
  return (at) => {
    const place = Math.max(0, at * hz);
    const index = Math.floor(place);
    const share = place - index;
    const ease = share * share * (3 - 2 * share);
    return (points[index] ?? 0.5) * (1 - ease) + (points[index + 1] ?? 0.5) * ease;
  };
}
