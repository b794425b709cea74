import { crc32, deflateRawSync } from 'node:zlib';

/** Fields of a local or central header; a test can set each to a false value. */
interface RawHeader {
  name: Buffer;
  versionMadeBy: number;
  flags: number;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  extra: Buffer;
  attributes: number;
  offset: number;
  disk: number;
  comment: Buffer;
  signature: number;
}

/** Correct values of an entry, and the false values that replace them. */
export interface RawEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer | string;
  readonly deflate?: boolean;
  /** Bytes that replace the correctly packed content. */
  readonly packed?: Buffer;
  /** False values in both headers. */
  readonly both?: Partial<RawHeader>;
  readonly local?: Partial<RawHeader>;
  readonly central?: Partial<RawHeader>;
  /** Bytes after the data, for example a descriptor. */
  readonly behind?: Buffer;
  /** Bytes before the local header. */
  readonly before?: Buffer;
  /** Omits the local header and the data. The central record points to `central.offset`. */
  readonly isOnlyListed?: boolean;
  /** Writes a local header and data that the directory does not list. */
  readonly isUnlisted?: boolean;
}

/** Fields of the end record; a test can set each to a false value. */
interface RawEnd {
  disk: number;
  directoryDisk: number;
  entriesOnDisk: number;
  entryCount: number;
  directoryBytes: number;
  directoryOffset: number;
  comment: Buffer;
  commentLength: number;
  signature: number;
}

/** False values for the archive as a whole. */
export interface RawArchiveOptions {
  readonly end?: Partial<RawEnd>;
  /** Bytes before the first entry. Offsets include them, as in a self-extracting archive. */
  readonly prefix?: Buffer;
  /** Bytes between the last entry and the central directory. */
  readonly beforeDirectory?: Buffer;
  /** Bytes between the central directory and the end record. */
  readonly beforeEnd?: Buffer;
  /** Also writes the 64-bit end record and its locator, with these false values. */
  readonly zip64?: Partial<RawEnd> & { locatorOffset?: number; disks?: number; recordBytes?: number };
}

const unixRegularFile = 0o100644;
const unixFolder = 0o040755;

/** Returns a 64-bit extra field (APPNOTE 4.5.3) with these numbers in this order. */
export function zip64Extra(...numbers: readonly (number | bigint)[]): Buffer {
  const field = Buffer.alloc(4 + numbers.length * 8);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(numbers.length * 8, 2);
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + index * 8);
  return field;
}

/** Returns an Info-ZIP Unicode Path field (APPNOTE 4.6.9). */
export function unicodePathExtra(headerName: string, unicodeName: string): Buffer {
  const name = Buffer.from(unicodeName);
  const field = Buffer.alloc(9 + name.length);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + name.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(headerName), 5);
  name.copy(field, 9);
  return field;
}

/** Returns the record that follows the data of an entry with flag bit 3. */
export function descriptor(
  facts: { crc: number; packedSize: number; size: number },
  form: { isSigned?: boolean; isLong?: boolean } = {},
): Buffer {
  const { isSigned = true, isLong = false } = form;
  const record = Buffer.alloc((isSigned ? 8 : 4) + (isLong ? 16 : 8));
  let at = 0;
  if (isSigned) at = record.writeUInt32LE(0x08074b50, at);
  at = record.writeUInt32LE(facts.crc, at);
  for (const size of [facts.packedSize, facts.size])
    at = isLong ? record.writeBigUInt64LE(BigInt(size), at) : record.writeUInt32LE(size, at);
  return record;
}

function localHeader(header: RawHeader): Buffer {
  const fixed = Buffer.alloc(30);
  fixed.writeUInt32LE(header.signature, 0);
  fixed.writeUInt16LE(20, 4);
  fixed.writeUInt16LE(header.flags, 6);
  fixed.writeUInt16LE(header.method, 8);
  fixed.writeUInt16LE(0x21, 12);
  fixed.writeUInt32LE(header.crc, 14);
  fixed.writeUInt32LE(header.packedSize, 18);
  fixed.writeUInt32LE(header.size, 22);
  fixed.writeUInt16LE(header.name.length, 26);
  fixed.writeUInt16LE(header.extra.length, 28);
  return Buffer.concat([fixed, header.name, header.extra]);
}

