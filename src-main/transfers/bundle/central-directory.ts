import { setImmediate } from 'node:timers/promises';
import { throwIfStopped } from '../../foundation/wait.ts';
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
import { type CentralRecord, MalformedRecord, readCentralRecord } from './zip-records.ts';

/** One record of the central directory that breaks no rule on its own. */
export interface CentralEntry extends EntryHeader, CentralFacts {
  /** The name without the slash that marks a folder. */
  readonly path: string;
}

const utf8Flag = 0x0800;
/** The records are read from memory without any wait, so the event loop gets a turn after this many. */
const entriesPerTurn = 250;

/** Yields to the event loop after every `entriesPerTurn` entries. @throws AppError `cancelled` after the signal. */
export async function takeTurn(entriesDone: number, signal: AbortSignal): Promise<void> {
  if (entriesDone % entriesPerTurn !== 0) return;
  await setImmediate();
  throwIfStopped(signal);
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

function checkRecord(record: CentralRecord, fallbackName: string, limits: BundleLimits): CentralEntry {
  const decoded = decodeEntryName(record.rawName, (record.generalPurposeBitFlag & utf8Flag) !== 0);
  if (!decoded.ok) throw bundleRefusal(decoded.shown, decoded.violation);
  const { name } = decoded;
  const isFolder = name.endsWith('/');
  const entry = { ...record, name, path: isFolder ? name.slice(0, -1) : name, isFolder };
  const violation = findEntryViolation(entry, limits);
  if (violation) throw bundleRefusal(name === '' ? fallbackName : name, violation);
  return entry;
}

/**
 * Reads every record of the central directory and checks each on its own: name, kind, packing, sizes, extension.
 * @param directory the bytes of the whole directory.
 * @throws AppError naming the first offending entry.
 */
export async function readCentralDirectory(
  directory: Buffer,
  { entryCount }: ArchiveEnd,
  limits: BundleLimits,
  signal: AbortSignal,
): Promise<CentralEntry[]> {
  const entries: CentralEntry[] = [];
  let at = 0;
  while (entries.length < entryCount) {
    await takeTurn(entries.length, signal);
    const fallbackName = `number ${String(entries.length + 1)}`;
    const record = readRecord(directory, at, fallbackName);
    entries.push(checkRecord(record, fallbackName, limits));
    at += record.lengthBytes;
  }
  if (at !== directory.length)
    throw bundleRefusal(entries.at(-1)?.name ?? '', {
      rule: 'bad-directory',
      fact: `${String(directory.length - at)} bytes more than its ${String(entryCount)} entries take`,
    });
  return entries;
}

function readRecord(directory: Buffer, at: number, entryName: string): CentralRecord {
  try {
    return readCentralRecord(directory, at);
  } catch (error) {
    if (!(error instanceof MalformedRecord)) throw error;
    throw bundleRefusal(entryName, { rule: 'bad-directory', fact: error.message }, error);
  }
}
