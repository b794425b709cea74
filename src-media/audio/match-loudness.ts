import { limitPeaks } from './limit-peaks.ts';
import { measureLoudness } from './measure-loudness.ts';

/** What narration is brought to: integrated loudness of the mono recording, EBU R128. */
const narrationLufs = -16;
/** No true peak of narration is higher; leaves room for what lossy encoding adds. */
const peakCeilingDb = -1.5;

/**
 * The gain in dB that brings a recording at 48 kHz to the loudness of narration, limited peaks reckoned in. Found
 * once for a voice and used for all it speaks, so that quiet sentences stay quieter than loud ones. 0 for silence.
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

/** A copy of the sound with the gain, its peaks limited. */
export function applyNarrationGain(samples: Float32Array, gainDb: number): Float32Array {
  const factor = 10 ** (gainDb / 20);
  const louder = samples.map((sample) => sample * factor);
  limitPeaks(louder, peakCeilingDb);
  return louder;
}