function centralHeader(header: RawHeader): Buffer {
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(header.signature, 0);
  fixed.writeUInt16LE(header.versionMadeBy, 4);
  fixed.writeUInt16LE(20, 6);
  fixed.writeUInt16LE(header.flags, 8);
  fixed.writeUInt16LE(header.method, 10);
  fixed.writeUInt16LE(0x21, 14);
  fixed.writeUInt32LE(header.crc, 16);
  fixed.writeUInt32LE(header.packedSize, 20);
  fixed.writeUInt32LE(header.size, 24);
  fixed.writeUInt16LE(header.name.length, 28);
  fixed.writeUInt16LE(header.extra.length, 30);
  fixed.writeUInt16LE(header.comment.length, 32);
  fixed.writeUInt16LE(header.disk, 34);
  fixed.writeUInt32LE(header.attributes, 38);
  fixed.writeUInt32LE(header.offset, 42);
  return Buffer.concat([fixed, header.name, header.extra, header.comment]);
}

function endRecord(end: RawEnd): Buffer {
  const fixed = Buffer.alloc(22);
  fixed.writeUInt32LE(end.signature, 0);
  fixed.writeUInt16LE(end.disk, 4);
  fixed.writeUInt16LE(end.directoryDisk, 6);
  fixed.writeUInt16LE(Math.min(end.entriesOnDisk, 0xffff), 8);
  fixed.writeUInt16LE(Math.min(end.entryCount, 0xffff), 10);
  fixed.writeUInt32LE(Math.min(end.directoryBytes, 0xffffffff), 12);
  fixed.writeUInt32LE(Math.min(end.directoryOffset, 0xffffffff), 16);
  fixed.writeUInt16LE(end.commentLength, 20);
  return Buffer.concat([fixed, end.comment]);
}

