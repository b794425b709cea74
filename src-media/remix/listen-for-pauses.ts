import { readFile } from 'node:fs/promises';
import { type SoundRange, windowLevels, windowSamples } from '../audio/find-speech.ts';
import { resample } from '../audio/resample.ts';
import { decodeWav } from '../av/wav.ts';
import type { SceneSound } from '../edit/plan-clean-up.ts';
import type { TaskControl } from '../task-options.ts';

const minWindows = 8;
const minAudible = 10 ** (-66 / 20);
/** Level below which a clean recording contains no speech, relative to the loudest moment. */
const cleanShare = 10 ** (-40 / 20);
/** Upper limit of the threshold for noisy recordings, in which sound barely above the noise is no speech either. */
const noisyShare = 10 ** (-26 / 20);
const aboveNoise = 1.8;

function thresholdOf(levels: readonly number[]): number {
  const ordered = [...levels].sort((a, b) => a - b);
  const loudest = ordered.at(-1) ?? 0;
  const noise = ordered[Math.floor(ordered.length / 10)] ?? 0;
  const floor = Math.min(noise * aboveNoise, loudest * noisyShare);
  return Math.max(minAudible, loudest * cleanShare, floor);
}

/** Finds ranges of at least 80 ms without speech, in order. @param samples at 48 kHz */
export function quietRanges(samples: Float32Array): SoundRange[] {
  const levels = windowLevels(samples);
  const threshold = thresholdOf(levels);
  const ranges: SoundRange[] = [];
  let from: number | null = null;
  for (let index = 0; index <= levels.length; index += 1) {
    const isQuiet = index < levels.length && (levels[index] ?? 0) < threshold;
    if (isQuiet) from ??= index;
    else if (from !== null) {
      if (index - from >= minWindows) {
        ranges.push({ start: from * windowSamples, end: Math.min(samples.length, index * windowSamples) });
      }
      from = null;
    }
  }
  return ranges;
}

/** Finds the pauses in a recorded scene; none in a completely silent one. */
export async function listenForPauses(path: string, control: TaskControl): Promise<SceneSound> {
  const samples = resample(decodeWav(await readFile(path)));
  control.checkpoint();
  const quiet = quietRanges(samples);
  const isSilent = quiet[0]?.start === 0 && quiet[0].end >= samples.length;
  return { sampleCount: samples.length, quiet: isSilent ? [] : quiet };
}
