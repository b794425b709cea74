import { type ExtraField, type LocalFileHeader, parseExtraFields } from 'yauzl';
import type { BundleEntry } from './bundle-listing.ts';
import { bundleRefusal, type Violation } from './bundle-refusal.ts';
import { type CentralEntry, takeTurn } from './central-directory.ts';
import { findSecondName } from './entry-name.ts';
import { type OpenBundle, asRefusal } from './open-bundle.ts';

const zip64Field = 0x0001;
const seeZip64 = 0xffffffff;
/** Set if checksum and sizes follow the data instead of preceding it (APPNOTE 4.4.4, bit 3). */
const descriptorFlag = 0x0008;
/** The bits that change how an entry is read: encryption, descriptor, patch data and name encoding. */
const meaningfulFlags = 0x0001 | descriptorFlag | 0x0020 | 0x0040 | 0x0800 | 0x2000;

/** True if a record with the checksum and sizes follows the entry's data. */
function isFollowedByDescriptor(generalPurposeBitFlag: number): boolean {
  return (generalPurposeBitFlag & descriptorFlag) !== 0;
}

/** The header before an entry's data. Of sizes of 0xffffffff, the value is in its 64-bit field. */
interface LocalHeader {
  readonly header: LocalFileHeader;
  readonly extraFields: readonly ExtraField[];
}

interface LocalSizes {
  readonly compressed: number;
  readonly uncompressed: number;
}

/** In a local header the 64-bit field must hold both sizes (APPNOTE 4.5.3). Null if it is needed but unusable. */
function readLocalSizes({ header, extraFields }: LocalHeader): LocalSizes | null {
  const short = { compressed: header.compressedSize, uncompressed: header.uncompressedSize };
  if (short.compressed !== seeZip64 && short.uncompressed !== seeZip64) return short;
  const fields = extraFields.filter(({ id }) => id === zip64Field);
  const [field] = fields;
  if (!field || fields.length > 1 || field.data.length < 16) return null;
  const uncompressed = Number(field.data.readBigUInt64LE(0));
  const compressed = Number(field.data.readBigUInt64LE(8));
  return {
    compressed: short.compressed === seeZip64 ? compressed : short.compressed,
    uncompressed: short.uncompressed === seeZip64 ? uncompressed : short.uncompressed,
  };
}

/**
 * Checks that an entry's local header agrees with the central directory. Streaming writers leave checksum and sizes at
 * zero there and put them after the data instead.
 */
function findLocalViolation(local: LocalHeader, central: CentralEntry): Violation | null {
  const { header, extraFields } = local;
  const { record, name } = central;
  if (!header.fileName.equals(record.fileNameRaw)) return { rule: 'local-name-mismatch' };
  const secondName = findSecondName(record.fileNameRaw, name, extraFields);
  if (secondName) return secondName;
  if (header.compressionMethod !== record.compressionMethod) return { rule: 'local-method-mismatch' };
  if (((header.generalPurposeBitFlag ^ record.generalPurposeBitFlag) & meaningfulFlags) !== 0)
    return { rule: 'local-flags-mismatch' };
  const sizes = readLocalSizes(local);
  if (!sizes) return { rule: 'bad-zip64' };
  const isDeferred = isFollowedByDescriptor(record.generalPurposeBitFlag);
  const agrees = (field: number, expected: number): boolean =>
    field === expected || (isDeferred && field === 0);
  if (!agrees(header.crc32, record.crc32)) return { rule: 'local-checksum-mismatch' };
  const isSameSize =
    agrees(sizes.compressed, record.compressedSize) && agrees(sizes.uncompressed, record.uncompressedSize);
  return isSameSize ? null : { rule: 'local-size-mismatch' };
}

/** Where the bytes of one entry lie in the bundle. */
interface EntryRange {
  /** Offset of the local header. */
  readonly start: number;
  /** Offset behind the packed data; a descriptor may follow. */
  readonly dataEnd: number;
  readonly hasDescriptor: boolean;
}

/** A range that lies where no entry may be. */
interface RangeFault<Range> {
  readonly range: Range;
  readonly violation: Violation;
}

/** Possible lengths of the data descriptor: with or without signature, with 32- or 64-bit sizes. */
const descriptorLengths = new Set([12, 16, 20, 24]);

function tailViolation(range: EntryRange, tailBytes: number): Violation | null {
  if (tailBytes < 0) return { rule: 'overlap' };
  if (range.hasDescriptor) return descriptorLengths.has(tailBytes) ? null : { rule: 'descriptor-mismatch' };
  return tailBytes === 0 ? null : { rule: 'hidden-data', fact: `${String(tailBytes)} bytes` };
}

/**
 * Checks that the entries fill the file from the first byte to the central directory. Entries must not share bytes (an
 * overlap bomb) and must not leave gaps, which another unpacker could read as further entries.
 * @param ranges sorted by `start`.
 */
