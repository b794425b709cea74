import type { FontFace } from './font-faces.ts';
import {
  faceSources,
  type FontSource,
  hanSources,
  scriptSources,
  symbolSources,
  type HanStyle,
} from './font-sources.ts';
import { type FontSubset, registerSubset, subsetsOf } from './font-subset.ts';

/** Common characters whose Traditional Chinese form differs from the Simplified one. */
const traditionalOnly =
  /[國這們來說時會對個學開關東車馬門問間見話語讀書長電點經總機實發業產當與為後過還進運邊區醫變應樂]/u;

/**
 * Determines the regional style of a text's Han letters: from the language if it decides, else from letters that only
 * one language uses.
 */
function hanStyleOf(text: string, languageCode = ''): HanStyle {
  const tag = languageCode.toLowerCase();
  if (tag.startsWith('ja')) return 'jp';
  if (tag.startsWith('ko')) return 'kr';
  if (/^(zh|yue).*(hant|tw|hk|mo)/.test(tag)) return 'tc';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  if (/\p{Script=Hangul}/u.test(text)) return 'kr';
  return traditionalOnly.test(text) ? 'tc' : 'sc';
}

/**
 * Returns a CSS font-family list that covers every letter of `text` for which a bundled font exists. Registers the font
 * files. Uses no system fonts, so that a picture looks the same everywhere. The list is never empty.
 *
 * @param languageCode BCP 47; determines the style of Han letters. Without it the text itself decides.
 */
export function fontFamiliesFor(text: string, face: FontFace, languageCode?: string): string {
  const { subsets } = matchFonts(text, face, languageCode);
  for (const subset of subsets) registerSubset(subset);
  return subsets.map((subset) => `"${subset.alias}"`).join(', ');
}

/** Removes control characters and letters that no bundled font has; changes nothing else. */
export function drawableText(text: string, face: FontFace, languageCode?: string): string {
  const clean = text.normalize('NFC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const { missing } = matchFonts(clean, face, languageCode);
  if (missing.size === 0) return clean;
  return [...clean].filter((letter) => !missing.has(letter)).join('');
}

/** True if the text reads from right to left. Its first letter decides. */
export function isRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter);
}

function matchFonts(text: string, face: FontFace, languageCode?: string) {
  const wanted = new Set(
    [...text].filter((letter) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFE00-\uFE0F]/u.test(letter)),
  );
  wanted.add('A');
  const subsets: FontSubset[] = [];
  for (const source of sourcesFor(text, face, languageCode)) {
    if (wanted.size === 0) break;
    subsets.push(...takeSubsets(source, wanted));
  }
  return { subsets, missing: wanted };
}

function sourcesFor(text: string, face: FontFace, languageCode?: string): FontSource[] {
  const han = hanSources(hanStyleOf(text, languageCode));
  return [...faceSources[face], ...scriptSources, ...symbolSources, ...han];
}

/** Returns the files of a typeface that have wanted letters. Removes those letters from `wanted`. */
function takeSubsets(source: FontSource, wanted: Set<string>): FontSubset[] {
  return subsetsOf(source).filter((subset) => {
    const found = [...wanted].filter((letter) => subset.has(letter.codePointAt(0) ?? 0));
    for (const letter of found) wanted.delete(letter);
    return found.length > 0;
  });
}
