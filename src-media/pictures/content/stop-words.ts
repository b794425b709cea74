import { z } from 'zod';
import data from '../../../resources/media/headline-words.json' with { type: 'json' };

/**
 * Stop words of a language. They may occur inside a headline but should not start or end it; only `openers`, such as
 * articles, may start it.
 */
export interface LittleWords {
  readonly stops: ReadonlySet<string>;
  readonly openers: ReadonlySet<string>;
  /** They attach what follows to the previous part, so no independent sentence starts with one. */
  readonly joiners: ReadonlySet<string>;
  /** They join what stands alone on either side. */
  readonly conjunctions: ReadonlySet<string>;
}

const words = z.string().min(1);
const littleWords = z
  .record(z.string(), z.object({ stops: words, joiners: words, conjunctions: words, openers: words }))
  .parse(data);

/** Null for a language without stop words; then only complete sentences are used. */
export function littleWordsOf(languageCode: string): LittleWords | null {
  const known = littleWords[languageCode.slice(0, 2).toLowerCase()];
  if (!known) return null;
  const wordSet = (words: string) => new Set(words.split(' '));
  return {
    stops: wordSet(known.stops),
    openers: wordSet(known.openers),
    joiners: wordSet(known.joiners),
    conjunctions: wordSet(known.conjunctions),
  };
}
