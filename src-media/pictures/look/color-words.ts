/** Beginnings of words for colours, in English, Spanish, French, German, Italian, Portuguese and Japanese. */
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

/** The hues that a style names, in the order it names them, as degrees of the Oklab colour circle. */
export function huesNamedIn(style: string): number[] {
  const places = colorWords.flatMap(([hueDegrees, words]) =>
    words.split(' ').map((word) => ({ hueDegrees, place: placeOf(style.toLowerCase(), word) })),
  );
  const named = places.filter(({ place }) => place >= 0).toSorted((a, b) => a.place - b.place);
  return [...new Set(named.map(({ hueDegrees }) => hueDegrees))];
}

const darkWords =
  'dark black night midnight oscur noche sombre nuit dunkel nacht scur notte escur noite 暗 黒 夜';
const lightWords = 'light white bright airy clar blanc luminos clair hell weiß chiar bianc branc 明る 白';

/** Whether a style asks for dark or for light sheets; null where it asks for neither, or for both. */
export function toneNamedIn(style: string): 'dark' | 'light' | null {
  const isNamed = (words: string) => words.split(' ').some((word) => placeOf(style.toLowerCase(), word) >= 0);
  const [isDark, isLight] = [isNamed(darkWords), isNamed(lightWords)];
  return isDark === isLight ? null : isDark ? 'dark' : 'light';
}

/** Where a word of the style begins with the given letters; anywhere in scripts without spaces. Below 0 for nowhere. */
function placeOf(style: string, word: string): number {
  if (/^[\p{Script=Han}\p{Script=Katakana}]/u.test(word)) return style.indexOf(word);
  return ` ${style.replace(/[^\p{L}\p{N}]/gu, ' ')}`.indexOf(` ${word}`);
}
