import type { BundleEntry } from './bundle-listing.ts';
import { bundleRefusal } from './bundle-refusal.ts';
import { type CentralEntry, takeTurn } from './central-directory.ts';
import { type EntryRange, findRangeFault, isMatchingDescriptor, tailBytesOf } from './entry-ranges.ts';
import { findLocalViolation, hasDescriptor } from './local-header-rules.ts';
import {
  type LocalRecord,
  localFixedBytes,
  localRecordBytes,
  MalformedRecord,
  readLocalRecord,
} from './zip-records.ts';
import type { ZipSource } from './zip-source.ts';

interface LocatedEntry extends EntryRange {
  readonly central: CentralEntry;
  readonly dataStart: number;
}

/** Reads an entry's local header. The result is valid until the next read. */
async function readLocalHeader(source: ZipSource, central: CentralEntry): Promise<LocalRecord> {
  const start = central.relativeOffsetOfLocalHeader;
  try {
    const lengthBytes = localRecordBytes(await source.readAt(start, localFixedBytes));
    return readLocalRecord(await source.readAt(start, lengthBytes));
  } catch (error) {
    if (!(error instanceof MalformedRecord)) throw error;
    throw bundleRefusal(central.name, { rule: 'local-header-unreadable', fact: error.message }, error);
  }
}

async function locate(source: ZipSource, central: CentralEntry): Promise<LocatedEntry> {
  const local = await readLocalHeader(source, central);
  const violation = findLocalViolation(local, central);
  if (violation) throw bundleRefusal(central.name, violation);
  const start = central.relativeOffsetOfLocalHeader;
  const dataStart = start + local.lengthBytes;
  return {
    central,
    start,
    dataStart,
    dataEnd: dataStart + central.compressedSize,
    hasDescriptor: hasDescriptor(central.generalPurposeBitFlag),
  };
}

async function checkDescriptors(
  source: ZipSource,
  located: readonly LocatedEntry[],
  directoryOffset: number,
): Promise<void> {
  for (const [index, entry] of located.entries()) {
    if (!entry.hasDescriptor) continue;
    const record = await source.readAt(entry.dataEnd, tailBytesOf(located, index, directoryOffset));
    if (!isMatchingDescriptor(record, entry.central))
      throw bundleRefusal(entry.central.name, { rule: 'descriptor-mismatch' });
  }
}

function toBundleEntry({ central, dataStart }: LocatedEntry): BundleEntry {
  return {
    relativePath: central.path,
    method: central.compressionMethod === 0 ? 'stored' : 'deflated',
    dataOffset: dataStart,
    packedBytes: central.compressedSize,
    sizeBytes: central.uncompressedSize,
    crc32: central.crc32,
  };
}

/**
 * Finds the data of every entry through its local header. Compares that header, and the data descriptor if there is
 * one, with the central directory, and makes sure that the entries fill the file without gaps or overlaps.
 * @returns the files in archive order.
 * @throws AppError naming the first offending entry.
 */
export async function locateEntries(
  source: ZipSource,
  entries: readonly CentralEntry[],
  directoryOffset: number,
  signal: AbortSignal,
): Promise<BundleEntry[]> {
  const inFileOrder = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  const located: LocatedEntry[] = [];
  for (const central of inFileOrder) {
    await takeTurn(located.length, signal);
    located.push(await locate(source, central));
  }
  const fault = findRangeFault(located, directoryOffset);
  if (fault) throw bundleRefusal(fault.range.central.name, fault.violation);
  await checkDescriptors(source, located, directoryOffset);
  return located.filter(({ central }) => !central.isFolder).map(toBundleEntry);
}
