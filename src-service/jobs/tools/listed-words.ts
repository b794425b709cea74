/** A word with the text to speak instead. */
export interface PronunciationReplacement {
  readonly original: string;
  readonly replacement: string;
}

/** A character in the form used for comparison. Case is ignored, and a run of white space counts as one space. */
interface Sign {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

interface ListedWord {
  readonly signs: readonly string[];
  readonly replacement: string;
}

interface FoundWord {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

function signsOf(text: string): Sign[] {
  return Array.from(text.matchAll(/\s+|[^]/gu), ({ 0: sign, index }) => ({
    // Converting both ways unites small letters that share a capital: σ and ς, s and ſ.
    folded: /\s/u.test(sign) ? ' ' : sign.toLowerCase().toUpperCase(),
    start: index,
    end: index + sign.length,
  }));
}

function compareWords({ signs: left }: ListedWord, { signs: right }: ListedWord): number {
  const differs = left.findIndex((sign, index) => sign !== right[index]);
  if (differs < 0) return left.length - right.length;
  const own = left[differs] ?? '';
  const other = right[differs] ?? '';
  return own < other ? -1 : 1;
}

/** Whether letters or digits are on both sides of a position. */
function isInsideWord(signs: readonly Sign[], at: number): boolean {
  return [signs[at - 1], signs[at]].every((sign) => /[\p{L}\p{N}]/u.test(sign?.folded ?? ''));
}

/**
 * Finds listed words in texts. The words are sorted, so that words with a common beginning are adjacent. The steps per
 * position depend on the length of the longest word, not on the number of words.
 */
export class ListedWords {
  readonly #words: readonly ListedWord[];

  constructor(replacements: readonly PronunciationReplacement[]) {
    this.#words = replacements
      .filter(({ original }) => original.trim() !== '')
      .map(({ original, replacement }) => ({
        signs: signsOf(original.trim()).map(({ folded }) => folded),
        replacement,
      }))
      .toSorted(compareWords);
  }

  /**
   * Finds whole words without overlaps: the longest at each position, the first listed if equal. If a word begins or
   * ends with a character other than a letter or digit, that character itself is the word boundary.
   */
  findIn(text: string): FoundWord[] {
    if (this.#words.length === 0) return [];
    const signs = signsOf(text);
    const found: FoundWord[] = [];
    for (let at = 0; at < signs.length;) {
      const word = this.#longestAt(signs, at);
      const end = at + (word?.signs.length ?? 1);
      if (word) {
        found.push({
          start: signs[at]?.start ?? 0,
          end: signs[end - 1]?.end ?? 0,
          replacement: word.replacement,
        });
      }
      at = end;
    }
    return found;
  }

  #longestAt(signs: readonly Sign[], at: number): ListedWord | null {
    if (isInsideWord(signs, at)) return null;
    let longest: ListedWord | null = null;
    let low = 0;
    let high = this.#words.length;
    for (let depth = 0; low < high; depth += 1) {
      // Words that end here are sorted before longer ones.
      const ended = this.#words[low];
      if (ended?.signs.length === depth) {
        if (!isInsideWord(signs, at + depth)) longest = ended;
        while (low < high && this.#words[low]?.signs.length === depth) low += 1;
      }
      const sign = signs[at + depth]?.folded;
      if (sign === undefined) break;
      [low, high] = this.#narrow(low, high, depth, sign);
    }
    return longest;
  }

  /** Narrows a range of words that share all earlier signs to those with the given sign at `depth`. */
  #narrow(low: number, high: number, depth: number, sign: string): [number, number] {
    const signAt = (index: number) => this.#words[index]?.signs[depth] ?? '';
    if (signAt(low) === sign && signAt(high - 1) === sign) return [low, high];
    const firstFrom = (start: number, holds: (index: number) => boolean) => {
      let from = start;
      let to = high;
      while (from < to) {
        const middle = (from + to) >> 1;
        if (holds(middle)) to = middle;
        else from = middle + 1;
      }
      return from;
    };
    const from = firstFrom(low, (index) => signAt(index) >= sign);
    return [from, firstFrom(from, (index) => signAt(index) > sign)];
  }
}
