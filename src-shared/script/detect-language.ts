import { shortWords, stopWords } from './stop-words.ts';

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
  [/[œ]|(?<![\p{L}'’])[ldjcsn]['’](?=[\p{L}])/gu, 'fr'],
];

/** Matches web and e-mail addresses, names of accounts and hashtags, which are in no language. */
const isAddress = /^\p{P}*[#@]\p{L}|:\/\/|[\p{L}\p{N}][.@]\p{L}{2}/u;
/** Ends of English words, as in “it’s” and “don’t”. */
const englishEnds = /(?<=\p{L})['’](?:s|t|m|d|re|ve|ll)(?!\p{L})/gu;
/** A letter that English does not have. Leaves out “é” within a word, as in “café”. */
const foreignLetter = /(?![a-zé])\p{L}|(?<!\p{L})é(?!\p{L})/u;
/** Words of other languages that English names begin with, and words that English has too. */
const inNames = new Set('al con da dar de del des di do du las los men pro san van von'.split(' '));

/** All words that identify a language, by language. */
const tellingWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...stopWords].map(([languageCode, words]) => [
    languageCode,
    new Set([...words, ...(shortWords.get(languageCode) ?? [])]),
  ]),
);

/** Number of languages that share a word. A word that many share, such as "a" in ten of them, counts little. */
const languagesWith: ReadonlyMap<string, number> = [...tellingWords.values()]
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

/**
 * Finds the language with the most evidence. Another language than English needs a telling letter or two different
 * words that are not English. One suffices if the text has letters that English does not have, or no English words,
 * unless names and English texts have it too: “Los Angeles”, “men”.
 */
function latinLanguage(text: string): string {
  const spoken = text.split(/\s+/u).filter((token) => !isAddress.test(token));
  const prose = spoken.join(' ').replaceAll(englishEnds, ' ');
  const words = prose.match(/[\p{L}\p{M}]+/gu) ?? [];
  const isForeign = foreignLetter.test(prose);
  const english = tellingWords.get('en');
  let best = { languageCode: 'en', score: 0 };
  for (const [languageCode, known] of tellingWords) {
    const found = words.filter((word) => known.has(word));
    const telling = new Set(found.filter((word) => english?.has(word) !== true));
    const isAlone = (): boolean => words.every((word) => known.has(word) || english?.has(word) !== true);
    const hasWord = isForeign
      ? telling.size > 0
      : isAlone() && [...telling].some((word) => !inNames.has(word));
    const letters = countTellingLetters(prose, languageCode);
    if (languageCode !== 'en' && letters === 0 && telling.size < 2 && !hasWord) continue;
    const score =
      found.reduce((sum, word) => sum + 1 / (languagesWith.get(word) ?? 1), 0) +
      Math.min(letters, 2 + words.length / 3) * 0.8;
    if (score > best.score) best = { languageCode, score };
  }
  return best.languageCode;
}

function countTellingLetters(text: string, languageCode: string): number {
  const letters = tellingLetters.find(([, each]) => each === languageCode)?.[0];
  return letters ? (text.match(letters)?.length ?? 0) : 0;
}
