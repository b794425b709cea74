/** Facts about one stored entry that both of its headers need. */
export interface ZipEntryFacts {
  /** ASCII with forward slashes. */
  readonly name: string;
  readonly crc32: number;
  readonly sizeBytes: number;
  readonly offset: number;
  readonly modifiedAt: Date;
}

const largest32 = 0xffff_ffff;
const largest16 = 0xffff;
const plainVersion = 20;
const zip64Version = 45;
/** Marks the entry as made on Unix, so that readers use its Unix file mode. */
const madeByUnix = 3 << 8;
const regularFileMode = 0o100644;
const zip64ExtraId = 1;

function isLarge(entry: ZipEntryFacts): boolean {
  return entry.sizeBytes >= largest32;
}

function dosTime(date: Date): { time: number; day: number } {
  const year = Math.min(2107, Math.max(1980, date.getUTCFullYear()));
  return {
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    day: ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  };
}

function zip64Extra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(zip64ExtraId, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return extra;
}

/** Encodes the fields both headers share, from the required version to the length of the extra field. */
function sharedFields(entry: ZipEntryFacts, needsZip64: boolean, extraLength: number): Buffer {
  const fields = Buffer.alloc(26);
  const { time, day } = dosTime(entry.modifiedAt);
  const size = isLarge(entry) ? largest32 : entry.sizeBytes;
  fields.writeUInt16LE(needsZip64 ? zip64Version : plainVersion, 0);
  fields.writeUInt16LE(time, 6);
  fields.writeUInt16LE(day, 8);
  fields.writeUInt32LE(entry.crc32, 10);
  fields.writeUInt32LE(size, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(entry.name.length, 22);
  fields.writeUInt16LE(extraLength, 24);
  return fields;
}

/** Encodes the header before an entry's bytes (APPNOTE 4.3.7). Its length does not depend on the checksum. */
export function localHeader(entry: ZipEntryFacts): Buffer {
  const extra = zip64Extra(isLarge(entry) ? [entry.sizeBytes, entry.sizeBytes] : []);
  const signature = Buffer.from('PK\u0003\u0004', 'latin1');
  const name = Buffer.from(entry.name, 'latin1');
  return Buffer.concat([signature, sharedFields(entry, isLarge(entry), extra.byteLength), name, extra]);
}

/** Encodes the entry's record in the central directory (APPNOTE 4.3.12). */
export function centralHeader(entry: ZipEntryFacts): Buffer {
  const isFar = entry.offset >= largest32;
  const large = isLarge(entry) ? [entry.sizeBytes, entry.sizeBytes] : [];
  const extra = zip64Extra([...large, ...(isFar ? [entry.offset] : [])]);
  const needsZip64 = isLarge(entry) || isFar;
  const start = Buffer.from('PK\u0001\u0002\0\0', 'latin1');
  start.writeUInt16LE(madeByUnix | (needsZip64 ? zip64Version : plainVersion), 4);
  const end = Buffer.alloc(14);
  end.writeUInt32LE((regularFileMode << 16) >>> 0, 6);
  end.writeUInt32LE(isFar ? largest32 : entry.offset, 10);
  const name = Buffer.from(entry.name, 'latin1');
  return Buffer.concat([start, sharedFields(entry, needsZip64, extra.byteLength), end, name, extra]);
}

function zip64End(count: number, sizeBytes: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.write('PK\u0006\u0006', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(madeByUnix | zip64Version, 12);
  record.writeUInt16LE(zip64Version, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(sizeBytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.write('PK\u0006\u0007', 56, 'latin1');
  record.writeBigUInt64LE(BigInt(offset + sizeBytes), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** Encodes the end of the file (APPNOTE 4.3.14 to 4.3.16): position, size and entry count of the directory. */
export function endOfDirectory(count: number, sizeBytes: number, offset: number): Buffer {
  const needsZip64 = count >= largest16 || sizeBytes >= largest32 || offset >= largest32;
  const record = Buffer.alloc(22);
  record.write('PK\u0005\u0006', 0, 'latin1');
  record.writeUInt16LE(Math.min(count, largest16), 8);
  record.writeUInt16LE(Math.min(count, largest16), 10);
  record.writeUInt32LE(Math.min(sizeBytes, largest32), 12);
  record.writeUInt32LE(Math.min(offset, largest32), 16);
  return needsZip64 ? Buffer.concat([zip64End(count, sizeBytes, offset), record]) : record;
}
