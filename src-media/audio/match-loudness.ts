import { samplesPerSecond } from '../project-content.ts';
import { type LimitedBlock, limitedBlocks } from './limit-peaks.ts';
import { LoudnessMeter } from './measure-loudness.ts';

/** Integrated loudness of all sound that is made, EBU R128: what platforms for video expect. */
export const madeLufs = -16;
/** Highest true peak of all sound that is made. Leaves headroom below -1 dBTP for lossy encoding. */
export const peakCeilingDb = -1.5;
/** Shortest sound that has a loudness. */
const blockSamples = 0.4 * samplesPerSecond;

/**
 * Brings sound at 48 kHz to the loudness of all sound that is made, or to another one, and limits its true peaks. The
 * loudness is that of all channels together. Leaves silence unchanged. Changes the channels in place.
 *
 * @param checkpoint called between the rounds; an error it throws ends the work
 */
export function matchLoudness(
  channels: readonly Float32Array[],
  { lufs = madeLufs, checkpoint = () => undefined }: { lufs?: number; checkpoint?: () => void } = {},
): void {
  let gainDb = 0;
  // The first round finds the gain, the others make up for what the limiter takes.
  for (let round = 0; round < 4; round += 1) {
    checkpoint();
    const loudness = loudnessAt(channels, gainDb);
    if (!Number.isFinite(loudness)) return;
    gainDb += lufs - loudness;
  }
  for (const { start, channels: matched } of amplifiedBlocks(channels, gainDb)) {
    for (const [index, samples] of channels.entries()) samples.set(matched[index] ?? [], start);
  }
}

/** Returns the loudness of sound after a gain and limiting, in LUFS; shorter sound counts as one block of the meter. */
function loudnessAt(channels: readonly Float32Array[], gainDb: number): number {
  const meter = new LoudnessMeter(channels.length);
  for (const { channels: louder } of amplifiedBlocks(channels, gainDb)) meter.add(louder);
  const missing = blockSamples - (channels[0]?.length ?? 0);
  if (missing > 0) meter.add(channels.map(() => new Float32Array(missing)));
  return meter.lufs;
}

function amplifiedBlocks(channels: readonly Float32Array[], gainDb: number): Iterable<LimitedBlock> {
  return limitedBlocks(channels, peakCeilingDb, 10 ** (gainDb / 20));
}
