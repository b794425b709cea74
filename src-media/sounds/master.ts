import { limitChannels } from '../audio/limit-peaks.ts';
import { measureLoudness } from '../audio/measure-loudness.ts';
import { truePeaks } from '../audio/true-peak.ts';
import { samplesPerSecond } from '../project-content.ts';
import { filter } from './dsp/filter.ts';
import { shape, type Stereo } from './dsp/stereo.ts';

/** A little below the -1 dBTP that is promised, for what 16 bits and other meters add. */
const ceilingDb = -1.3;
const lowestHz = 22;

/** Fades at both ends that no click can pass. */
export interface Fades {
  readonly inSeconds: number;
  readonly outSeconds: number;
}

/** Takes out what is too low to hear, and any offset from zero; fades both ends. Changes the mix. */
export function tidyUp(mix: Stereo, { inSeconds, outSeconds }: Fades): void {
  const total = mix.left.length / samplesPerSecond;
  for (const channel of [mix.left, mix.right]) filter(channel, 'high', lowestHz);
  const lastAt = total - 1 / samplesPerSecond;
  shape(mix, (at) => {
    const left = Math.max(0, lastAt - at) / outSeconds;
    return Math.min(1, at / inSeconds) * Math.min(1, left) ** 2;
  });
}

/** Brings the mix to a loudness, its true peaks limited. Silence stays. Changes the mix. */
export function bringToLoudness(mix: Stereo, lufs: number, checkpoint: () => void): void {
  for (let round = 0; round < 3; round += 1) {
    checkpoint();
    const loudness = measureLoudness(mix.left, mix.right);
    if (!Number.isFinite(loudness)) return;
    const gain = 10 ** ((lufs - loudness) / 20);
    shape(mix, () => gain);
    checkpoint();
    limitChannels([mix.left, mix.right], ceilingDb);
  }
}

/**
 * Brings an effect as near to a loudness as its peaks allow: the sharper a sound, the less it is squeezed.
 * Changes the mix.
 */
export function bringToEffectLevel(mix: Stereo, lufs: number): void {
  const peak = Math.max(peakOf(mix.left), peakOf(mix.right));
  if (peak === 0) return;
  const loudness = measureLoudness(mix.left, mix.right);
  const wanted = Number.isFinite(loudness) ? 10 ** ((lufs - loudness) / 20) : Infinity;
  // Peaks of a single blow may be cut by 4 dB, which is not heard.
  const gain = Math.min(wanted, 10 ** ((ceilingDb + 4) / 20) / peak);
  shape(mix, () => gain);
  limitChannels([mix.left, mix.right], ceilingDb);
}

function peakOf(samples: Float32Array): number {
  const most = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  return most === 0 ? 0 : truePeaks(samples, most).reduce((peak, sample) => Math.max(peak, sample), 0);
}
