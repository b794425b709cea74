import { setImmediate } from 'node:timers/promises';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import type { ArchiveEnd } from './archive-end.ts';
import type { BundleLimits } from './bundle-limits.ts';
import { bundleRefusal, type Violation } from './bundle-refusal.ts';
import {
  type EntryHeader,
  findKindViolation,
  findPackingViolation,
  findSizeViolation,
} from './directory-entry-rules.ts';
import { findExtensionViolation, findPathViolation } from './entry-name-rules.ts';
import { decodeEntryName, findSecondName } from './entry-name.ts';
import type { CentralFacts } from './local-header-rules.ts';
import { isSystemError } from './system-error.ts';
import type { ZipSource } from './zip-source.ts';

/** One record of the central directory that broke no rule on its own. */
export interface CentralEntry extends EntryHeader, CentralFacts {
  /** The name without the slash that marks a folder. */
  readonly path: string;
  /** As the parser knows it, to ask for its local header. */
  readonly parsed: Entry;
}

const fixedRecordBytes = 46;
const utf8Flag = 0x0800;
/** Records come from memory without a pause; after so many the event loop gets its turn. */
export const entriesPerTurn = 250;

function recordBytes(entry: Entry): number {
  return fixedRecordBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
}

function findEntryViolation(entry: CentralEntry, limits: BundleLimits): Violation | null {
  return (
    findPathViolation(entry.path, limits) ??
    findSecondName(entry.rawName, entry.name, entry.extraFields) ??
    findKindViolation(entry) ??
    findPackingViolation(entry) ??
    findSizeViolation(entry, limits) ??
    (entry.isFolder ? null : findExtensionViolation(entry.path))
  );
}

function readEntry(parsed: Entry, fallbackName: string, limits: BundleLimits): CentralEntry {
  const rawName = parsed.fileNameRaw;
  const decoded = decodeEntryName(rawName, (parsed.generalPurposeBitFlag & utf8Flag) !== 0);
  if (!decoded.ok) throw bundleRefusal(decoded.shown, decoded.violation);
  const isFolder = decoded.name.endsWith('/');
  const entry: CentralEntry = {
    name: decoded.name,
    rawName,
    path: isFolder ? decoded.name.slice(0, -1) : decoded.name,
    isFolder,
    parsed,
    generalPurposeBitFlag: parsed.generalPurposeBitFlag,
    compressionMethod: parsed.compressionMethod,
    compressedSize: parsed.compressedSize,
    uncompressedSize: parsed.uncompressedSize,
    crc32: parsed.crc32,
    relativeOffsetOfLocalHeader: parsed.relativeOffsetOfLocalHeader,
    externalFileAttributes: parsed.externalFileAttributes,
    extraFields: parsed.extraFields,
  };
  const violation = findEntryViolation(entry, limits);
  if (violation) throw bundleRefusal(decoded.name === '' ? fallbackName : decoded.name, violation);
  return entry;
}

/** The parser's own refusals carry no code; errors of the file system do and pass as they are. */
function asRefusal(error: unknown, entryName: string): unknown {
  if (!(error instanceof Error) || isSystemError(error)) return error;
  const rule = error.message.includes('encryption') ? 'encrypted' : 'bad-directory';
  return bundleRefusal(entryName, { rule }, error);
}

/** Opens the archive for the directory parser, names kept as the bytes they are. */
export async function openArchive(source: ZipSource, archiveName: string): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(source, source.sizeBytes, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
  } catch (error) {
    throw asRefusal(error, archiveName);
  }
}

/**
 * Reads every record of the central directory and checks each by itself: name, kind, packing, sizes, extension.
 * @throws AppError naming the first offending entry.
 */
export async function readCentralDirectory(
  zip: ZipFile,
  end: ArchiveEnd,
  limits: BundleLimits,
): Promise<CentralEntry[]> {
  const entries: CentralEntry[] = [];
  let consumedBytes = 0;
  const records = zip.eachEntry();
  for (;;) {
    const entryName = `number ${String(entries.length + 1)}`;
    const next = await records.next().catch((error: unknown) => {
      throw asRefusal(error, entryName);
    });
    if (next.done === true) break;
    if (entries.length % entriesPerTurn === 0) await setImmediate();
    entries.push(readEntry(next.value, entryName, limits));
    consumedBytes += recordBytes(next.value);
  }
  if (consumedBytes !== end.directoryBytes)
    throw bundleRefusal(entries.at(-1)?.name ?? '', {
      rule: 'bad-directory',
      fact: `${String(end.directoryBytes - consumedBytes)} bytes more than its ${String(entries.length)} entries take`,
    });
  return entries;
}
