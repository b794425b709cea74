const latin = ['windows-1252'];
const central = ['windows-1250', 'iso-8859-2'];
const cyrillic = ['windows-1251', 'koi8-r'];
const arabic = ['windows-1256'];
const baltic = ['windows-1257'];

/** Encodings of texts that are not in Unicode, the usual one first, by language. */
const encodings: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'af ca da de en es eu fi fr ga gl id is it ms nb nl nn no pt sv sw'.split(' ').map((tag) => [tag, latin]),
  ),
  ...Object.fromEntries('bs cs hr hu pl ro sk sl sq'.split(' ').map((tag) => [tag, central])),
  ...Object.fromEntries('be bg mk ru sr'.split(' ').map((tag) => [tag, cyrillic])),
  ...Object.fromEntries('ar fa ur'.split(' ').map((tag) => [tag, arabic])),
  ...Object.fromEntries('et lt lv'.split(' ').map((tag) => [tag, baltic])),
  el: ['windows-1253'],
  he: ['windows-1255'],
  ja: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
  th: ['windows-874'],
  tr: ['windows-1254'],
  uk: ['windows-1251', 'koi8-u'],
  vi: ['windows-1258'],
  'zh-Hans': ['gb18030'],
  'zh-Hant': ['big5'],
};

/** Letters of the languages that are not written in Latin ones. */
const scripts: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries('ar fa ur'.split(' ').map((tag) => [tag, /\p{Script=Arabic}/u])),
  ...Object.fromEntries('be bg mk ru sr uk'.split(' ').map((tag) => [tag, /\p{Script=Cyrillic}/u])),
  el: /\p{Script=Greek}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\u30a0-\u30ff]/u,
  ko: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
  zh: /\p{Script=Han}/u,
};

/** Signs of writing that stand among the words of any language. */
const sign =
  /[\s\p{Sc}\p{No}±×÷«»‹›“”„‘’‚…–—·•°№§©®™¿¡ºª´\u00ad\u200e\u200f\u3000-\u303f\uff01-\uff60\u060c\u061b\u061f♪♫]/u;
const letter = /[\p{L}\p{M}]/u;
const signWithinWord = /\p{L}[\p{Sc}\p{So}¦§¬¶±«»]\p{L}/u;
const capitalWithinWord = /(?!\p{ASCII})\p{Ll}(?!\p{ASCII})\p{Lu}/gu;

/** Frequent letters of languages, and their least share of a text. Other letters of the alphabet show a wrong encoding. */
const frequent: Readonly<Record<string, { readonly letters: RegExp; readonly share: number }>> = {
  ...Object.fromEntries(
    'be bg mk ru sr uk'.split(' ').map((tag) => [tag, { letters: /[оаеинті]/gi, share: 0.2 }]),
  ),
  ...Object.fromEntries('ar fa ur'.split(' ').map((tag) => [tag, { letters: /[البتدرمنوي]/g, share: 0.35 }])),
  // No Japanese text is without kana.
  ja: { letters: /[\u3041-\u30ff]/g, share: 0.2 },
  he: { letters: /[אבהוילמנרת]/g, share: 0.35 },
  th: { letters: /[กงนรวอาเล]/g, share: 0.25 },
  el: { letters: /[αοιετσνάίόέ]/gi, share: 0.4 },
};

function languageOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

/** Returns the encodings in which texts of a language were written before Unicode, the usual one first. */
export function oldEncodingsOf(tag: string): readonly string[] {
  const locale = languageOf(tag);
  if (locale === null || tag === 'und') return [];
  return encodings[`${locale.language}-${locale.script ?? ''}`] ?? encodings[locale.language] ?? [];
}

/**
 * Decodes bytes that are not in Unicode by the language of the text.
 * @returns null if no encoding of the language gives words of it, or none is known.
 */
export function decodeInLanguage(bytes: Uint8Array, tag: string): string | null {
  const language = languageOf(tag)?.language ?? '';
  const texts = oldEncodingsOf(tag).flatMap((encoding) => {
    const text = decodeExactly(bytes, encoding);
    return text !== null && isWritten(text, language) ? { text, score: scoreOf(text, language) } : [];
  });
  return texts.toSorted((a, b) => b.score - a.score)[0]?.text ?? null;
}

function decodeExactly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).normalize('NFC');
  } catch {
    return null;
  }
}

const foreignOf = (text: string): string[] => [...text].filter((character) => character > '\u007f');

/** True if a text consists of the letters of a language and signs. Almost any bytes are some text in most encodings. */
function isWritten(text: string, language: string): boolean {
  const foreign = foreignOf(text);
  const own = scripts[language] ?? /[\p{Script=Latin}\p{M}]/u;
  const fitting = foreign.filter((character) => own.test(character) || sign.test(character)).length;
  if (fitting < foreign.length * 0.9 || signWithinWord.test(text)) return false;
  if (!(language in scripts)) return isLatin(text);
  const letters = foreign.filter((character) => /\p{L}/u.test(character)).length;
  if (letters < foreign.length * 0.5) return false;
  const capitals = text.match(capitalWithinWord)?.length ?? 0;
  const least = frequent[language]?.share ?? 0;
  return capitals <= foreign.length * 0.05 && shareOfFrequent(text, language) >= least;
}

/** Returns the share of frequent letters in the letters of a language, from 0 to 1; 0 without a table. */
function shareOfFrequent(text: string, language: string): number {
  const own = foreignOf(text).filter((character) => letter.test(character)).length;
  const found = text.match(frequent[language]?.letters ?? /(?!)/g) ?? [];
  return found.length / Math.max(1, own);
}

/** True for a text in Latin letters. Few letters have accents, and no five in a row. */
function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const accented = letters.filter((character) => character > '\u007f');
  return accented.length <= letters.length * 0.4 && !/[^\p{ASCII}\s«»“”„‘’…–—]{5}/u.test(text);
}

/** Rates a text among those of other encodings, from 0 to 2. */
function scoreOf(text: string, language: string): number {
  const foreign = foreignOf(text);
  const letters = foreign.filter((character) => letter.test(character)).length;
  return letters / Math.max(1, foreign.length) + shareOfFrequent(text, language);
}
