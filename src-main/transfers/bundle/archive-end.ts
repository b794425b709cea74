import type { BundleLimits } from './bundle-limits.ts';
import { bundleRefusal, type BundleRule, type Violation } from './bundle-refusal.ts';
import type { ZipSource } from './zip-source.ts';

/** Position and size of the central directory, on which all records at the end of the archive agree. */
export interface ArchiveEnd {
  readonly entryCount: number;
  readonly directoryOffset: number;
  readonly directoryBytes: number;
}

/** The fields shared by the end record (APPNOTE 4.3.16) and its 64-bit form (4.3.14). */
interface EndRecord extends ArchiveEnd {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesOnDisk: number;
  /** Offset of the record itself. The directory must end there. */
  readonly start: number;
}

const endSignature = 0x06054b50;
const zip64EndSignature = 0x06064b50;
const zip64LocatorSignature = 0x07064b50;
const endBytes = 22;
const zip64EndBytes = 56;
const zip64LocatorBytes = 20;
const maxCommentBytes = 0xffff;

class EndRefused extends Error {
  readonly violation: Violation;
  constructor(rule: BundleRule, fact?: string) {
    super(rule);
    this.violation = fact === undefined ? { rule } : { rule, fact };
  }
}

/** Reads a 64-bit number that JavaScript can hold exactly. No file can be large enough for a larger one. */
function readSafeInteger(bytes: Buffer, offset: number): number {
  const value = bytes.readBigUInt64LE(offset);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new EndRefused('bad-number');
  return Number(value);
}

/**
 * Returns the last end record. Its comment must reach exactly to the end of the file: otherwise the file is cut off,
 * bytes follow the archive, or the comment imitates a second end record.
 */
function findEndRecord(tail: Buffer, tailStart: number): EndRecord {
  let at = tail.length - endBytes;
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at -= 1;
  if (at < 0) throw new EndRefused('not-a-zip');
  if (tail.readUInt16LE(at + 20) !== tail.length - at - endBytes)
    throw new EndRefused('bad-end-record', 'bytes follow it');
  return {
    disk: tail.readUInt16LE(at + 4),
    directoryDisk: tail.readUInt16LE(at + 6),
    entriesOnDisk: tail.readUInt16LE(at + 8),
    entryCount: tail.readUInt16LE(at + 10),
    directoryBytes: tail.readUInt32LE(at + 12),
    directoryOffset: tail.readUInt32LE(at + 16),
    start: tailStart + at,
  };
}

/** True if a field of the short record equals the long one or refers to it with its highest value. */
function agrees(short: number, long: number, seeThere: number): boolean {
  return short === seeThere || short === long;
}

async function readZip64End(source: ZipSource, end: EndRecord): Promise<EndRecord> {
  const locatorStart = end.start - zip64LocatorBytes;
  if (locatorStart < 0) return end;
  const locator = Buffer.from(await source.readAt(locatorStart, zip64LocatorBytes));
  if (locator.readUInt32LE(0) !== zip64LocatorSignature) return end;
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1) throw new EndRefused('multi-disk');
  const start = readSafeInteger(locator, 8);
  const record = await source.readAt(start, zip64EndBytes);
  if (record.length < zip64EndBytes || record.readUInt32LE(0) !== zip64EndSignature)
    throw new EndRefused('bad-end-record', 'the 64-bit record is missing');
  if (start + 12 + readSafeInteger(record, 4) !== locatorStart)
    throw new EndRefused('bad-end-record', 'the 64-bit record has another length');
  const long: EndRecord = {
    disk: record.readUInt32LE(16),
    directoryDisk: record.readUInt32LE(20),
    entriesOnDisk: readSafeInteger(record, 24),
    entryCount: readSafeInteger(record, 32),
    directoryBytes: readSafeInteger(record, 40),
    directoryOffset: readSafeInteger(record, 48),
    start,
  };
  const isAgreed =
    agrees(end.entryCount, long.entryCount, 0xffff) &&
    agrees(end.directoryBytes, long.directoryBytes, 0xffffffff) &&
    agrees(end.directoryOffset, long.directoryOffset, 0xffffffff);
  if (!isAgreed) throw new EndRefused('bad-end-record', 'the 64-bit record gives other numbers');
  return long;
}

function checkEnd(end: EndRecord, limits: BundleLimits): void {
  const isSplit = end.disk !== 0 || end.directoryDisk !== 0 || end.entriesOnDisk !== end.entryCount;
  if (isSplit) throw new EndRefused('multi-disk');
  if (end.entryCount > limits.maxEntries)
    throw new EndRefused(
      'too-many-entries',
      `${String(end.entryCount)}, at most ${String(limits.maxEntries)}`,
    );
  if (end.directoryBytes > limits.maxDirectoryBytes)
    throw new EndRefused(
      'directory-too-large',
      `${String(end.directoryBytes)} bytes, at most ${String(limits.maxDirectoryBytes)}`,
    );
  if (end.entryCount === 0) throw new EndRefused('no-entries');
  if (end.directoryOffset + end.directoryBytes !== end.start)
    throw new EndRefused('bad-end-record', 'the list of files lies elsewhere');
}

/**
 * Finds the central directory from the end records alone: the last 64 KiB, and the 64-bit record if there is one.
 * Refuses archives whose end is missing, ambiguous, split, contradictory or larger than the limits.
 * @param archiveName shown when the archive as a whole is at fault.
 * @throws AppError `bundle_unsafe` or `bundle_corrupt`.
 */
export async function readArchiveEnd(
  source: ZipSource,
  archiveName: string,
  limits: BundleLimits,
): Promise<ArchiveEnd> {
  const tailStart = Math.max(0, source.sizeBytes - endBytes - maxCommentBytes);
  const tail = await source.readAt(tailStart, source.sizeBytes - tailStart);
  try {
    const end = await readZip64End(source, findEndRecord(tail, tailStart));
    checkEnd(end, limits);
    return end;
  } catch (error) {
    throw error instanceof EndRefused ? bundleRefusal(archiveName, error.violation) : error;
  }
}
