import { AppError } from '../../src-shared/app-error.ts';

const byteOrderMarks: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Encodings of texts that are not in Unicode, by language; Windows-1252 for all others. */
const oldEncodings: Readonly<Record<string, string>> = {
  ar: 'windows-1256',
  bg: 'windows-1251',
  cs: 'windows-1250',
  el: 'windows-1253',
  he: 'windows-1255',
  hu: 'windows-1250',
  ja: 'shift_jis',
  ko: 'euc-kr',
  pl: 'windows-1250',
  ru: 'windows-1251',
  tr: 'windows-1254',
  uk: 'windows-1251',
  'zh-Hans': 'gb18030',
  'zh-Hant': 'big5',
};

/** Formats whose bytes are text, but not the text to read aloud. */
const documentSignatures = ['{\\rtf', '%PDF-', '%!PS', '<?xml', '<!DOCTYPE html', '<html'];

/**
 * Decodes the text of a file: by its byte order mark, else as UTF-8 when valid, else in the old encoding of the system's
 * language when valid, else as Windows-1252. Line ends become line feeds.
 * @param languages as of `Platform`; the first is the system's.
 * @throws AppError `file_type_unsupported` for bytes that are not text, or are the markup of a document.
 */
export function decodeText(bytes: Uint8Array, displayName: string, languages: readonly string[]): string {
  const text = decode(bytes, languages).replaceAll(/\r\n?/g, '\n');
  const start = text.trimStart().slice(0, 20).toLowerCase();
  if (isBinary(text) || documentSignatures.some((signature) => start.startsWith(signature.toLowerCase()))) {
    throw new AppError('file_type_unsupported', `${displayName} is not a text.`, {
      details: { displayName },
    });
  }
  return text.normalize('NFC');
}

/** Decodes bytes as `decodeText` does. */
export function decode(bytes: Uint8Array, languages: readonly string[] = []): string {
  for (const [label, mark] of byteOrderMarks) {
    if (mark.every((byte, index) => bytes[index] === byte)) return new TextDecoder(label).decode(bytes);
  }
  for (const label of ['utf-8', oldEncodingOf(languages)]) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding may fit.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

function oldEncodingOf([tag = 'en']: readonly string[]): string {
  try {
    const { language, script = '' } = new Intl.Locale(tag).maximize();
    return oldEncodings[`${language}-${script}`] ?? oldEncodings[language] ?? 'windows-1252';
  } catch {
    return 'windows-1252';
  }
}

/** True if the text has characters that no text has: NUL, and controls other than white space. */
function isBinary(text: string): boolean {
  return [...text.slice(0, 65_536)].some((character) => {
    const code = character.charCodeAt(0);
    const isWhiteSpace = (code >= 9 && code <= 13) || code === 0x1a || code === 0x1b;
    return (code < 32 && !isWhiteSpace) || code === 0x7f;
  });
}
