import { AppError } from '../../src-shared/app-error.ts';
import { oldEncodingsOf } from './old-encodings.ts';

const byteOrderMarks: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Formats whose bytes are text, but not the text to read aloud. */
const documentSignatures = ['{\\rtf', '%PDF-', '%!PS', '<?xml', '<!DOCTYPE html', '<html'];

/**
 * Decodes the text of a file: by its byte order mark, else as UTF-8 or UTF-16 when valid, else in the old encoding of the system's
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
  const text = decodeUnicode(bytes);
  if (text !== null) return text;
  const [encoding = 'windows-1252'] = oldEncodingsOf(languages[0] ?? 'en');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Decodes UTF-8, and UTF-16 with a byte order mark or recognised by its zero bytes; null for other bytes. */
export function decodeUnicode(bytes: Uint8Array): string | null {
  for (const [label, mark] of byteOrderMarks) {
    if (mark.every((byte, index) => bytes[index] === byte)) return new TextDecoder(label).decode(bytes);
  }
  try {
    return new TextDecoder(unmarkedEncodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-16 has a zero in every letter, sign and digit of ASCII: always in the first or always in the second byte. */
function unmarkedEncodingOf(bytes: Uint8Array): string {
  const zeros = [0, 0];
  const count = Math.min(bytes.length, 4096);
  for (let at = 0; at < count; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  const isWide = bytes.length % 2 === 0 && first + second > count / 8;
  if (isWide && first * 10 < second) return 'utf-16le';
  return isWide && second * 10 < first ? 'utf-16be' : 'utf-8';
}

/** True if the text has characters that no text has: NUL, and controls other than white space. */
function isBinary(text: string): boolean {
  return [...text.slice(0, 65_536)].some((character) => {
    const code = character.charCodeAt(0);
    const isWhiteSpace = (code >= 9 && code <= 13) || code === 0x1a || code === 0x1b;
    return (code < 32 && !isWhiteSpace) || code === 0x7f;
  });
}
