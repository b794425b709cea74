import { z } from 'zod';
import data from '../../../resources/media/color-words.json' with { type: 'json' };

/** Prefixes of colour words in English, Spanish, French, German, Italian, Portuguese and Japanese; hues in degrees. */
const { hues, black, white, dark, light, gray } = z
  .object({
    hues: z.record(z.string(), z.string()),
    black: z.string(),
    white: z.string(),
    dark: z.string(),
    light: z.string(),
    gray: z.string(),
  })
  .parse(data);
const colorWords = Object.entries(hues).map(([degrees, words]) => [Number(degrees), words] as const);
const darkWords = `${black} ${dark}`;
const lightWords = `${white} ${light}`;

/** Returns the hues that a style names, in that order, as degrees of the Oklab colour circle. */
export function huesNamedIn(style: string): number[] {
  const places = colorWords.flatMap(([hueDegrees, words]) =>
    words.split(' ').map((word) => ({ hueDegrees, place: placeOf(style.toLowerCase(), word) })),
  );
  const named = places.filter(({ place }) => place >= 0).toSorted((a, b) => a.place - b.place);
  return [...new Set(named.map(({ hueDegrees }) => hueDegrees))];
}

/** Matches prepositions before the ground: `ink on white paper`, `auf schwarzem Grund`, `sobre fondo blanco`. */
const onSheet = / (?:on|against|auf|vor|sobre|sur|su) /u;

/**
 * Returns whether a style requests dark or light sheets; null for neither. If it names both, the ground of the drawing
 * decides.
 */
export function toneNamedIn(style: string): 'dark' | 'light' | null {
  const darkPlace = firstPlaceOf(style, darkWords);
  const lightPlace = firstPlaceOf(style, lightWords);
  if (darkPlace >= 0 !== lightPlace >= 0) return darkPlace >= 0 ? 'dark' : 'light';
  const sheet = darkPlace < 0 ? undefined : wordsOf(style).split(onSheet).slice(1).at(-1);
  if (sheet === undefined) return null;
  const darkSheet = firstPlaceOf(sheet, darkWords);
  const lightSheet = firstPlaceOf(sheet, lightWords);
  if (darkSheet >= 0 && lightSheet >= 0) return darkSheet < lightSheet ? 'dark' : 'light';
  return darkSheet >= 0 ? 'dark' : lightSheet >= 0 ? 'light' : null;
}

/** True if a style requests only black, white and grays: it names both or `monochrome`, and no other colour. */
export function isMonochrome(style: string): boolean {
  const isNamed = (words: string): boolean => firstPlaceOf(style, words) >= 0;
  const isGray = isNamed(gray) || (isNamed(black) && isNamed(white));
  return isGray && huesNamedIn(style).length === 0;
}

/** Returns the position of the first of several words; negative if none occurs. */
function firstPlaceOf(style: string, words: string): number {
  const places = words.split(' ').map((word) => placeOf(style.toLowerCase(), word));
  const [first = -1] = places.filter((place) => place >= 0).toSorted((a, b) => a - b);
  return first;
}

/**
 * Returns the position of a word with the given prefix; in scripts without spaces, of the prefix. Negative for none.
 */
function placeOf(style: string, word: string): number {
  if (/^[\p{Script=Han}\p{Script=Katakana}]/u.test(word)) return style.indexOf(word);
  return wordsOf(style).indexOf(` ${word}`);
}

/** Returns the style in lower case after a leading space, with a space for each other character. */
function wordsOf(style: string): string {
  return ` ${style.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ' ')}`;
}
