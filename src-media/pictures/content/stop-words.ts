import { z } from 'zod';
import data from '../../../resources/media/headline-words.json' with { type: 'json' };

/**
 * Little words of a language: they may stand inside a headline but make a poor start or end of one. `openers` may
 * start it: articles and the like.
 */
export interface LittleWords {
  readonly stops: ReadonlySet<string>;
  readonly openers: ReadonlySet<string>;
  /** They hang what follows on what went before: no sentence of its own begins with one. */
  readonly joiners: ReadonlySet<string>;
  /** What follows them is a verb, which makes no start. */
  readonly subjects: ReadonlySet<string>;
  /** They belong to what follows, and still make no start. */
  readonly binders: ReadonlySet<string>;
}

const words = z.string().min(1);
const littleWords = z
  .record(
    z.string(),
    z.object({ stops: words, joiners: words, subjects: words, openers: words, binders: words.optional() }),
  )
  .parse(data);

/** Null for a language whose little words are not known: its sentences are then only taken whole. */
export function littleWordsOf(languageCode: string): LittleWords | null {
  const known = littleWords[languageCode.slice(0, 2).toLowerCase()];
  if (!known) return null;
  const wordSet = (words = '') => new Set(words.split(' '));
  return {
    stops: wordSet(known.stops),
    openers: wordSet(known.openers),
    joiners: wordSet(known.joiners),
    subjects: wordSet(known.subjects),
    binders: wordSet(known.binders),
  };
}
