import { z } from 'zod';
import data from '../../resources/media/script-phrases.json' with { type: 'json' };

const scriptPhrases = z.object({
  openings: z.array(z.string()).min(1),
  /** A heading and the text below it. */
  points: z.array(z.tuple([z.string(), z.string()])).min(1),
  closings: z.array(z.string()).min(1),
  about: z.string(),
});

/** Sentence templates for scripts; `%` stands for the topic. They make no claims about it that could be wrong. */
type ScriptPhrases = z.output<typeof scriptPhrases>;

/** Phrases by ISO 639-1 code; other languages use English. */
const phrasesByLanguage = new Map(Object.entries(z.record(z.string(), scriptPhrases).parse(data)));

/** Returns the phrases of a language. @param languageCode BCP 47 */
export function phrasesOf(languageCode: string): ScriptPhrases {
  const own = phrasesByLanguage.get(languageCode.split('-')[0] ?? '') ?? phrasesByLanguage.get('en');
  if (!own) throw new Error('There are no phrases.');
  return own;
}
