/** Number of samples in a hundredth of a second at 48 kHz. */
export const windowSamples = 480;

/** Measures of one hundredth of a second of sound. */
export interface SoundWindow {
  /** Root mean square, 0 to 1. */
  readonly level: number;
  /** Sign changes per sample, 0 to 1. */
  readonly crossingRate: number;
}

const windowsPerSecond = 100;
/** Speech pauses between words and syllables: at least this share of its windows is far below the mean. */
const minSpeechPauses = 0.3;
const maxMusicPauses = 0.2;
/** Vowels and sibilants alternate in speech, unlike in tones. */
const minSpeechVariety = 0.035;
const silenceLevel = 0.0005;

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const center = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - center) ** 2)));
}

/** Returns the share of a second's windows below half its mean level. */
function pauseShare(second: readonly SoundWindow[]): number {
  const half = mean(second.map((window) => window.level)) / 2;
  return second.filter((window) => window.level < half).length / second.length;
}

/** Distinguishes speech from music by its pauses and variety; `sound` means that neither is certain. */
export function classifySound(windows: readonly SoundWindow[]): 'speech' | 'music' | 'sound' {
  const seconds: SoundWindow[][] = [];
  for (let start = 0; start < windows.length; start += windowsPerSecond) {
    const second = windows.slice(start, start + windowsPerSecond);
    if (mean(second.map((window) => window.level)) > silenceLevel) seconds.push(second);
  }
  const pauses = mean(seconds.map(pauseShare));
  const audible = seconds.flat().filter((window) => window.level > silenceLevel);
  const variety = deviation(audible.map((window) => window.crossingRate));
  if (pauses >= minSpeechPauses && variety >= minSpeechVariety) return 'speech';
  return pauses <= maxMusicPauses && seconds.length >= 2 ? 'music' : 'sound';
}
