import type { transliterate } from 'transliteration';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const han = /\p{Script=Han}/u;
const readAsJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々]+/gu;

/** German replacements of umlauts. In other languages the same letters lose their dots. */
const germanUmlauts: readonly [string, string][] = [
  ['Ä', 'Ae'],
  ['Ö', 'Oe'],
  ['Ü', 'Ue'],
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
];

function isOfLanguage(languageCode: string, language: string): boolean {
  return languageCode.toLowerCase().split('-')[0] === language;
}

/**
 * Returns the language in which to read a script's texts. A script with kana counts as Japanese, unless it is Chinese
 * and merely quotes some.
 * @param languageCode BCP 47
 */
export function readingLanguage(languageCode: string, texts: readonly string[]): string {
  const hasKana = !isOfLanguage(languageCode, 'zh') && texts.some((text) => kana.test(text));
  return hasKana ? 'ja' : languageCode;
}

/**
 * True if a text must be read as Japanese: it has kana, or kanji in a Japanese script.
 * @param languageCode BCP 47
 */
export function isJapanese(text: string, languageCode: string): boolean {
  return kana.test(text) || (isOfLanguage(languageCode, 'ja') && han.test(text));
}

/**
 * Transliterates a text to Latin letters.
 * @param languageCode BCP 47
 */
export type LatinText = (text: string, languageCode: string) => string;

/** Loads the transliteration, whose tables most starts of a program do not need. */
export async function loadLatinText(): Promise<LatinText> {
  const { transliterate } = await import('transliteration');
  return (text, languageCode) => latinText(text, languageCode, transliterate);
}

/**
 * Transliterates a text to Latin letters, with spaces between words if the script has none. Omits kana and kanji of a
 * Japanese text: they need a dictionary, and must not be read as Chinese.
 * @param languageCode BCP 47
 */
function latinText(text: string, languageCode: string, toLatin: typeof transliterate): string {
  const composed = text.normalize('NFC');
  const readable = isJapanese(composed, languageCode) ? composed.replace(readAsJapanese, ' ') : composed;
  const replace = isOfLanguage(languageCode, 'de') ? germanUmlauts : [];
  let latin = '';
  let followsWord = false;
  for (const { segment, isWordLike } of new Intl.Segmenter('und', { granularity: 'word' }).segment(
    readable,
  )) {
    const plain = toLatin(segment, { replace: [...replace] });
    latin += isWordLike ? (followsWord ? ' ' : '') + plain.replace(/[\s'’`"]+/g, '') : plain;
    followsWord = isWordLike === true;
  }
  return latin;
}
