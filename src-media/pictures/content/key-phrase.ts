import { bareWord, isSpaceless, splitClauses, visualLength, wordsIn } from './clauses.ts';
import { littleWordsOf } from './stop-words.ts';

/** Width limits in average Latin letters. */
const shortest = 8;
const longest = 46;

/**
 * Returns the first part of a text that makes sense alone and is short enough for a headline: a clause, or what stands
 * before a word that joins another. A verbatim part of the text; null if there is none.
 */
export function keyPhrase(text: string, languageCode: string): string | null {
  const little = littleWordsOf(languageCode);
  const joiners = little?.joiners ?? new Set<string>();
  const conjunctions = little?.conjunctions ?? new Set<string>();
  const parts = splitClauses(text)
    .slice(0, 24)
    .flatMap(({ text: clause }) => splitAt(clause, conjunctions));
  const fitting = parts.filter((part) => {
    const [first = '', ...more] = wordsIn(part);
    const isWhole = isSpaceless(part) || (more.length > 0 && !joiners.has(bareWord(first)));
    return isWhole && visualLength(part) <= longest && visualLength(part) >= shortest;
  });
  const best = fitting[0];
  return best === undefined ? null : tidyPhrase(best);
}

function splitAt(clause: string, conjunctions: ReadonlySet<string>): string[] {
  const words = wordsIn(clause);
  const at = words.findIndex((word, index) => index > 2 && conjunctions.has(bareWord(word)));
  return at < 0
    ? [clause]
    : [words.slice(0, at).join(' '), ...splitAt(words.slice(at + 1).join(' '), conjunctions)];
}

/** Formats a phrase as a headline: without punctuation at its ends, with a capital first letter. */
export function tidyPhrase(text: string): string {
  const bare = text
    .trim()
    .replace(/^[\s.,;:–—\-'"“”«»„。、]+|[\s.,;:–—\-'"“”«»„。、]+$/gu, '')
    .trim();
  const [first = '', ...rest] = [...bare];
  return first.toUpperCase().length === first.length ? first.toUpperCase() + rest.join('') : bare;
}
