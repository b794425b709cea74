import { z } from 'zod';
import conceptWordData from '../../../resources/media/concept-words.json' with { type: 'json' };
import conceptData from '../../../resources/media/concepts.json' with { type: 'json' };
import { namesOf } from '../../names-of.ts';
import { settings, type SettingName } from '../art/settings/settings.ts';

export type ConceptName = keyof typeof conceptData;

/** A drawable concept: a thing from the icon set, and for some a place where it belongs. */
interface Drawable {
  readonly glyph: string;
  readonly setting?: SettingName | undefined;
}

/**
 * Words that name each concept, separated by spaces. A word that ends in `*` matches all words with that beginning; any
 * other matches itself and its regular plural.
 */
export type ConceptWords = Readonly<Record<ConceptName, string>>;

const conceptName = namesOf(conceptData);
const drawable = z.object({ glyph: z.string().min(1), setting: namesOf(settings).optional() });

/** The concepts that scenes mention most often. */
export const concepts: Readonly<Record<ConceptName, Drawable>> = z
  .record(conceptName, drawable)
  .parse(conceptData);

/** By ISO 639-1 code. Japanese has no spaces between words, so a word matches anywhere in the text. */
export const conceptWords: Readonly<Partial<Record<string, ConceptWords>>> = z
  .record(z.string(), z.record(conceptName, z.string().min(1)))
  .parse(conceptWordData);
