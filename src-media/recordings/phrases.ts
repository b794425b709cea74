import { unspacedLetters } from '../../src-shared/script/speakable.ts';
import { findPauses, findSpeech } from '../audio/find-speech.ts';
import { samplesPerSecond } from '../project-content.ts';
import type { TimedWord } from './recording-tools.ts';

/** A part of a recording that stays together: a sentence, or the speech between two pauses. */
export interface Phrase {
  /** In samples of the recording at 48 kHz. */
  readonly startSample: number;
  readonly endSample: number;
  readonly words: readonly TimedWord[];
  /** True if a long pause precedes it. */
  readonly startsParagraph: boolean;
}

const sentencePauseSeconds = 0.7;
const paragraphPauseSeconds = 1.2;
const minPauseSeconds = 0.3;

function endsSentence(word: string): boolean {
  return /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}"']*$/u.test(word.trim());
}

function samplesAt(seconds: number): number {
  return Math.round(seconds * samplesPerSecond);
}

/** Splits a transcript into sentences, by punctuation and by pauses. Drops words after the end of the sound. */
export function phrasesOfWords(words: readonly TimedWord[], totalSamples: number): Phrase[] {
  const phrases: { words: TimedWord[]; startsParagraph: boolean }[] = [];
  let previous: TimedWord | null = null;
  for (const word of words.filter(({ startSeconds }) => samplesAt(startSeconds) < totalSamples)) {
    const pause = previous ? word.startSeconds - previous.endSeconds : Infinity;
    const isNew = previous === null || pause >= sentencePauseSeconds || endsSentence(previous.word);
    if (isNew) phrases.push({ words: [], startsParagraph: pause >= paragraphPauseSeconds });
    phrases.at(-1)?.words.push(word);
    previous = word;
  }
  return phrases.map((phrase) => ({
    ...phrase,
    startSample: samplesAt(phrase.words[0]?.startSeconds ?? 0),
    endSample: Math.min(totalSamples, samplesAt(phrase.words.at(-1)?.endSeconds ?? 0)),
  }));
}

/** Splits a recording into the speech between its pauses. Empty for a silent recording. */
export function phrasesOfSound(samples: Float32Array): Phrase[] {
  const speech = findSpeech(samples);
  if (!speech) return [];
  const pauses = findPauses(samples, minPauseSeconds);
  const starts = [speech.start, ...pauses.map(({ end }) => end)];
  const ends = [...pauses.map(({ start }) => start), speech.end];
  return starts.map((startSample, index) => {
    const pause = index === 0 ? Infinity : (startSample - (ends[index - 1] ?? 0)) / samplesPerSecond;
    return {
      startSample,
      endSample: ends[index] ?? speech.end,
      words: [],
      startsParagraph: pause >= paragraphPauseSeconds,
    };
  });
}

/** Joins the words into one text and returns the offset of each. Omits spaces in scripts that do not use them. */
export function joinWords(words: readonly TimedWord[]): { text: string; starts: readonly number[] } {
  let text = '';
  const starts = words.map(({ word }) => {
    const trimmed = word.trim();
    const isApart = text !== '' && !(unspacedLetters.test(text.slice(-1)) && unspacedLetters.test(trimmed));
    text += (isApart ? ' ' : '') + trimmed;
    return text.length - trimmed.length;
  });
  return { text, starts };
}
