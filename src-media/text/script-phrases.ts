import { z } from 'zod';
import data from '../../resources/media/script-phrases.json' with { type: 'json' };

const scriptPhrases = z.object({
  openings: z.array(z.string()).min(1),
  /** A heading and what is said under it. */
  points: z.array(z.tuple([z.string(), z.string()])).min(1),
  closings: z.array(z.string()).min(1),
  about: z.string(),
});

/** Sentences a script is put together from; `%` stands for the topic. They say nothing about it that could be wrong. */
type ScriptPhrases = z.output<typeof scriptPhrases>;

/** By ISO 639-1; other languages are written in English. */
const phrasesByLanguage = new Map(Object.entries(z.record(z.string(), scriptPhrases).parse(data)));

/** The phrases of a language. @param languageCode BCP 47 */
export function phrasesOf(languageCode: string): ScriptPhrases {
  const own = phrasesByLanguage.get(languageCode.split('-')[0] ?? '') ?? phrasesByLanguage.get('en');
  if (!own) throw new Error('There are no phrases.');
  return own;
}
