import { rankSentences } from './rank-sentences.ts';
import type { ReadText } from './read-text.ts';

/** Returns the highest-ranking sentences of a text unchanged, in reading order. */
export function keySentences(text: ReadText, count: number): string[] {
  return rankSentences(text, count)
    .toSorted((left, right) => left - right)
    .map((index) => text.sentences[index] ?? '');
}
