import { type BreakPenalty, senseBreakPenalty } from '../../src-shared/script/sense-breaks.ts';
import { textColumns } from '../../src-shared/script/speakable.ts';
import type { SpokenWord } from '../project-content.ts';

/** Number of letters the penalty reads on each side of a break; longer than any word it depends on. */
const judgedLetters = 40;

/** A position between two words of a text, where a line or a caption may end. */
interface TextBreak {
  /** Offsets of the end of the text before and of the start of the text after, without white space. */
  readonly end: number;
  readonly start: number;
  /** True if the text has a line end here. */
  readonly isAsked: boolean;
  /** Damage to the sense from a break here. */
  readonly penalty: BreakPenalty;
}

/**
 * A text with its breaks: one before each word and one after the last. Precomputes prefix sums, so that comparing the
 * many possible layouts is cheap.
 */
export class BreakableText {
  readonly #text: string;
  readonly #breaks: readonly TextBreak[];
  /** Number of columns and line ends up to each offset of the text. */
  readonly #columns: Uint32Array;
  readonly #lineEnds: Uint32Array;

  /** Text before the first word belongs to the first word; text after the last word belongs to the last. */
  constructor(text: string, words: readonly SpokenWord[], languageCode: string) {
    this.#text = text;
    this.#columns = new Uint32Array(text.length + 1);
    this.#lineEnds = new Uint32Array(text.length + 1);
    this.#measure();
    const offsets = [0, ...words.slice(1).map(({ textStart }) => textStart), text.length];
    const [ends, starts] = edgesOf(text);
    this.#breaks = offsets.map((offset) => {
      const end = ends[offset] ?? 0;
      const isAsked = (this.#lineEnds[offset] ?? 0) > (this.#lineEnds[end] ?? 0);
      const before = text.slice(Math.max(0, end - judgedLetters), end);
      const after = text.slice(offset, offset + judgedLetters);
      return {
        end,
        start: starts[offset] ?? text.length,
        isAsked,
        penalty: isAsked ? 0 : senseBreakPenalty(before, after, languageCode),
      };
    });
  }

  #measure(): void {
    let offset = 0;
    for (const letter of this.#text) {
      const columns = (this.#columns[offset] ?? 0) + textColumns(letter);
      const lineEnds = (this.#lineEnds[offset] ?? 0) + (letter === '\n' ? 1 : 0);
      this.#columns.fill(columns, offset + 1, offset + letter.length + 1);
      this.#lineEnds.fill(lineEnds, offset + 1, offset + letter.length + 1);
      offset += letter.length;
    }
  }

  isAsked(at: number): boolean {
    return this.#breaks[at]?.isAsked ?? false;
  }

  /** Returns the cost of a break; one that tears a name, a number or a phrase costs more than its share. */
  costOf(at: number): number {
    const penalty = this.#breaks[at]?.penalty ?? 0;
    return penalty === 7 ? 10 : penalty;
  }

  /** Returns the columns of the text between two breaks, without surrounding white space. */
  columnsBetween(from: number, to: number): number {
    return this.#sumBetween(this.#columns, from, to);
  }

  lineEndsBetween(from: number, to: number): number {
    return this.#sumBetween(this.#lineEnds, from, to);
  }

  #sumBetween(sums: Uint32Array, from: number, to: number): number {
    const start = this.#breaks[from]?.start ?? 0;
    const end = this.#breaks[to]?.end ?? 0;
    return Math.max(0, (sums[end] ?? 0) - (sums[start] ?? 0));
  }

  /** Returns the text between two breaks as a single line. */
  lineBetween(from: number, to: number): string {
    const line = this.#text.slice(this.#breaks[from]?.start ?? 0, this.#breaks[to]?.end ?? 0);
    return line.replace(/\s+/gu, ' ');
  }
}

/** For each offset, returns the end of the last non-space before it and the start of the next non-space after it. */
function edgesOf(text: string): readonly [Uint32Array, Uint32Array] {
  const ends = new Uint32Array(text.length + 1);
  const starts = new Uint32Array(text.length + 1);
  const isSpace = (offset: number) => /\s/u.test(text.charAt(offset));
  for (let offset = 1; offset <= text.length; offset += 1)
    ends[offset] = isSpace(offset - 1) ? (ends[offset - 1] ?? 0) : offset;
  starts[text.length] = text.length;
  for (let offset = text.length - 1; offset >= 0; offset -= 1)
    starts[offset] = isSpace(offset) ? (starts[offset + 1] ?? 0) : offset;
  return [ends, starts];
}
