import { AppError } from '../../src-shared/app-error.ts';

const byteOrderMarks: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Formats whose bytes are text, but not the text to read aloud. */
const documentSignatures = ['{\\rtf', '%PDF-', '%!PS', '<?xml', '<!DOCTYPE html', '<html'];

/**
 * Decodes the text of a file: by its byte order mark, else as UTF-8 when valid, else as Windows-1252. Line ends become
 * line feeds.
 * @throws AppError `file_type_unsupported` for bytes that are not text, or are the markup of a document.
 */
export function decodeText(bytes: Uint8Array, displayName: string): string {
  const text = decode(bytes).replaceAll(/\r\n?/g, '\n');
  const start = text.trimStart().slice(0, 20).toLowerCase();
  if (isBinary(text) || documentSignatures.some((signature) => start.startsWith(signature.toLowerCase()))) {
    throw new AppError('file_type_unsupported', `${displayName} is not a text.`, {
      details: { displayName },
    });
  }
  return text.normalize('NFC');
}

/** Decodes bytes by their byte order mark, else as UTF-8 when valid, else as Windows-1252. */
export function decode(bytes: Uint8Array): string {
  for (const [label, mark] of byteOrderMarks) {
    if (mark.every((byte, index) => bytes[index] === byte)) return new TextDecoder(label).decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
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
