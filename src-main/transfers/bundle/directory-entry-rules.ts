import type { Entry } from 'yauzl';
import type { BundleLimits } from './bundle-limits.ts';
import type { Violation } from './bundle-refusal.ts';
const zip64Field = 0x0001;
const encryptionFlags = 0x0001 | 0x0040 | 0x2000;
const patchedDataFlag = 0x0020;
const unixKind = { mask: 0o170000, folder: 0o040000, file: 0o100000, link: 0o120000 };
const unixSpecialPermissions = 0o7000;
const dosFolder = 0x10;
const dosReparsePoint = 0x400;
/** DOS attributes of a volume label and of a device. */
const dosSpecial = 0x08 | 0x40;
const methodNames = new Map([
  [1, 'Shrink'],
  [6, 'Implode'],
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'XZ'],
  [98, 'PPMd'],
  [99, 'AES encryption'],
]);

/**
 * Accepts regular files and folders only. Reads the upper half of the attributes as a Unix mode, whatever system the
 * bundle claims to come from, because some unpackers do so.
 */
export function findKindViolation(record: Entry, isFolder: boolean): Violation | null {
  const attributes = record.externalFileAttributes;
  const mode = attributes >>> 16;
  const kind = mode & unixKind.mask;
  if (kind === unixKind.link || (attributes & dosReparsePoint) !== 0) return { rule: 'symbolic-link' };
  const isKnownKind = kind === 0 || kind === unixKind.file || kind === unixKind.folder;
  if (!isKnownKind || (attributes & dosSpecial) !== 0) return { rule: 'special-file' };
  if ((mode & unixSpecialPermissions) !== 0) return { rule: 'special-permission' };
  const isMarkedFile = kind === unixKind.file;
  const isMarkedFolder = kind === unixKind.folder || (attributes & dosFolder) !== 0;
  const isContradictory = isFolder ? isMarkedFile : isMarkedFolder;
  return isContradictory ? { rule: 'kind-mismatch' } : null;
}

/** Accepts entries that are stored or deflated, not encrypted and not patch data. */
export function findPackingViolation(record: Entry): Violation | null {
  const { generalPurposeBitFlag: flags, compressionMethod: method } = record;
  if ((flags & encryptionFlags) !== 0 || method === 99) return { rule: 'encrypted' };
  if ((flags & patchedDataFlag) !== 0) return { rule: 'patched-data' };
  if (method === 0 || method === 8) return null;
  return { rule: 'unsupported-method', fact: methodNames.get(method) ?? `method ${String(method)}` };
}

function findZip64Violation(record: Entry): Violation | null {
  const fields = record.extraFields.filter(({ id }) => id === zip64Field);
  const [field] = fields;
  if (!field) return null;
  if (fields.length > 1) return { rule: 'bad-zip64' };
  const expected = [record.uncompressedSize, record.compressedSize, record.relativeOffsetOfLocalHeader];
  const numbers = Math.floor(field.data.length / 8);
  for (let index = 0; index < numbers; index += 1) {
    const value = Number(field.data.readBigUInt64LE(index * 8));
    while (expected.length > 0 && expected[0] !== value) expected.shift();
    if (expected.shift() === undefined) return { rule: 'bad-zip64' };
  }
  return null;
}

function findFolderContentViolation(record: Entry): Violation | null {
  // Some writers deflate folders too; an empty deflate stream is two bytes long.
  const allowed = record.compressionMethod === 8 ? 2 : 0;
  const isEmpty = record.uncompressedSize === 0 && record.compressedSize <= allowed;
  return isEmpty ? null : { rule: 'folder-with-content' };
}

/**
 * Accepts sizes and positions that are possible for a file, agree with each other, and stay below the inflation cap.
 */
export function findSizeViolation(record: Entry, isFolder: boolean, limits: BundleLimits): Violation | null {
  const { compressedSize, uncompressedSize, relativeOffsetOfLocalHeader } = record;
  if (![compressedSize, uncompressedSize, relativeOffsetOfLocalHeader].every(Number.isSafeInteger))
    return { rule: 'bad-number' };
  const zip64 = findZip64Violation(record);
  if (zip64) return zip64;
  if (isFolder) return findFolderContentViolation(record);
  if (record.compressionMethod === 0)
    return compressedSize === uncompressedSize ? null : { rule: 'stored-size-mismatch' };
  return findRatioViolation(compressedSize, uncompressedSize, limits);
}

/** Checks the inflation ratio of one entry or of the whole bundle. */
export function findRatioViolation(
  packedBytes: number,
  sizeBytes: number,
  limits: BundleLimits,
): Violation | null {
  const isBomb = sizeBytes > limits.ratioFreeBytes && sizeBytes > packedBytes * limits.maxInflationRatio;
  return isBomb
    ? { rule: 'inflation-ratio', fact: `${String(sizeBytes)} bytes out of ${String(packedBytes)}` }
    : null;
}
