import { unspacedLetters } from '../../src-shared/script/speakable.ts';
import { findPauses, findSpeech } from '../audio/find-speech.ts';
import { samplesPerSecond } from '../project-content.ts';
import type { TimedWord } from './recording-tools.ts';

/** A stretch of a recording that stays together: a sentence, or what is said between two pauses. */
export interface Phrase {
  /** In samples of the recording at 48 kHz. */
  readonly startSample: number;
  readonly endSample: number;
  readonly words: readonly TimedWord[];
  /** Whether a long pause is before it. */
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

/** Sentences of a transcript, by their full stops and by the pauses between words. Words after the end are left out. */
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

/** What is said between the pauses of a recording. Empty when there is nothing to be heard. */
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

/** The words as one text, and where each stands in it. Scripts without spaces are written without. */
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
