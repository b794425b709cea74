import { limitPeaks } from './limit-peaks.ts';
import { measureLoudness } from './measure-loudness.ts';

/** Target loudness of narration: integrated loudness of the mono recording, EBU R128. */
const narrationLufs = -16;
/** Highest true peak of narration. Leaves headroom for the overshoot of lossy encoding. */
const peakCeilingDb = -1.5;

/**
 * Returns the gain in dB that brings a recording at 48 kHz to narration loudness, including the effect of limiting.
 * Computed once per voice or recording, so that quiet sentences stay quieter than loud ones. 0 for silence.
 */
export function findNarrationGain(samples: Float32Array): number {
  const loudness = measureLoudness(samples);
  if (!Number.isFinite(loudness)) return 0;
  let gainDb = narrationLufs - loudness;
  for (let round = 0; round < 3; round += 1) {
    gainDb += narrationLufs - measureLoudness(applyNarrationGain(samples, gainDb));
  }
  return gainDb;
}

/** Returns a copy of the sound with the gain applied and its peaks limited. */
export function applyNarrationGain(samples: Float32Array, gainDb: number): Float32Array {
  const factor = 10 ** (gainDb / 20);
  const louder = samples.map((sample) => sample * factor);
  limitPeaks(louder, peakCeilingDb);
  return louder;
}
