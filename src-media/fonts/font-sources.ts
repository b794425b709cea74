import type { FontFace } from './font-faces.ts';
import type { FontName } from './font-packages.ts';

/** A typeface as packaged: a folder of woff2 files, one per range of letters. All are OFL 1.1. */
export interface FontSource {
  readonly name: FontName;
  /** Axes of variation, which select the package's files. */
  readonly axes: 'wght' | 'opsz' | 'full';
  readonly slope: 'normal' | 'italic';
  /**
   * Letters beyond Latin-1 for which the package's index is reliable. For all others the index lists more than the font
   * has.
   */
  readonly everydayLetters: RegExp | null;
}

const everydayLetters: Partial<Readonly<Record<FontName, RegExp>>> = {
  inter:
    /[\u0100-\u0130\u0132-\u0148\u014A-\u0151\u0154-\u017F\u01A0\u01A1\u01AF\u01B0\u0218-\u021B\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u045F\u1EA0-\u1EF9\u2013\u2014\u2018-\u201A\u201C-\u201E\u2026\u20AC]/u,
  'noto-sans-jp': /[\u3001-\u3003\u3005\u3008-\u3011\u3041-\u3096\u30A1-\u30FE\u4E00-\u9FEF\uFF01-\uFF5A]/u,
  'noto-sans-kr': /[\u3001-\u3003\u3008-\u3011\uAC00-\uD7A3]/u,
  'noto-sans-sc': /[\u3001-\u3003\u3008-\u3011\u4E00-\u9FEF\uFF01-\uFF5A]/u,
  'noto-sans-arabic': /[\u0621-\u063A\u0641-\u0652\u0660-\u0669]/u,
  'noto-sans-hebrew': /[\u05D0-\u05EA]/u,
  'noto-sans-devanagari': /[\u0905-\u0939\u093D-\u0940\u0966-\u096F]/u,
  'noto-sans-thai': /[\u0E01-\u0E3A\u0E3F-\u0E5B]/u,
};

function source(
  name: FontName,
  axes: FontSource['axes'] = 'wght',
  slope: FontSource['slope'] = 'normal',
): FontSource {
  return { name, axes, slope, everydayLetters: everydayLetters[name] ?? null };
}

const inter = source('inter');
const sourceSerif = source('source-serif-4', 'opsz');
const playfair = source('playfair-display');

/** Typefaces of each face, in order of preference. Letters missing in all of them come from `scriptSources`. */
export const faceSources: Readonly<Record<FontFace, readonly FontSource[]>> = {
  sans: [inter],
  serif: [sourceSerif, inter],
  italic: [source('source-serif-4', 'opsz', 'italic'), sourceSerif, inter],
  display: [source('bricolage-grotesque', 'opsz'), inter],
  mono: [source('jetbrains-mono'), inter],
  elegant: [playfair, sourceSerif, inter],
  retro: [source('fraunces', 'full'), playfair, sourceSerif, inter],
  condensed: [source('oswald'), inter],
  rounded: [source('fredoka'), source('nunito'), inter],
  tech: [source('space-grotesk'), inter],
  hand: [source('caveat'), sourceSerif, inter],
};

/** Typefaces for scripts that the Latin faces lack, narrow ones first. Each letter comes from the first that has it. */
export const scriptSources: readonly FontSource[] = (
  [
    'arabic',
    'hebrew',
    'devanagari',
    'thai',
    'bengali',
    'tamil',
    'telugu',
    'kannada',
    'malayalam',
    'gujarati',
    'gurmukhi',
    'sinhala',
    'georgian',
    'armenian',
    'ethiopic',
  ] as const
).map((script) => source(`noto-sans-${script}`));

/** Signs and pictographs. */
export const symbolSources: readonly FontSource[] = [source('noto-emoji'), source('noto-sans-symbols')];

/** Regional style of Han letters. */
export type HanStyle = 'jp' | 'sc' | 'tc' | 'kr';

const hanOrder: Readonly<Record<HanStyle, readonly HanStyle[]>> = {
  jp: ['jp', 'sc', 'tc', 'kr'],
  sc: ['sc', 'jp', 'tc', 'kr'],
  tc: ['tc', 'sc', 'jp', 'kr'],
  kr: ['kr', 'jp', 'sc', 'tc'],
};

/** Returns the East Asian typefaces, the preferred style first. */
export function hanSources(style: HanStyle): readonly FontSource[] {
  return hanOrder[style].map((name) => source(`noto-sans-${name}`));
}
