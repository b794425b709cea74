import { writeFile } from 'node:fs/promises';
import { estimateSpeechSeconds } from '../../src-shared/script/estimate-speech.ts';
import type { ScenePauses } from '../../src-shared/script/scene-pauses.ts';
import { writtenWords } from '../../src-shared/script/written-words.ts';
import { findSpeech } from '../audio/find-speech.ts';
import { applyNarrationGain } from '../audio/match-loudness.ts';
import { resample } from '../audio/resample.ts';
import { encodeWav } from '../av/wav.ts';
import type { SpokenScene } from '../media-engine.ts';
import { Random } from '../pictures/random.ts';
import { samplesPerFrame, samplesPerSecond } from '../project-content.ts';
import type { SpokenText } from './speech-engine.ts';
import { type TimedMark, timeWords } from './time-words.ts';

/** About 46 dB below narration: audible as a room on headphones, but never counted as speech by pause detection. */
const roomToneDb = -64;
/** Weight of the previous noise sample in the low-pass filter, which falls by 6 dB per octave above about 500 Hz. */
const smoothing = 0.935;

export interface FinishSpeechRequest {
  readonly spoken: SpokenText;
  /** The scene's text, to which the marks' offsets refer. */
  readonly text: string;
  readonly languageCode: string;
  readonly gainDb: number;
  readonly pauses: ScenePauses;
  readonly outputPath: string;
}

/**
 * Finishes the speech of a scene and returns the time of each written word. Resamples, trims and levels the sound to
 * narration loudness, fills pauses with room tone, and writes a WAV of whole frames. If the voice produced no speech,
 * writes room tone for the estimated length of the text.
 */
export async function finishSpeech(request: FinishSpeechRequest): Promise<SpokenScene> {
  const recorded = resample(request.spoken.sound);
  const range = findSpeech(recorded);
  const silence = new Float32Array(
    Math.round(Math.max(1, estimateSpeechSeconds(request.text)) * samplesPerSecond),
  );
  const speech = range ? applyNarrationGain(recorded.slice(range.start, range.end), request.gainDb) : silence;
  const before = Math.round(request.pauses.beforeSeconds * samplesPerSecond);
  const after = Math.round(request.pauses.afterSeconds * samplesPerSecond);
  const durationFrames = Math.ceil((before + speech.length + after) / samplesPerFrame);
  const samples = new Float32Array(durationFrames * samplesPerFrame);
  samples.set(fadeEnds(speech), before);
  addRoomTone(samples, request.text);
  await writeFile(request.outputPath, encodeWav({ samples, sampleRate: samplesPerSecond }));
  const words = writtenWords(request.text, request.languageCode);
  const marks = range ? placeMarks(request.spoken.marks ?? [], before - range.start) : [];
  const times = timeWords(words, marks, { start: before, end: before + speech.length });
  return {
    durationFrames,
    words: times.map((time, index) => ({
      ...time,
      textStart: words[index]?.start ?? 0,
      textEnd: words[index]?.end ?? 0,
    })),
  };
}

function placeMarks(marks: NonNullable<SpokenText['marks']>, shiftSamples: number): TimedMark[] {
  const place = (seconds: number): number =>
    Math.max(0, Math.round(seconds * samplesPerSecond) + shiftSamples);
  return marks.map((mark) => ({
    textOffset: mark.textOffset,
    startSample: place(mark.startSeconds),
    endSample: mark.endSeconds === null ? null : place(mark.endSeconds),
  }));
}

/** Fades both ends of a trimmed recording to avoid clicks. Changes it in place. */
function fadeEnds(samples: Float32Array): Float32Array {
  const length = Math.min(240, samples.length >> 1);
  for (let index = 0; index < length; index += 1) {
    const gain = index / length;
    const last = samples.length - 1 - index;
    samples[index] = (samples[index] ?? 0) * gain;
    samples[last] = (samples[last] ?? 0) * gain;
  }
  return samples;
}

/**
 * Adds room tone to a recording, so that its pauses are never digital silence. Changes it in place.
 *
 * @param seed the same seed gives the same samples
 */
function addRoomTone(samples: Float32Array, seed: string): void {
  const random = new Random(seed);
  // Uniform noise from -1 to 1 has a power of 1/3, which the filter scales by (1 - smoothing) / (1 + smoothing).
  const gain = 10 ** (roomToneDb / 20) / Math.sqrt((1 - smoothing) / (1 + smoothing) / 3);
  let level = 0;
  for (let index = 0; index < samples.length; index += 1) {
    level = smoothing * level + (1 - smoothing) * (random.next() * 2 - 1);
    samples[index] = (samples[index] ?? 0) + level * gain;
  }
}
