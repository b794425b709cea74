import type { HanStyle } from './font-sources.ts';

/** Everyday letters that are written one way in Simplified and another in Traditional Chinese. */
const traditionalOnly =
  /[國這們來說時會對個學開關東車馬門問間見話語讀書長電點經總機實發業產當與為後過還進運邊區醫變應樂]/u;

/**
 * In whose shapes the Han letters of a text are drawn: told by the language where it is given, else by the letters
 * that only one language uses.
 */
export function hanStyleOf(text: string, languageCode = ''): HanStyle {
  const tag = languageCode.toLowerCase();
  if (tag.startsWith('ja')) return 'jp';
  if (tag.startsWith('ko')) return 'kr';
  if (/^(zh|yue).*(hant|tw|hk|mo)/.test(tag)) return 'tc';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  if (/\p{Script=Hangul}/u.test(text)) return 'kr';
  return traditionalOnly.test(text) ? 'tc' : 'sc';
}
