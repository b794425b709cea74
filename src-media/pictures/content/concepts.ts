import { z } from 'zod';
import conceptWordData from '../../../resources/media/concept-words.json' with { type: 'json' };
import conceptData from '../../../resources/media/concepts.json' with { type: 'json' };
import { namesOf } from '../../names-of.ts';
import { settings, type SettingName } from '../art/settings/settings.ts';

export type ConceptName = keyof typeof conceptData;

/** What can be drawn: a thing from the icon set, and for some a place where it belongs. */
interface Drawable {
  readonly glyph: string;
  readonly setting?: SettingName | undefined;
}

/**
 * For each concept the words that name it, with spaces between. A word that ends in `*` stands for all that begin
 * with it; without it, for itself and its plain plural.
 */
export type ConceptWords = Readonly<Record<ConceptName, string>>;

const conceptName = namesOf(conceptData);
const drawable = z.object({ glyph: z.string().min(1), setting: namesOf(settings).optional() });

/** The ideas that scenes are most often about. */
export const concepts: Readonly<Record<ConceptName, Drawable>> = z
  .record(conceptName, drawable)
  .parse(conceptData);

/** By ISO 639-1. In Japanese, which has no spaces between words, a word counts wherever its letters stand. */
export const conceptWords: Readonly<Partial<Record<string, ConceptWords>>> = z
  .record(z.string(), z.record(conceptName, z.string().min(1)))
  .parse(conceptWordData);
