import type { ExtraField } from './entry-name.ts';

/** A record that does not match its place in the archive. */
export class MalformedRecord extends Error {}

/** Fields that both headers of an entry share (APPNOTE 4.3.7 and 4.3.12), unconverted. */
interface EntryRecord {
  readonly generalPurposeBitFlag: number;
  readonly compressionMethod: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly rawName: Buffer;
  readonly extraFields: readonly ExtraField[];
}

/** The local header before an entry's data. For sizes of 0xffffffff the value is in its 64-bit field. */
export interface LocalRecord extends EntryRecord {
  /** Length of the record; the data begins behind it. */
  readonly lengthBytes: number;
}

/** One record of the central directory, with 64-bit values applied. */
export interface CentralRecord extends EntryRecord {
  readonly lengthBytes: number;
  readonly externalFileAttributes: number;
  readonly relativeOffsetOfLocalHeader: number;
}

const centralSignature = 0x02014b50;
const centralFixedBytes = 46;
const localSignature = 0x04034b50;
/** Length of a local header up to its name. */
export const localFixedBytes = 30;
const zip64Field = 0x0001;
const seeZip64 = 0xffffffff;

/** @throws MalformedRecord if the record is cut off or has another signature. */
function requireRecord(bytes: Buffer, at: number, signature: number, fixedBytes: number): void {
  if (at + fixedBytes > bytes.length) throw new MalformedRecord('it is cut off');
  if (bytes.readUInt32LE(at) !== signature) throw new MalformedRecord('there is something else');
}

/** Reads the fields of an extra block. Skips up to three bytes of padding at its end, as common tools do. */
function readExtraFields(block: Buffer): ExtraField[] {
  const fields: ExtraField[] = [];
  for (let at = 0; at + 4 <= block.length;) {
    const end = at + 4 + block.readUInt16LE(at + 2);
    if (end > block.length) throw new MalformedRecord('an extra field is cut off');
    fields.push({ id: block.readUInt16LE(at), data: block.subarray(at + 4, end) });
    at = end;
  }
  return fields;
}

/** Reads the name and the extra fields that begin at `at`. */
function readVariable(bytes: Buffer, at: number, nameBytes: number, extraBytes: number) {
  if (at + nameBytes + extraBytes > bytes.length) throw new MalformedRecord('it is cut off');
  const nameEnd = at + nameBytes;
  return {
    rawName: bytes.subarray(at, nameEnd),
    extraFields: extraBytes === 0 ? [] : readExtraFields(bytes.subarray(nameEnd, nameEnd + extraBytes)),
  };
}

/** Replaces values of 0xffffffff with those of the 64-bit field, in the order of APPNOTE 4.5.3. */
function applyZip64(values: readonly number[], extraFields: readonly ExtraField[]): readonly number[] {
  const field = extraFields.find(({ id }) => id === zip64Field);
  if (!field || !values.includes(seeZip64)) return values;
  let at = 0;
  return values.map((value) => {
    if (value !== seeZip64) return value;
    if (at + 8 > field.data.length) throw new MalformedRecord('its 64-bit field is too short');
    at += 8;
    return Number(field.data.readBigUInt64LE(at - 8));
  });
}

/** @param directory the whole central directory. @param at offset of the record in it. @throws MalformedRecord */
export function readCentralRecord(directory: Buffer, at: number): CentralRecord {
  requireRecord(directory, at, centralSignature, centralFixedBytes);
  const nameBytes = directory.readUInt16LE(at + 28);
  const extraBytes = directory.readUInt16LE(at + 30);
  const lengthBytes = centralFixedBytes + nameBytes + extraBytes + directory.readUInt16LE(at + 32);
  if (at + lengthBytes > directory.length) throw new MalformedRecord('it is cut off');
  const { rawName, extraFields } = readVariable(directory, at + centralFixedBytes, nameBytes, extraBytes);
  const [uncompressedSize = 0, compressedSize = 0, relativeOffsetOfLocalHeader = 0] = applyZip64(
    [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)],
    extraFields,
  );
  return {
    lengthBytes,
    generalPurposeBitFlag: directory.readUInt16LE(at + 8),
    compressionMethod: directory.readUInt16LE(at + 10),
    crc32: directory.readUInt32LE(at + 16),
    compressedSize,
    uncompressedSize,
    externalFileAttributes: directory.readUInt32LE(at + 38),
    relativeOffsetOfLocalHeader,
    rawName,
    extraFields,
  };
}

/** Returns the length of a local record from its fixed part. @throws MalformedRecord */
export function localRecordBytes(fixed: Buffer): number {
  requireRecord(fixed, 0, localSignature, localFixedBytes);
  return localFixedBytes + fixed.readUInt16LE(26) + fixed.readUInt16LE(28);
}

/** @param bytes the whole record. @throws MalformedRecord */
export function readLocalRecord(bytes: Buffer): LocalRecord {
  const lengthBytes = localRecordBytes(bytes);
  const nameBytes = bytes.readUInt16LE(26);
  return {
    lengthBytes,
    generalPurposeBitFlag: bytes.readUInt16LE(6),
    compressionMethod: bytes.readUInt16LE(8),
    crc32: bytes.readUInt32LE(14),
    compressedSize: bytes.readUInt32LE(18),
    uncompressedSize: bytes.readUInt32LE(22),
    ...readVariable(bytes, localFixedBytes, nameBytes, lengthBytes - localFixedBytes - nameBytes),
  };
}
