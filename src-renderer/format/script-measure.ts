/** Spoken words per minute, by pacing. */
const wordsPerMinute = { SLOW: 130, MEDIUM: 150, FAST: 170 } as const;

const writtenWithoutSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]/u;

/** Counts words. Text without spaces is segmented by the rules of its language. */
export function countWords(text: string): number {
  if (!writtenWithoutSpaces.test(text)) return text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0;
  let count = 0;
  for (const segment of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (segment.isWordLike === true) count += 1;
  }
  return count;
}

/** A first guess of the movie's length, in seconds. The real one is known when it is spoken. */
export function estimateDurationSeconds(words: number, pacing: keyof typeof wordsPerMinute): number {
  return (words / wordsPerMinute[pacing]) * 60;
}
