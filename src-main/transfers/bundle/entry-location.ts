import { setImmediate } from 'node:timers/promises';
import { type LocalFileHeader, parseExtraFields, type ZipFile } from 'yauzl';
import type { BundleEntry } from './bundle-listing.ts';
import { bundleRefusal } from './bundle-refusal.ts';
import { type CentralEntry, entriesPerTurn } from './central-directory.ts';
import type { ExtraField } from './entry-name.ts';
import { type EntryRange, findRangeFault, isMatchingDescriptor, tailBytesOf } from './entry-ranges.ts';
import { findLocalViolation, hasDescriptor } from './local-header-rules.ts';
import { isSystemError } from './system-error.ts';
import type { ZipSource } from './zip-source.ts';

interface LocatedEntry extends EntryRange {
  readonly central: CentralEntry;
  readonly dataStart: number;
}

interface LocalHeader {
  readonly header: LocalFileHeader;
  readonly extraFields: readonly ExtraField[];
}

async function readLocalHeader(zip: ZipFile, central: CentralEntry): Promise<LocalHeader> {
  try {
    const header = await zip.readLocalFileHeaderPromise(central.parsed);
    return { header, extraFields: parseExtraFields(header.extraField) };
  } catch (error) {
    if (!(error instanceof Error) || isSystemError(error)) throw error;
    throw bundleRefusal(central.name, { rule: 'local-header-unreadable' }, error);
  }
}

async function locate(zip: ZipFile, central: CentralEntry): Promise<LocatedEntry> {
  const { header, extraFields } = await readLocalHeader(zip, central);
  const violation = findLocalViolation(header, extraFields, central);
  if (violation) throw bundleRefusal(central.name, violation);
  return {
    central,
    start: central.relativeOffsetOfLocalHeader,
    dataStart: header.fileDataStart,
    dataEnd: header.fileDataStart + central.compressedSize,
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
 * Finds the data of every entry by the header before it, after comparing that header (and the record behind the
 * data, if there is one) with the central directory, and making sure that the entries tile the file.
 * @returns the files, in the order they lie in the archive.
 * @throws AppError naming the first offending entry.
 */
export async function locateEntries(
  source: ZipSource,
  zip: ZipFile,
  entries: readonly CentralEntry[],
  directoryOffset: number,
): Promise<BundleEntry[]> {
  const inFileOrder = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  const located: LocatedEntry[] = [];
  for (const central of inFileOrder) {
    if (located.length % entriesPerTurn === 0) await setImmediate();
    located.push(await locate(zip, central));
  }
  const fault = findRangeFault(located, directoryOffset);
  if (fault) throw bundleRefusal(fault.range.central.name, fault.violation);
  await checkDescriptors(source, located, directoryOffset);
  return located.filter(({ central }) => !central.isFolder).map(toBundleEntry);
}
