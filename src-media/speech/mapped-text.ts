/** A piece of a text and its replacement; null keeps it. */
export interface TextPiece {
  readonly length: number;
  readonly replacement: string | null;
}

/** A text changed for a synthesiser, with the offset of each character in the written text. Immutable. */
export class MappedText {
  readonly text: string;
  /** Offset in the written text for each UTF-16 unit of `text`; never decreases. */
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

  /** Converts an offset in this text to one in the written text. */
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
   * Replaces the text piece by piece and keeps the remainder. A replacement maps to the start of its piece; one of
   * equal length maps letter by letter.
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
