import { limitChannels } from '../audio/limit-peaks.ts';
import { peakCeilingDb } from '../audio/match-loudness.ts';
import { measureLoudness } from '../audio/measure-loudness.ts';
import { truePeaks } from '../audio/true-peak.ts';
import { samplesPerSecond } from '../project-content.ts';
import { filter } from './dsp/filter.ts';
import { shape, type Stereo } from './dsp/stereo.ts';

const lowestHz = 22;

/** Fade lengths at both ends, which prevent clicks. */
export interface Fades {
  readonly inSeconds: number;
  readonly outSeconds: number;
}

/** Removes inaudibly low frequencies and any DC offset; fades both ends. Changes the mix. */
export function tidyUp(mix: Stereo, { inSeconds, outSeconds }: Fades): void {
  const total = mix.left.length / samplesPerSecond;
  for (const channel of [mix.left, mix.right]) filter(channel, 'high', lowestHz);
  const lastAt = total - 1 / samplesPerSecond;
  shape(mix, (at) => {
    const left = Math.max(0, lastAt - at) / outSeconds;
    return Math.min(1, at / inSeconds) * Math.min(1, left) ** 2;
  });
}

/** Brings an effect as close to a loudness as limiting its peaks by at most 4 dB allows. Changes the mix. */
export function bringToEffectLevel(mix: Stereo, lufs: number): void {
  const peak = Math.max(peakOf(mix.left), peakOf(mix.right));
  if (peak === 0) return;
  const loudness = measureLoudness(mix.left, mix.right);
  const wanted = Number.isFinite(loudness) ? 10 ** ((lufs - loudness) / 20) : Infinity;
  // Limiting the peaks of a single blow by 4 dB is inaudible.
  const gain = Math.min(wanted, 10 ** ((peakCeilingDb + 4) / 20) / peak);
  shape(mix, () => gain);
  limitChannels([mix.left, mix.right], peakCeilingDb);
}

function peakOf(samples: Float32Array): number {
  const most = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  return most === 0 ? 0 : truePeaks(samples, most).reduce((peak, sample) => Math.max(peak, sample), 0);
}
