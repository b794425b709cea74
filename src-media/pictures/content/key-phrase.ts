import { steps } from '../art/geometry.ts';
import { bareWord, type Clause, isSpaceless, splitClauses, visualLength, wordsIn } from './clauses.ts';
import { type LittleWords, littleWordsOf } from './stop-words.ts';

const maxWords = 6;
/** A complete clause may be slightly longer than a part of one. */
const maxWordsOfClause = 8;
/** Maximum width in average Latin letters. */
const longest = 44;

/**
 * Returns a few words of the scene that work as a headline. They are a verbatim part of the text and make sense at both
 * ends. Null if the text has none: a picture without words is better than a broken phrase.
 *
 * @param favoured bare words that raise a phrase's score, such as those that name what is drawn
 */
export function keyPhrase(text: string, languageCode: string, favoured: ReadonlySet<string>): string | null {
  const clauses = splitClauses(text).slice(0, 24);
  const little = littleWordsOf(languageCode);
  const candidates = clauses.flatMap((clause, index) => {
    const early = 0.25 / (1 + index);
    return candidatesIn(clause, little, favoured).map((candidate) => ({
      ...candidate,
      score: candidate.score + early,
    }));
  });
  const best = candidates.toSorted((a, b) => b.score - a.score)[0];
  return best ? tidyPhrase(best.text) : null;
}

/** Formats a phrase as a headline: without punctuation at its ends, with a capital first letter. */
export function tidyPhrase(text: string): string {
  const bare = text
    .trim()
    .replace(/^[\s.,;:–—\-'"“”«»„]+|[\s.,;:–—\-'"“”«»„]+$/gu, '')
    .trim();
  const [first = '', ...rest] = [...bare];
  return first.toUpperCase().length === first.length ? first.toUpperCase() + rest.join('') : bare;
}

interface Candidate {
  readonly text: string;
  readonly score: number;
}

function candidatesIn(
  clause: Clause,
  little: LittleWords | null,
  favoured: ReadonlySet<string>,
): Candidate[] {
  const whole = clause.text;
  if (isSpaceless(whole) || !little) {
    const length = visualLength(whole);
    const isShort = length <= longest && (isSpaceless(whole) || wordsIn(whole).length <= maxWords + 1);
    return isShort && length >= 4 ? [{ text: whole, score: 1 - Math.abs(length - 20) / 60 }] : [];
  }
  return windowsOf(clause, little, favoured);
}

/** Returns all phrases of a clause that make sense at both ends, with their scores. */
function windowsOf(clause: Clause, little: LittleWords, favoured: ReadonlySet<string>): Candidate[] {
  const words = wordsIn(clause.text).slice(0, 60);
  const bare = words.map(bareWord);
  const spans = spansOf(bare, little).map(({ start, end }) => ({
    start,
    end,
    text: words.slice(start, end).join(' '),
  }));
  return spans
    .filter(({ text }) => visualLength(text) <= longest)
    .map(({ start, end, text }) => {
      const isWhole = start === 0 && end === words.length;
      const content = contentScore(bare.slice(start, end), little, favoured);
      return { text, score: content + (isWhole ? wholeScore(clause) : edgeScore(start, end, bare, little)) };
    });
}

/** Returns spans of up to six words that neither start nor end with a stop word, and the whole clause if short. */
function spansOf(bare: readonly string[], little: LittleWords): { start: number; end: number }[] {
  const isStop = (index: number) => little.stops.has(bare[index] ?? '');
  const mayStart = (index: number) => !isStop(index) || little.openers.has(bare[index] ?? '');
  const spans = bare.flatMap((_, start) =>
    steps(Math.min(maxWords, bare.length - start)).map((length) => ({ start, end: start + length + 1 })),
  );
  const parts = spans.filter(
    ({ start, end }) => mayStart(start) && !isStop(end - 1) && end - start < bare.length,
  );
  const isShort = bare.length <= maxWordsOfClause && !little.joiners.has(bare[0] ?? '');
  return isShort ? [...parts, { start: 0, end: bare.length }] : parts;
}

function edgeScore(start: number, end: number, bare: readonly string[], little: LittleWords): number {
  return startScore(start, bare, little) + endScore(bare[end], little) - spanCost(start, end, bare, little);
}

/** Scores a complete clause. A sentence is better than a part that leads up to one. */
function wholeScore({ endMark }: Clause): number {
  return /^[,;:–—-]/u.test(endMark) ? 1.1 : 1.7;
}

/** Returns the penalty of a span that starts inside a clause, where only few words surely belong together. */
function spanCost(start: number, end: number, bare: readonly string[], little: LittleWords): number {
  if (start === 0) return 0;
  const words = bare.slice(start, end);
  const telling = words.filter((word) => !little.stops.has(word)).length;
  return 0.3 * jointsWithin(words.slice(1, -1), little) + Math.max(0, telling - 3);
}

/** Counts stop words inside a phrase that join separate parts. Words like "of" do not count. */
function jointsWithin(words: readonly string[], little: LittleWords): number {
  const harmless = new Set(['of', 'de', 'da', 'do', 'di', 'del', 'du', 'des', 'von', 'der']);
  return words.filter((word) => little.stops.has(word) && !little.openers.has(word) && !harmless.has(word))
    .length;
}

/** Scores the start: good after a stop word that ends the previous part; bad after an article, which belongs to it. */
function startScore(start: number, bare: readonly string[], little: LittleWords): number {
  const previous = bare[start - 1];
  if (previous === undefined) return 0.7;
  if (little.subjects.has(previous)) return -0.6;
  if (little.openers.has(previous) || little.binders.has(previous)) return -0.25;
  if (little.stops.has(previous)) return 0.35;
  return little.openers.has(bare[start] ?? '') ? 0.1 : -0.6;
}

/**
 * Scores the end: good before a stop word that begins a new part. An article there cuts off a verb's object, and "than"
 * leaves a comparison open.
 */
function endScore(next: string | undefined, little: LittleWords): number {
  if (next === undefined) return 0.8;
  if (next === 'than' || little.openers.has(next) || little.binders.has(next)) return -0.35;
  if (little.subjects.has(next)) return 0;
  return little.stops.has(next) ? 0.5 : -0.3;
}

function contentScore(words: readonly string[], little: LittleWords, favoured: ReadonlySet<string>): number {
  const weights = words.map((word) => {
    if (little.stops.has(word)) return -0.12;
    return 0.16 + Math.min(0.2, word.length / 45) + (favoured.has(word) ? 0.35 : 0);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const single = words.length === 1 ? -0.5 : 0;
  return sum + single - Math.max(0, words.length - 5) * 0.16;
}
