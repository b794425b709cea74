import { type LimitedBlock, limitedBlocks } from './limit-peaks.ts';
import { LoudnessMeter, measureLoudness } from './measure-loudness.ts';

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
  for (let round = 0; round < 3; round += 1) gainDb += narrationLufs - loudnessAt(samples, gainDb);
  return gainDb;
}

/** Returns a copy of the sound with the gain applied and its peaks limited. */
export function applyNarrationGain(samples: Float32Array, gainDb: number): Float32Array {
  const louder = new Float32Array(samples.length);
  for (const { start, channels } of amplifiedBlocks(samples, gainDb)) louder.set(channels[0] ?? [], start);
  return louder;
}

/** Returns the loudness that `applyNarrationGain` would give, in LUFS. */
function loudnessAt(samples: Float32Array, gainDb: number): number {
  const meter = new LoudnessMeter(1);
  for (const { channels } of amplifiedBlocks(samples, gainDb)) meter.add(channels);
  return meter.lufs;
}

function amplifiedBlocks(samples: Float32Array, gainDb: number): Iterable<LimitedBlock> {
  return limitedBlocks([samples], peakCeilingDb, 10 ** (gainDb / 20));
}
