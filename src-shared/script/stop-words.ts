import { z } from 'zod';
import data from '../../resources/media/stop-words.json' with { type: 'json' };

/**
 * Stop words of languages in Latin letters. They identify the language and often begin a sentence. Keys are ISO 639-1.
 */
export const stopWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(z.record(z.string(), z.string().min(1)).parse(data)).map(([languageCode, words]) => [
    languageCode,
    new Set(words.split(' ')),
  ]),
);
