import { crc32 } from 'node:zlib';
import type { ExtraField } from 'yauzl';
import type { Violation } from './bundle-refusal.ts';

/** A decoded name, or the reason why it cannot be decoded; messages then show `shown` in its place. */
export type DecodedName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly shown: string; readonly violation: Violation };

/** Info-ZIP Unicode Path, APPNOTE 4.6.9. */
const unicodePathField = 0x7075;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Decodes the name of an entry as every unpacker does: as UTF-8 if the flag is set, else as ASCII. Refuses other bytes
 * without the flag, because each system reads them in a different code page.
 * @param isUtf8 general purpose flag bit 11 (APPNOTE 4.4.4).
 */
export function decodeEntryName(raw: Buffer, isUtf8: boolean): DecodedName {
  const shown = raw.toString('latin1');
  if (!isUtf8) {
    const isAscii = raw.every((byte) => byte < 0x80);
    return isAscii
      ? { ok: true, name: shown }
      : { ok: false, shown, violation: { rule: 'undeclared-encoding' } };
  }
  const name = decodeUtf8(raw);
  return name === null ? { ok: false, shown, violation: { rule: 'invalid-encoding' } } : { ok: true, name };
}

/** Refuses a Unicode path field that differs from the header's name, because unpackers disagree on which one to use. */
export function findSecondName(
  raw: Buffer,
  name: string,
  extraFields: readonly ExtraField[],
): Violation | null {
  for (const { id, data } of extraFields) {
    if (id !== unicodePathField) continue;
    const isWellFormed = data.length >= 5 && data.readUInt8(0) === 1 && data.readUInt32LE(1) === crc32(raw);
    if (!isWellFormed || decodeUtf8(data.subarray(5)) !== name) return { rule: 'second-name' };
  }
  return null;
}
