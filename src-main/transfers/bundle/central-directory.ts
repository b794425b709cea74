import { setImmediate } from 'node:timers/promises';
import type { Entry } from 'yauzl';
import { throwIfStopped } from '../../foundation/wait.ts';
import type { BundleLimits } from './bundle-limits.ts';
import { bundleRefusal, type Violation } from './bundle-refusal.ts';
import { findKindViolation, findPackingViolation, findSizeViolation } from './directory-entry-rules.ts';
import { findExtensionViolation, findPathViolation } from './entry-name-rules.ts';
import { decodeEntryName, findSecondName } from './entry-name.ts';
import { type OpenBundle, asRefusal } from './open-bundle.ts';

/** One record of the central directory that breaks no rule on its own. */
export interface CentralEntry {
  readonly record: Entry;
  readonly name: string;
  /** The name without the slash that marks a folder. */
  readonly path: string;
  readonly isFolder: boolean;
}

const utf8Flag = 0x0800;
/** Most records come from a window in memory without any wait, so the event loop gets a turn after this many. */
const entriesPerTurn = 250;

/** Yields to the event loop after every `entriesPerTurn` entries. @throws AppError `cancelled` after the signal. */
export async function takeTurn(entriesDone: number, signal: AbortSignal): Promise<void> {
  if (entriesDone % entriesPerTurn !== 0) return;
  await setImmediate();
  throwIfStopped(signal);
}

function findEntryViolation(
  { record, name, path, isFolder }: CentralEntry,
  limits: BundleLimits,
): Violation | null {
  return (
    findPathViolation(path, limits) ??
    findSecondName(record.fileNameRaw, name, record.extraFields) ??
    findKindViolation(record, isFolder) ??
    findPackingViolation(record) ??
    findSizeViolation(record, isFolder, limits) ??
    (isFolder ? null : findExtensionViolation(path))
  );
}

function checkRecord(record: Entry, fallbackName: string, limits: BundleLimits): CentralEntry {
  const decoded = decodeEntryName(record.fileNameRaw, (record.generalPurposeBitFlag & utf8Flag) !== 0);
  if (!decoded.ok) throw bundleRefusal(decoded.shown, decoded.violation);
  const { name } = decoded;
  const isFolder = name.endsWith('/');
  const entry = { record, name, path: isFolder ? name.slice(0, -1) : name, isFolder };
  const violation = findEntryViolation(entry, limits);
  if (violation) throw bundleRefusal(name === '' ? fallbackName : name, violation);
  return entry;
}

/**
 * Reads every record of the central directory and checks each on its own: name, kind, packing, sizes, extension.
 * @throws AppError naming the first offending entry.
 */
export async function readCentralDirectory(
  { zip, directoryEnd }: OpenBundle,
  limits: BundleLimits,
  signal: AbortSignal,
): Promise<CentralEntry[]> {
  const entries: CentralEntry[] = [];
  const nextName = (): string => `number ${String(entries.length + 1)}`;
  try {
    for await (const record of zip.eachEntry()) {
      await takeTurn(entries.length, signal);
      entries.push(checkRecord(record, nextName(), limits));
    }
  } catch (error) {
    throw asRefusal(error, nextName(), 'bad-directory');
  }
  const unreadBytes = directoryEnd - Number(zip.readEntryCursor);
  if (unreadBytes !== 0)
    throw bundleRefusal(entries.at(-1)?.name ?? '', {
      rule: 'bad-directory',
      fact: `${String(unreadBytes)} bytes more than its ${String(entries.length)} entries take`,
    });
  return entries;
}
