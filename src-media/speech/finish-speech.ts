import { writeFile } from 'node:fs/promises';
import { estimateSpeechSeconds } from '../../src-shared/script/estimate-speech.ts';
import type { ScenePauses } from '../../src-shared/script/scene-pauses.ts';
import { writtenWords } from '../../src-shared/script/written-words.ts';
import { findSpeech } from '../audio/find-speech.ts';
import { matchLoudness } from '../audio/match-loudness.ts';
import { resample } from '../audio/resample.ts';
import { addRoomTone } from '../audio/room-tone.ts';
import { encodeWav } from '../av/wav.ts';
import type { SpokenScene } from '../media-engine.ts';
import { samplesPerFrame, samplesPerSecond } from '../project-content.ts';
import type { SpokenText } from './speech-engine.ts';
import { type TimedMark, timeWords } from './time-words.ts';

export interface FinishSpeechRequest {
  readonly spoken: SpokenText;
  /** The scene's text, to which the marks' offsets refer. */
  readonly text: string;
  readonly languageCode: string;
  readonly pauses: ScenePauses;
  readonly outputPath: string;
}

/**
 * Finishes the speech of a scene and returns the time of each written word. Resamples, trims and levels the sound,
 * fills pauses with room tone, and writes a WAV of whole frames. If the voice produced no speech,
 * writes room tone for the estimated length of the text.
 */
export async function finishSpeech(request: FinishSpeechRequest): Promise<SpokenScene> {
  const recorded = resample(request.spoken.sound);
  const range = findSpeech(recorded);
  const silence = new Float32Array(
    Math.round(Math.max(1, estimateSpeechSeconds(request.text)) * samplesPerSecond),
  );
  const speech = range ? recorded.slice(range.start, range.end) : silence;
  matchLoudness([speech]);
  const before = Math.round(request.pauses.beforeSeconds * samplesPerSecond);
  const after = Math.round(request.pauses.afterSeconds * samplesPerSecond);
  const durationFrames = Math.ceil((before + speech.length + after) / samplesPerFrame);
  const samples = new Float32Array(durationFrames * samplesPerFrame);
  samples.set(fadeEnds(speech), before);
  addRoomTone([samples], request.text);
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
