import type { z } from 'zod';
import type { transcriptSchema } from '../../src-shared/api/common.ts';
import type { Caption } from '../../src-timeline/model/timeline.ts';

/** Words with their times (contract supplement §2.5). */
export type Transcript = z.input<typeof transcriptSchema>;
type TimedWord = Transcript['words'][number];

/** Writing systems without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Spreads the words of each caption evenly over its time. A caption has only the time it is shown, not the time of each
 * word.
 * @param captions in order and apart, their times in milliseconds.
 */
export function timedWordsOf(captions: readonly Caption[]): TimedWord[] {
  return captions.flatMap(({ startFrame, durationFrames, lines }) => {
    const words = lines.flatMap((line) => line.split(/\s+/u)).flatMap(wordsOf);
    const edgeAt = (index: number): number => (startFrame + (durationFrames * index) / words.length) / 1000;
    return words.map((word, index) => ({
      word,
      startSeconds: edgeAt(index),
      endSeconds: edgeAt(index + 1),
    }));
  });
}

/** Splits a token into words; signs stay with the word before them. */
function wordsOf(token: string): string[] {
  if (!unspaced.test(token)) return token === '' ? [] : [token];
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(token)) {
    const last = isWordLike === true ? undefined : words.pop();
    words.push(last === undefined ? segment : last + segment);
  }
  return words;
}
