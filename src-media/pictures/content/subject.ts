/** A thing that a text surely names, with its drawing. */
export interface Subject {
  /** Name in the set of drawings. */
  readonly glyph: string;
  /** Words in the text that name it, in lower case. */
  readonly word: string;
  /** Index of its first letter in the text. */
  readonly start: number;
  readonly isPlural: boolean;
}

/** A word of a text. */
export interface Token {
  readonly text: string;
  readonly start: number;
  /** What stands between the previous word and this one. */
  readonly gap: string;
}

export function tokensOf(text: string): Token[] {
  let end = 0;
  return [...text.matchAll(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu)].map((match) => {
    const gap = text.slice(end, match.index);
    end = match.index + match[0].length;
    return { text: match[0], start: match.index, gap };
  });
}
