import { stopWords } from './stop-words.ts';

/** Languages identified by their letters alone; the first match of a script wins. */
const scripts: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/gu, hanLanguage],
  [/\p{Script=Hangul}/gu, () => 'ko'],
  [/\p{Script=Arabic}/gu, arabicLanguage],
  [/\p{Script=Hebrew}/gu, () => 'he'],
  [/\p{Script=Cyrillic}/gu, cyrillicLanguage],
  [/\p{Script=Devanagari}/gu, () => 'hi'],
  [/\p{Script=Thai}/gu, () => 'th'],
  [/\p{Script=Greek}/gu, () => 'el'],
  [/\p{Script=Bengali}/gu, () => 'bn'],
  [/\p{Script=Tamil}/gu, () => 'ta'],
  [/\p{Script=Telugu}/gu, () => 'te'],
  [/\p{Script=Kannada}/gu, () => 'kn'],
  [/\p{Script=Malayalam}/gu, () => 'ml'],
  [/\p{Script=Gujarati}/gu, () => 'gu'],
  [/\p{Script=Gurmukhi}/gu, () => 'pa'],
  [/\p{Script=Georgian}/gu, () => 'ka'],
  [/\p{Script=Armenian}/gu, () => 'hy'],
  [/\p{Script=Latin}/gu, latinLanguage],
];

/** Letters that identify a Latin language more reliably than a few stop words. */
const tellingLetters: readonly (readonly [RegExp, string])[] = [
  [/[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gu, 'vi'],
  [/[łąęśźżćń]/gu, 'pl'],
  [/[ğışİ]/gu, 'tr'],
  [/[ñ¿¡]/gu, 'es'],
  [/[ß]/gu, 'de'],
  [/[ãõ]/gu, 'pt'],
  [/[șțşţă]/gu, 'ro'],
  [/[őű]/gu, 'hu'],
  [/[ěřů]/gu, 'cs'],
  [/[œ]|\b[ldjcsn]['’](?=[\p{L}])/gu, 'fr'],
];

/** Number of languages that share a stop word. A word that many share, such as "a" in ten of them, counts little. */
const languagesWith: ReadonlyMap<string, number> = [...stopWords.values()]
  .flatMap((known) => [...known])
  .reduce((counts, word) => counts.set(word, (counts.get(word) ?? 0) + 1), new Map<string, number>());

/**
 * Detects the language of a text, as ISO 639-1: from its letters, and for Latin letters from its stop words. English
 * without any evidence.
 */
export function detectLanguage(text: string): string {
  // The beginning suffices; 100,000 characters would not improve the result.
  const sample = text.slice(0, 8_000).normalize('NFC').toLowerCase();
  let best: { count: number; languageOf: (text: string) => string } | null = null;
  for (const [letters, languageOf] of scripts) {
    const weight = languageOf === hanLanguage ? 2.5 : 1;
    const count = (sample.match(letters)?.length ?? 0) * weight;
    if (count > (best?.count ?? 0)) best = { count, languageOf };
  }
  return best ? best.languageOf(sample) : 'en';
}

function hanLanguage(text: string): string {
  const kana = text.match(/\p{Script=Hiragana}|\p{Script=Katakana}/gu)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return kana > 0 && kana * 12 >= han ? 'ja' : 'zh';
}

function arabicLanguage(text: string): string {
  if (/[ٹڈڑےں]/u.test(text)) return 'ur';
  return /[پچژگ]/u.test(text) ? 'fa' : 'ar';
}

function cyrillicLanguage(text: string): string {
  if (/[іїєґ]/u.test(text)) return /ў/u.test(text) ? 'be' : 'uk';
  if (/[ђјљњћџ]/u.test(text)) return 'sr';
  return !/[ыэё]/u.test(text) && /ъ[\p{L}]/u.test(text) ? 'bg' : 'ru';
}

function latinLanguage(text: string): string {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const scores = new Map<string, number>();
  for (const [languageCode, known] of stopWords) {
    const telling = words.filter((word) => known.has(word));
    scores.set(
      languageCode,
      telling.reduce((sum, word) => sum + 1 / (languagesWith.get(word) ?? 1), 0),
    );
  }
  for (const [letters, languageCode] of tellingLetters) {
    const found = Math.min(text.match(letters)?.length ?? 0, 2 + words.length / 3);
    scores.set(languageCode, (scores.get(languageCode) ?? 0) + found * 0.8);
  }
  let best = { languageCode: 'en', score: 0 };
  for (const [languageCode, score] of scores) {
    if (score > best.score) best = { languageCode, score };
  }
  return best.languageCode;
}