function findRangeFault<Range extends EntryRange>(
  ranges: readonly Range[],
  directoryOffset: number,
): RangeFault<Range> | null {
  const [first] = ranges;
  if (first && first.start !== 0)
    return {
      range: first,
      violation: { rule: 'hidden-data', fact: `${String(first.start)} bytes before it` },
    };
  for (const [index, range] of ranges.entries()) {
    const violation = tailViolation(range, tailBytesOf(ranges, index, directoryOffset));
    if (violation) return { range, violation };
  }
  return null;
}

/** Number of bytes between a range's data and the next range. In sound ranges this is the length of its descriptor. */
function tailBytesOf(ranges: readonly EntryRange[], index: number, directoryOffset: number): number {
  const next = ranges[index + 1]?.start ?? directoryOffset;
  return next - (ranges[index]?.dataEnd ?? next);
}

/** Values that a data descriptor must repeat. */
interface DescriptorFacts {
  readonly crc32: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

const descriptorSignature = 0x08074b50;

/** True if the data descriptor (APPNOTE 4.3.9) repeats the values of the central directory. */
function isMatchingDescriptor(record: Buffer, facts: DescriptorFacts): boolean {
  const isSigned = record.length === 16 || record.length === 24;
  if (isSigned && record.readUInt32LE(0) !== descriptorSignature) return false;
  const body = isSigned ? record.subarray(4) : record;
  const isLong = body.length === 20;
  const sizes = isLong
    ? [Number(body.readBigUInt64LE(4)), Number(body.readBigUInt64LE(12))]
    : [body.readUInt32LE(4), body.readUInt32LE(8)];
  return (
    body.readUInt32LE(0) === facts.crc32 &&
    sizes[0] === facts.compressedSize &&
    sizes[1] === facts.uncompressedSize
  );
}

interface LocatedEntry extends EntryRange {
  readonly central: CentralEntry;
  readonly dataStart: number;
}

async function readLocalHeader({ zip }: OpenBundle, { record, name }: CentralEntry): Promise<LocalHeader> {
  try {
    const header = await zip.readLocalFileHeaderPromise(record);
    return { header, extraFields: parseExtraFields(header.extraField) };
  } catch (error) {
    throw asRefusal(error, name, 'local-header-unreadable');
  }
}

async function locate(bundle: OpenBundle, central: CentralEntry): Promise<LocatedEntry> {
  const local = await readLocalHeader(bundle, central);
  const violation = findLocalViolation(local, central);
  if (violation) throw bundleRefusal(central.name, violation);
  const dataStart = local.header.fileDataStart;
  return {
    central,
    start: central.record.relativeOffsetOfLocalHeader,
    dataStart,
    dataEnd: dataStart + central.record.compressedSize,
    hasDescriptor: isFollowedByDescriptor(central.record.generalPurposeBitFlag),
  };
}

async function checkDescriptors(
  { reader, directoryOffset }: OpenBundle,
  located: readonly LocatedEntry[],
): Promise<void> {
  for (const [index, { central, dataEnd, hasDescriptor }] of located.entries()) {
    if (!hasDescriptor) continue;
    const descriptor = await reader.readAt(dataEnd, tailBytesOf(located, index, directoryOffset));
    if (!isMatchingDescriptor(descriptor, central.record))
      throw bundleRefusal(central.name, { rule: 'descriptor-mismatch' });
  }
}

function toBundleEntry({ central: { record, path }, dataStart }: LocatedEntry): BundleEntry {
  return {
    relativePath: path,
    method: record.compressionMethod === 0 ? 'stored' : 'deflated',
    dataOffset: dataStart,
    packedBytes: record.compressedSize,
    sizeBytes: record.uncompressedSize,
    crc32: record.crc32,
  };
}

/**
 * Finds the data of every entry through its local header. Compares that header, and the data descriptor if there is
 * one, with the central directory, and makes sure that the entries fill the file without gaps or overlaps.
 * @returns the files in the order of the bundle.
 * @throws AppError naming the first offending entry.
 */
export async function locateEntries(
  bundle: OpenBundle,
  entries: readonly CentralEntry[],
  signal: AbortSignal,
): Promise<BundleEntry[]> {
  const inFileOrder = entries.toSorted(
    (a, b) => a.record.relativeOffsetOfLocalHeader - b.record.relativeOffsetOfLocalHeader,
  );
  const located: LocatedEntry[] = [];
  for (const central of inFileOrder) {
    await takeTurn(located.length, signal);
    located.push(await locate(bundle, central));
  }
  const fault = findRangeFault(located, bundle.directoryOffset);
  if (fault) throw bundleRefusal(fault.range.central.name, fault.violation);
  await checkDescriptors(bundle, located);
  return located.filter(({ central }) => !central.isFolder).map(toBundleEntry);
}
