import { transliterate } from 'transliteration';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const han = /\p{Script=Han}/u;
const readAsJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々]+/gu;

/** How German writes umlauts where it has none; elsewhere the same letters lose their dots. */
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
 * The language to read a script's texts in. A script with kana counts as Japanese, unless it is Chinese and quotes
 * some.
 * @param languageCode BCP 47
 */
export function readingLanguage(languageCode: string, texts: readonly string[]): string {
  const hasKana = !isOfLanguage(languageCode, 'zh') && texts.some((text) => kana.test(text));
  return hasKana ? 'ja' : languageCode;
}

/**
 * Whether a text has to be read as Japanese: it has kana, or kanji in a Japanese script.
 * @param languageCode BCP 47
 */
export function isJapanese(text: string, languageCode: string): boolean {
  return kana.test(text) || (isOfLanguage(languageCode, 'ja') && han.test(text));
}

/**
 * Transliterates a text to Latin letters, with a space between words where the script has none. Kana and kanji of a
 * Japanese text are left out: they need a dictionary, and are never read as Chinese.
 * @param languageCode BCP 47
 */
export function latinText(text: string, languageCode: string): string {
  const composed = text.normalize('NFC');
  const readable = isJapanese(composed, languageCode) ? composed.replace(readAsJapanese, ' ') : composed;
  const replace = isOfLanguage(languageCode, 'de') ? germanUmlauts : [];
  let latin = '';
  let followsWord = false;
  for (const { segment, isWordLike } of new Intl.Segmenter('und', { granularity: 'word' }).segment(
    readable,
  )) {
    const plain = transliterate(segment, { replace: [...replace] });
    latin += isWordLike ? (followsWord ? ' ' : '') + plain.replace(/[\s'’`"]+/g, '') : plain;
    followsWord = isWordLike === true;
  }
  return latin;
}
