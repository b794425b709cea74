import { rankSentences } from './rank-sentences.ts';
import type { ReadText } from './read-text.ts';

/** The most telling sentences of a text in reading order, unchanged. */
export function keySentences(text: ReadText, count: number): string[] {
  return rankSentences(text, count)
    .toSorted((left, right) => left - right)
    .map((index) => text.sentences[index] ?? '');
}
