const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const maxItems = 50;

/**
 * Returns the number of items an instruction requests, such as `3 bullet points` or `five titles`; null if none is
 * stated.
 *
 * @param nouns the counted things, as a pattern without capturing groups
 */
export function readCount(instruction: string, nouns: string): number | null {
  const number = `(\\d{1,4}|${numberWords.join('|')})`;
  const pattern = new RegExp(`\\b${number}(?:[- ]+[\\p{L}]+){0,2}?[- ]+(?:${nouns})\\b`, 'iu');
  const found = pattern.exec(instruction)?.[1]?.toLowerCase();
  if (found === undefined) return null;
  const count = /^\d/u.test(found) ? Number(found) : numberWords.indexOf(found);
  return count >= 1 ? count : null;
}

/** Like `readCount`, for lists, with a limit and a default. */
export function readItemCount(instruction: string, nouns: string, usual: number): number {
  return Math.min(maxItems, readCount(instruction, nouns) ?? usual);
}
