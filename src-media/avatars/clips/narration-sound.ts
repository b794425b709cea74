import { limitPeaks } from '../../audio/limit-peaks.ts';
import { measureLoudness } from '../../audio/measure-loudness.ts';
import type { StereoBlock } from '../../clips/sound/stereo.ts';

/** Integrated loudness of what is spoken, EBU R128, both channels together. */
const wantedLufs = -16;
const peakCeilingDb = -1.5;

/** The recording at the loudness of narration, its peaks limited. Silence stays silence. */
export function toNarrationLoudness({ left, right }: StereoBlock): StereoBlock {
  let gainDb = wantedLufs - loudnessOf({ left, right });
  if (!Number.isFinite(gainDb)) return { left, right };
  let made = withGain({ left, right }, gainDb);
  for (let round = 0; round < 2; round += 1) {
    gainDb += wantedLufs - loudnessOf(made);
    made = withGain({ left, right }, gainDb);
  }
  return made;
}

function loudnessOf({ left, right }: StereoBlock): number {
  const power = 10 ** (measureLoudness(left) / 10) + 10 ** (measureLoudness(right) / 10);
  return 10 * Math.log10(power);
}

function withGain({ left, right }: StereoBlock, gainDb: number): StereoBlock {
  const factor = 10 ** (gainDb / 20);
  const louder = (samples: Float32Array) => {
    const made = samples.map((sample) => sample * factor);
    limitPeaks(made, peakCeilingDb);
    return made;
  };
  return { left: louder(left), right: louder(right) };
}
