/** A stretch of a text and what stands in its place; null keeps it. */
export interface TextPiece {
  readonly length: number;
  readonly replacement: string | null;
}

/**
 * A text that was changed for a synthesiser, with the place in the written text that each of its characters comes
 * from. Immutable.
 */
export class MappedText {
  readonly text: string;
  /** For each UTF-16 unit of `text` its offset in the written text; never falling. */
  readonly #sources: readonly number[];

  private constructor(text: string, sources: readonly number[]) {
    this.text = text;
    this.#sources = sources;
  }

  static of(written: string): MappedText {
    return new MappedText(
      written,
      Array.from({ length: written.length }, (_, index) => index),
    );
  }

  /** The offset in the written text of a place in this one. */
  sourceOf(offset: number): number {
    const last = this.#sources.length - 1;
    return this.#sources[Math.max(0, Math.min(last, offset))] ?? 0;
  }

  /** Replaces each match of a global pattern. */
  replace(pattern: RegExp, replacementOf: (match: RegExpExecArray) => string): MappedText {
    const pieces: TextPiece[] = [];
    let from = 0;
    for (const match of this.text.matchAll(pattern)) {
      pieces.push({ length: match.index - from, replacement: null });
      pieces.push({ length: match[0].length, replacement: replacementOf(match) });
      from = match.index + match[0].length;
    }
    return this.rewrite(pieces);
  }

  /**
   * Goes through the text piece by piece; what the pieces leave over is kept. What replaces a piece comes from its
   * beginning; a replacement of the same length keeps the place of each letter.
   */
  rewrite(pieces: readonly TextPiece[]): MappedText {
    let text = '';
    const sources: number[] = [];
    let from = 0;
    for (const { length, replacement } of [...pieces, { length: this.text.length, replacement: null }]) {
      const written = this.text.slice(from, from + length);
      const spoken = replacement ?? written;
      text += spoken;
      for (let index = 0; index < spoken.length; index += 1) {
        sources.push(this.sourceOf(from + (spoken.length === written.length ? index : 0)));
      }
      from += written.length;
    }
    return new MappedText(text, sources);
  }
}
