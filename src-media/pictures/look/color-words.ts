/** Prefixes of colour words in English, Spanish, French, German, Italian, Portuguese and Japanese. */
const colorWords: readonly (readonly [hueDegrees: number, words: string])[] = [
  [27, 'red crimson scarlet rojo rouge rot rosso vermelho 赤'],
  [55, 'orange terracotta naranja arancio laranja オレンジ'],
  [75, 'brown marrón marron brun braun castanho sepia 茶色'],
  [92, 'yellow gold mustard amarill jaune gelb giallo dourad 黄 金色'],
  [145, 'green emerald olive verde vert grün 緑'],
  [192, 'teal turquoise cyan turques türkis aqua mint 青緑'],
  [258, 'blue navy azul bleu blau blu azzurr 青'],
  [300, 'purple violet lavender lila morado púrpura roxo viola 紫'],
  [352, 'pink magenta rosa rose ピンク 桃色'],
];

/** Returns the hues that a style names, in that order, as degrees of the Oklab colour circle. */
export function huesNamedIn(style: string): number[] {
  const places = colorWords.flatMap(([hueDegrees, words]) =>
    words.split(' ').map((word) => ({ hueDegrees, place: placeOf(style.toLowerCase(), word) })),
  );
  const named = places.filter(({ place }) => place >= 0).toSorted((a, b) => a.place - b.place);
  return [...new Set(named.map(({ hueDegrees }) => hueDegrees))];
}

const blackWords = 'black negr noir schwarz nero nera preto preta 黒';
const whiteWords = 'white blanc weiß weiss bianc branc 白';
const darkWords = `${blackWords} dark night midnight oscur noche sombre nuit dunkel nacht scur notte escur noite 暗 夜`;
const lightWords = `${whiteWords} light bright airy clar luminos clair hell chiar 明る`;
const grayWords = 'monochrom grayscale greyscale graustufen モノクロ';

/** Matches prepositions before the ground: `ink on white paper`, `auf schwarzem Grund`, `sobre fondo blanco`. */
const onSheet = / (?:on|against|auf|vor|sobre|sur|su) /u;

/**
 * Returns whether a style requests dark or light sheets; null for neither. If it names both, the ground of the drawing
 * decides.
 */
export function toneNamedIn(style: string): 'dark' | 'light' | null {
  const dark = firstPlaceOf(style, darkWords);
  const light = firstPlaceOf(style, lightWords);
  if (dark >= 0 !== light >= 0) return dark >= 0 ? 'dark' : 'light';
  const sheet = dark < 0 ? undefined : wordsOf(style).split(onSheet).slice(1).at(-1);
  if (sheet === undefined) return null;
  const darkSheet = firstPlaceOf(sheet, darkWords);
  const lightSheet = firstPlaceOf(sheet, lightWords);
  if (darkSheet >= 0 && lightSheet >= 0) return darkSheet < lightSheet ? 'dark' : 'light';
  return darkSheet >= 0 ? 'dark' : lightSheet >= 0 ? 'light' : null;
}

/** True if a style requests only black, white and grays: it names both or `monochrome`, and no other colour. */
export function isMonochrome(style: string): boolean {
  const isNamed = (words: string): boolean => firstPlaceOf(style, words) >= 0;
  const isGray = isNamed(grayWords) || (isNamed(blackWords) && isNamed(whiteWords));
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
