/** A stretch of words between two marks of punctuation. */
export interface Clause {
  readonly text: string;
  /** The mark that ended it, or an empty string. */
  readonly endMark: string;
}

/** Splits at sentence marks, commas, colons, brackets and dashes; never inside numbers or words. */
export function splitClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  const pattern =
    /([^]*?)([.!?](?=[\s"”’»)]|$)|[,;:](?=\s|$)|\s[–—-]\s|—|[。！？、，；：؟،।\n()（）[\]"“”«»„「」『』]|$)/gu;
  for (const match of text.matchAll(pattern)) {
    const words = (match[1] ?? '').replace(/\s+/gu, ' ').trim();
    if (/[\p{L}\p{N}]/u.test(words)) clauses.push({ text: words, endMark: (match[2] ?? '').trim() });
  }
  return clauses;
}

/** Whether the text is of a script that puts no spaces between words. */
export function isSpaceless(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const spaceless =
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
    )?.length ?? 0;
  return spaceless > letters / 2;
}

export function wordsIn(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** A word without the marks around it, in small letters, to be compared. */
export function bareWord(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** How much room a text takes on a line, in average Latin letters: East Asian letters count double. */
export function visualLength(text: string): number {
  return [...text].reduce(
    (sum, letter) =>
      sum + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter) ? 2 : 1),
    0,
  );
}
