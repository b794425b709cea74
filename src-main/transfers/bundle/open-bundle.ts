import { fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { isSystemError } from '../../foundation/system-error.ts';
import type { BundleLimits } from './bundle-limits.ts';
import { bundleRefusal, type BundleRule, type Violation } from './bundle-refusal.ts';
import type { WindowedReader } from './windowed-reader.ts';

/** A zip file opened by yauzl, whose central directory lies where all records at its end say. */
export interface OpenBundle {
  readonly zip: ZipFile;
  readonly reader: WindowedReader;
  readonly directoryOffset: number;
  /** Offset behind the central directory. */
  readonly directoryEnd: number;
}

const endBytes = 22;
/** Length of the 64-bit end record, which its locator follows. */
const longEndBytes = 56;
const locatorBytes = 20;
const locatorSignature = 0x07064b50;

/** Errors of yauzl that have a rule of their own. */
const rulesByMessage: readonly (readonly [RegExp, BundleRule])[] = [
  [/^End of central directory record signature not found/, 'not-a-zip'],
  [/^multi-disk/, 'multi-disk'],
  [/^strong encryption/, 'encrypted'],
  [/^file data overflows/, 'overlap'],
  [/^A record lies where no file can reach/, 'bad-number'],
];

/**
 * Converts an error of yauzl into a refusal; returns errors of the system and of ours unchanged.
 * @param rule for errors that have none of their own.
 */
export function asRefusal(error: unknown, entryName: string, rule: BundleRule): unknown {
  if (!(error instanceof Error) || error.name !== 'Error' || isSystemError(error)) return error;
  const known = rulesByMessage.find(([message]) => message.test(error.message));
  return bundleRefusal(entryName, { rule: known?.[1] ?? rule }, error);
}

/** What yauzl found at the end of the bundle. */
interface DirectoryFacts {
  readonly entryCount: number;
  readonly directoryOffset: number;
  readonly directoryBytes: number;
}

/**
 * Compares the fields of the 64-bit records (APPNOTE 4.3.14 and 4.3.15) that yauzl ignores.
 * @param position offset of the records in the file.
 */
function findLongEndViolation(records: Buffer, position: number, facts: DirectoryFacts): Violation | null {
  const locator = records.subarray(longEndBytes);
  const isWhole =
    records.readUInt32LE(20) === 0 &&
    records.readBigUInt64LE(24) === BigInt(facts.entryCount) &&
    locator.readUInt32LE(4) === 0 &&
    locator.readUInt32LE(16) <= 1;
  if (!isWhole) return { rule: 'multi-disk' };
  const isAgreed =
    records.readBigUInt64LE(4) === BigInt(longEndBytes - 12) &&
    records.readBigUInt64LE(40) === BigInt(facts.directoryBytes) &&
    locator.readBigUInt64LE(8) === BigInt(position);
  return isAgreed ? null : { rule: 'bad-end-record' };
}

/** Compares the fields of the end record (APPNOTE 4.3.16) that yauzl ignores, or that the 64-bit one repeats. */
function findEndViolation(end: Buffer, facts: DirectoryFacts, isLong: boolean): Violation | null {
  const agrees = (field: number, value: number, seeLong: number): boolean =>
    field === value || (isLong && field === seeLong);
  const isSplit = end.readUInt16LE(6) !== 0 || end.readUInt16LE(8) !== end.readUInt16LE(10);
  if (isSplit && !isLong) return { rule: 'multi-disk' };
  const isAgreed =
    agrees(end.readUInt16LE(10), facts.entryCount, 0xffff) &&
    agrees(end.readUInt32LE(12), facts.directoryBytes, 0xffffffff) &&
    agrees(end.readUInt32LE(16), facts.directoryOffset, 0xffffffff);
  return isAgreed ? null : { rule: 'bad-end-record' };
}

function findLimitViolation(facts: DirectoryFacts, limits: BundleLimits): Violation | null {
  const { entryCount, directoryBytes } = facts;
  const { maxEntries, maxDirectoryBytes } = limits;
  if (entryCount > maxEntries)
    return { rule: 'too-many-entries', fact: `${String(entryCount)}, at most ${String(maxEntries)}` };
  if (directoryBytes > maxDirectoryBytes)
    return {
      rule: 'directory-too-large',
      fact: `${String(directoryBytes)} bytes, at most ${String(maxDirectoryBytes)}`,
    };
  return entryCount === 0 ? { rule: 'no-entries' } : null;
}

async function openByYauzl(reader: WindowedReader, bundleName: string): Promise<ZipFile> {
  try {
    const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
    return await fromRandomAccessReaderPromise(reader, reader.sizeBytes, options);
  } catch (error) {
    throw asRefusal(error, bundleName, 'bad-end-record');
  }
}

/**
 * Opens a zip file. Refuses bundles whose end is missing, ambiguous, split, contradictory or larger than the limits.
 * @param bundleName shown when the bundle as a whole is at fault.
 * @throws AppError `bundle_unsafe` or `bundle_corrupt`.
 */
export async function openBundle(
  reader: WindowedReader,
  bundleName: string,
  limits: BundleLimits,
): Promise<OpenBundle> {
  const zip = await openByYauzl(reader, bundleName);
  const endStart = reader.sizeBytes - endBytes - zip.comment.length;
  const longStart = endStart - longEndBytes - locatorBytes;
  const tailStart = Math.max(0, longStart);
  const tail = Buffer.from(await reader.readAt(tailStart, reader.sizeBytes - tailStart));
  const isLong = longStart >= 0 && tail.readUInt32LE(longEndBytes) === locatorSignature;
  const directoryEnd = isLong ? longStart : endStart;
  const directoryOffset = Number(zip.readEntryCursor);
  const directoryBytes = directoryEnd - directoryOffset;
  const facts = { entryCount: zip.entryCount, directoryOffset, directoryBytes };
  const end = tail.subarray(endStart - tailStart);
  const violation =
    (isLong ? findLongEndViolation(tail, longStart, facts) : null) ??
    findEndViolation(end, facts, isLong) ??
    findLimitViolation(facts, limits);
  if (violation) throw bundleRefusal(bundleName, violation);
  return { zip, reader, directoryOffset, directoryEnd };
}