function zip64Records(end: RawEnd, start: number, lies: NonNullable<RawArchiveOptions['zip64']>): Buffer {
  const record = Buffer.alloc(56 + 20);
  const facts = { ...end, ...lies };
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(lies.recordBytes ?? 44), 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeUInt32LE(facts.disk, 16);
  record.writeUInt32LE(facts.directoryDisk, 20);
  record.writeBigUInt64LE(BigInt(facts.entriesOnDisk), 24);
  record.writeBigUInt64LE(BigInt(facts.entryCount), 32);
  record.writeBigUInt64LE(BigInt(facts.directoryBytes), 40);
  record.writeBigUInt64LE(BigInt(facts.directoryOffset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(lies.locatorOffset ?? start), 64);
  record.writeUInt32LE(lies.disks ?? 1, 72);
  return record;
}

function honestHeader(entry: RawEntry, content: Buffer, packed: Buffer, offset: number): RawHeader {
  const name = Buffer.from(entry.name);
  const isFolder = name.at(-1) === 0x2f;
  return {
    name,
    versionMadeBy: (3 << 8) | 20,
    flags: name.some((byte) => byte >= 0x80) ? 0x0800 : 0,
    method: entry.deflate === true ? 8 : 0,
    crc: crc32(content),
    packedSize: packed.length,
    size: content.length,
    extra: Buffer.alloc(0),
    attributes: ((isFolder ? unixFolder : unixRegularFile) << 16) >>> 0,
    offset,
    disk: 0,
    comment: Buffer.alloc(0),
    signature: 0,
  };
}

const nothing = Buffer.alloc(0);

interface LaidEntry {
  readonly bytes: Buffer;
  readonly record: Buffer;
}

/** Returns the bytes of an entry at `position`, and its record for the directory. */
function layEntry(entry: RawEntry, position: number): LaidEntry {
  const { before = nothing, behind = nothing, isUnlisted = false, isOnlyListed = false } = entry;
  const content = Buffer.from(entry.content ?? '');
  const packed = entry.packed ?? (entry.deflate === true ? deflateRawSync(content) : content);
  const honest = honestHeader(entry, content, packed, position + before.length);
  const local = localHeader({ ...honest, signature: 0x04034b50, ...entry.both, ...entry.local });
  const record = centralHeader({ ...honest, signature: 0x02014b50, ...entry.both, ...entry.central });
  return {
    bytes: isOnlyListed ? nothing : Buffer.concat([before, local, packed, behind]),
    record: isUnlisted ? nothing : record,
  };
}

/**
 * Builds an archive with the given entries and false values. Follows only the format's description, so that it shares
 * no mistake with the reader under test.
 */
export function rawZip(entries: readonly RawEntry[], options: RawArchiveOptions = {}): Buffer {
  const { prefix = nothing, beforeDirectory = nothing } = options;
  const parts = [prefix];
  const records: Buffer[] = [];
  let position = prefix.length;
  for (const entry of entries) {
    const laid = layEntry(entry, position);
    parts.push(laid.bytes);
    if (laid.record.length > 0) records.push(laid.record);
    position += laid.bytes.length;
  }
  const end = directoryAndEnd(records, position + beforeDirectory.length, options);
  return Buffer.concat([...parts, beforeDirectory, end]);
}

/** Returns the central directory and the records after it, for an archive whose entries end at `position`. */
function directoryAndEnd(records: readonly Buffer[], position: number, options: RawArchiveOptions): Buffer {
  const directory = Buffer.concat(records);
  const comment = options.end?.comment ?? Buffer.alloc(0);
  const honest: RawEnd = {
    disk: 0,
    directoryDisk: 0,
    entriesOnDisk: records.length,
    entryCount: records.length,
    directoryBytes: directory.length,
    directoryOffset: position,
    comment,
    commentLength: comment.length,
    signature: 0x06054b50,
  };
  const beforeEnd = options.beforeEnd ?? Buffer.alloc(0);
  const zip64Start = position + directory.length + beforeEnd.length;
  const zip64 = options.zip64 ? zip64Records(honest, zip64Start, options.zip64) : Buffer.alloc(0);
  return Buffer.concat([directory, beforeEnd, zip64, endRecord({ ...honest, ...options.end })]);
}

/**
 * Returns the head and tail of an archive of one stored entry whose content is not in memory. The head ends where the
 * content starts, and the tail starts where it ends. Sizes and offsets have their 64-bit form.
 */
export function rawLargeZip(name: string, sizeBytes: number, crc: number): { head: Buffer; tail: Buffer } {
  const see = 0xffffffff;
  const header: RawHeader = {
    ...honestHeader({ name }, Buffer.alloc(0), Buffer.alloc(0), 0),
    crc,
    packedSize: see,
    size: see,
    extra: zip64Extra(sizeBytes, sizeBytes),
  };
  const head = localHeader({ ...header, signature: 0x04034b50 });
  const record = centralHeader({ ...header, signature: 0x02014b50 });
  const tail = directoryAndEnd([record], head.length + sizeBytes, {
    zip64: {},
    end: { directoryOffset: see },
  });
  return { head, tail };
}

/** Builds an archive of very many empty files without holding them one by one. */
export function rawCrowdedZip(entryCount: number): Buffer {
  const name = Buffer.from('media/00000000.txt');
  const honest = honestHeader({ name }, Buffer.alloc(0), Buffer.alloc(0), 0);
  const local = localHeader({ ...honest, signature: 0x04034b50 });
  const record = centralHeader({ ...honest, signature: 0x02014b50 });
  const locals = Buffer.alloc(local.length * entryCount, local);
  const records = Buffer.alloc(record.length * entryCount, record);
  for (let index = 0; index < entryCount; index += 1) {
    const digits = String(index).padStart(8, '0');
    locals.write(digits, index * local.length + 30 + 6, 'latin1');
    records.write(digits, index * record.length + 46 + 6, 'latin1');
    records.writeUInt32LE(index * local.length, index * record.length + 42);
  }
  const isLarge = entryCount >= 0xffff;
  const end = directoryAndEnd([records], locals.length, {
    end: { entriesOnDisk: entryCount, entryCount },
    ...(isLarge ? { zip64: { entriesOnDisk: entryCount, entryCount } } : {}),
  });
  return Buffer.concat([locals, end]);
}
