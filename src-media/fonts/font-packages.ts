/**
 * URLs of the index files in which each typeface's package lists its font files and their letters. Each URL is spelled
 * out, so that tools find the dependencies. The font files lie in the package's folder `files`.
 */
export const fontIndexUrls = {
  'bricolage-grotesque': () => import.meta.resolve('@fontsource-variable/bricolage-grotesque/unicode.json'),
  caveat: () => import.meta.resolve('@fontsource-variable/caveat/unicode.json'),
  fraunces: () => import.meta.resolve('@fontsource-variable/fraunces/unicode.json'),
  fredoka: () => import.meta.resolve('@fontsource-variable/fredoka/unicode.json'),
  inter: () => import.meta.resolve('@fontsource-variable/inter/unicode.json'),
  'jetbrains-mono': () => import.meta.resolve('@fontsource-variable/jetbrains-mono/unicode.json'),
  'noto-emoji': () => import.meta.resolve('@fontsource-variable/noto-emoji/unicode.json'),
  'noto-sans-arabic': () => import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  'noto-sans-armenian': () => import.meta.resolve('@fontsource-variable/noto-sans-armenian/unicode.json'),
  'noto-sans-bengali': () => import.meta.resolve('@fontsource-variable/noto-sans-bengali/unicode.json'),
  'noto-sans-devanagari': () => import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  'noto-sans-ethiopic': () => import.meta.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json'),
  'noto-sans-georgian': () => import.meta.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'),
  'noto-sans-gujarati': () => import.meta.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json'),
  'noto-sans-gurmukhi': () => import.meta.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json'),
  'noto-sans-hebrew': () => import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  'noto-sans-jp': () => import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-kannada': () => import.meta.resolve('@fontsource-variable/noto-sans-kannada/unicode.json'),
  'noto-sans-kr': () => import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  'noto-sans-malayalam': () => import.meta.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json'),
  'noto-sans-sc': () => import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-sinhala': () => import.meta.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json'),
  'noto-sans-symbols': () => import.meta.resolve('@fontsource-variable/noto-sans-symbols/unicode.json'),
  'noto-sans-tamil': () => import.meta.resolve('@fontsource-variable/noto-sans-tamil/unicode.json'),
  'noto-sans-tc': () => import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  'noto-sans-telugu': () => import.meta.resolve('@fontsource-variable/noto-sans-telugu/unicode.json'),
  'noto-sans-thai': () => import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  nunito: () => import.meta.resolve('@fontsource-variable/nunito/unicode.json'),
  oswald: () => import.meta.resolve('@fontsource-variable/oswald/unicode.json'),
  'playfair-display': () => import.meta.resolve('@fontsource-variable/playfair-display/unicode.json'),
  'source-serif-4': () => import.meta.resolve('@fontsource-variable/source-serif-4/unicode.json'),
  'space-grotesk': () => import.meta.resolve('@fontsource-variable/space-grotesk/unicode.json'),
};

/** Name of a typeface, and of its package in the `@fontsource-variable` scope. */
export type FontName = keyof typeof fontIndexUrls;
