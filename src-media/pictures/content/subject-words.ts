import { z } from 'zod';
import data from '../../../resources/media/subjects.json' with { type: 'json' };

const words = z.string().min(1);

/**
 * `words`: the nouns that surely name each drawing, by ISO 639-1 code and drawing; a hyphen stands for a space.
 * `alsoVerbs`: those of the English ones that are also verbs. `rivals`: words beside which an English one has another
 * meaning.
 */
const subjects = z
  .object({
    words: z.record(z.string(), z.record(z.string(), words)),
    alsoVerbs: words,
    rivals: z.record(z.string(), words),
  })
  .parse(data);

const drawingsByLanguage = new Map(
  Object.entries(subjects.words).map(([language, drawings]) => [
    language,
    new Map(
      Object.entries(drawings).flatMap(([glyph, named]) => named.split(' ').map((word) => [word, glyph])),
    ),
  ]),
);

const alsoVerbs = new Set(subjects.alsoVerbs.split(' '));

/** Returns the drawing of each noun of a language; null for a language without any. */
export function drawingsIn(language: string): ReadonlyMap<string, string> | null {
  return drawingsByLanguage.get(language) ?? null;
}

/** All drawings that words can name. */
export const drawings: readonly string[] = [
  ...new Set(Object.values(subjects.words).flatMap((named) => Object.keys(named))),
];

/** True if an English noun is also a verb. */
export function isAlsoVerb(word: string): boolean {
  return alsoVerbs.has(word);
}

/** Returns the words beside which an English noun means something else. */
export function rivalsOf(word: string): readonly string[] {
  return subjects.rivals[word]?.split(' ') ?? [];
}
