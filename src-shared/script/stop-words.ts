import { z } from 'zod';
import shortData from '../../resources/media/short-words.json' with { type: 'json' };
import data from '../../resources/media/stop-words.json' with { type: 'json' };

const listsSchema = z.record(z.string(), z.string().min(1));

function listsOf(lists: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(listsSchema.parse(lists)).map(([languageCode, words]) => [
      languageCode,
      new Set(words.split(' ')),
    ]),
  );
}

/**
 * Stop words of languages in Latin letters. They identify the language and often begin a sentence. Keys are ISO 639-1.
 */
export const stopWords = listsOf(data);

/** Other short, common words of the same languages, which identify the language of a short text. */
export const shortWords = listsOf(shortData);
