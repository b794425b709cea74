import { samplesPerSecond } from '../project-content.ts';

/** A range of samples; `end` is exclusive. */
export interface SoundRange {
  readonly start: number;
  readonly end: number;
}

/** Samples of a hundredth of a second. */
export const windowSamples = samplesPerSecond / 100;
/** Level below which sound counts as silence, relative to the loudest moment. */
const silenceShare = 10 ** (-42 / 20);
const minAudible = 10 ** (-66 / 20);
const keptBeforeSamples = samplesPerSecond * 0.015;
const keptAfterSamples = samplesPerSecond * 0.07;

/** Returns the range from the first to the last audible moment of a recording at 48 kHz; null if it is silent. */
export function findSpeech(samples: Float32Array): SoundRange | null {
  const levels = windowLevels(samples);
  const threshold = Math.max(
    minAudible,
    levels.reduce((most, level) => Math.max(most, level), 0) * silenceShare,
  );
  const first = levels.findIndex((level) => level >= threshold);
  if (first < 0) return null;
  const last = levels.findLastIndex((level) => level >= threshold);
  return {
    start: Math.max(0, first * windowSamples - keptBeforeSamples),
    end: Math.min(samples.length, (last + 1) * windowSamples + keptAfterSamples),
  };
}

/** Returns the silences of at least `minSeconds` inside a recording at 48 kHz. */
export function findPauses(samples: Float32Array, minSeconds: number): SoundRange[] {
  const speech = findSpeech(samples);
  if (!speech) return [];
  const levels = windowLevels(samples.subarray(speech.start, speech.end));
  const threshold = Math.max(
    minAudible,
    levels.reduce((most, level) => Math.max(most, level), 0) * silenceShare,
  );
  const pauses: SoundRange[] = [];
  let from: number | null = null;
  levels.forEach((level, index) => {
    if (level < threshold) from ??= index;
    else if (from !== null) {
      if ((index - from) * windowSamples >= minSeconds * samplesPerSecond) {
        pauses.push({
          start: speech.start + from * windowSamples,
          end: speech.start + index * windowSamples,
        });
      }
      from = null;
    }
  });
  return pauses;
}

/** Returns the root mean square of each hundredth of a second. */
export function windowLevels(samples: Float32Array): number[] {
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += windowSamples) {
    const window = samples.subarray(start, start + windowSamples);
    levels.push(Math.sqrt(window.reduce((sum, sample) => sum + sample * sample, 0) / window.length));
  }
  return levels;
}
