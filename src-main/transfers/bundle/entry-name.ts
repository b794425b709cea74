import { crc32 } from 'node:zlib';
import type { Violation } from './bundle-refusal.ts';

/** A decoded name, or why there is none; then `shown` stands for it in messages. */
export type DecodedName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly shown: string; readonly violation: Violation };

/** An extra field of a header (APPNOTE 4.5). */
export interface ExtraField {
  readonly id: number;
  readonly data: Buffer;
}

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
 * The name of an entry in the one reading every unpacker agrees on: UTF-8 where the flag says so, else ASCII.
 * Other bytes without the flag are read as one code page or another depending on the system, so they are refused.
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

/** Some unpackers prefer the name in this field, some the header's: they must not differ. */
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
