import { samplesPerSecond } from '../../project-content.ts';
import type { Stereo } from './stereo.ts';

/** Lengths in milliseconds. They have no common factors, so that echoes do not coincide. */
const lineLengthsMs = [29.7, 37.1, 41.1, 43.7, 53.3, 59.9, 67.1, 73.9];

export interface Room {
  /** Seconds until the level falls to a thousandth. */
  readonly decaySeconds: number;
  /** From 0 to 1: how fast high frequencies decay. */
  readonly damping: number;
}

interface DelayLine {
  readonly samples: Float32Array;
  readonly feedback: number;
  position: number;
  lowPassed: number;
}

/**
 * Returns the reverberation of a sound in a room, without the sound itself. Uses eight coupled delay lines (a feedback
 * delay network with a Householder matrix).
 */
export function reverberate(sound: Stereo, { decaySeconds, damping }: Room): Stereo {
  const { length } = sound.left;
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const lines = lineLengthsMs.map((milliseconds): DelayLine => {
    const samples = new Float32Array(Math.round((milliseconds / 1000) * samplesPerSecond));
    const feedback = 10 ** ((-3 * samples.length) / (decaySeconds * samplesPerSecond));
    return { samples, feedback, position: 0, lowPassed: 0 };
  });
  for (let index = 0; index < length; index += 1) {
    let sum = 0;
    for (const line of lines) {
      line.lowPassed += (1 - damping) * ((line.samples[line.position] ?? 0) - line.lowPassed);
      sum += line.lowPassed;
    }
    const shared = sum / 4;
    let outLeft = 0;
    let outRight = 0;
    lines.forEach((line, place) => {
      const input = place % 2 === 0 ? (sound.left[index] ?? 0) : (sound.right[index] ?? 0);
      if (place % 2 === 0) outLeft += line.lowPassed;
      else outRight += line.lowPassed;
      line.samples[line.position] = input + (line.lowPassed - shared) * line.feedback;
      line.position = (line.position + 1) % line.samples.length;
    });
    left[index] = outLeft * 0.35;
    right[index] = outRight * 0.35;
  }
  return { left, right };
}
