/** Words between two punctuation marks. */
export interface Clause {
  readonly text: string;
  /** Punctuation mark at its end, or an empty string. */
  readonly endMark: string;
}

/** Splits a text at sentence marks, commas, colons, brackets and dashes; never inside numbers or words. */
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

/** True if the text is in a script without spaces between words. */
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

/** Returns a word in lower case and without surrounding punctuation, for comparison. */
export function bareWord(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** Returns the width of a text in average Latin letters; East Asian letters count double. */
export function visualLength(text: string): number {
  return [...text].reduce(
    (sum, letter) =>
      sum + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter) ? 2 : 1),
    0,
  );
}
