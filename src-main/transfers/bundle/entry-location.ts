import { parseExtraFields } from 'yauzl';
import type { BundleEntry } from './bundle-listing.ts';
import { bundleRefusal } from './bundle-refusal.ts';
import { type CentralEntry, takeTurn } from './central-directory.ts';
import { type EntryRange, findRangeFault, isMatchingDescriptor, tailBytesOf } from './entry-ranges.ts';
import { findLocalViolation, hasDescriptor, type LocalHeader } from './local-header-rules.ts';
import { type OpenBundle, asRefusal } from './open-bundle.ts';

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
    hasDescriptor: hasDescriptor(central.record.generalPurposeBitFlag),
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
