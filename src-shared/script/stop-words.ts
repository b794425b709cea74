import { z } from 'zod';
import data from '../../resources/media/stop-words.json' with { type: 'json' };

/**
 * The little words of languages in Latin letters: what tells one language from another, and what a sentence often
 * begins with. Keys are ISO 639-1.
 */
export const stopWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(z.record(z.string(), z.string().min(1)).parse(data)).map(([languageCode, words]) => [
    languageCode,
    new Set(words.split(' ')),
  ]),
);
