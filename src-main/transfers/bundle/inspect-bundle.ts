import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { isSystemError } from '../../foundation/system-error.ts';
import type { BundleLimits } from './bundle-limits.ts';
import type { BundleEntry, BundleListing } from './bundle-listing.ts';
import { bundleRefusal, type Violation } from './bundle-refusal.ts';
import { type CentralEntry, readCentralDirectory } from './central-directory.ts';
import { findRatioViolation } from './directory-entry-rules.ts';
import { locateEntries } from './entry-location.ts';
import { findCollision, parentOf, parentPaths } from './name-collisions.ts';
import { openBundle } from './open-bundle.ts';
import { WindowedReader } from './windowed-reader.ts';

interface Inspected {
  readonly entries: readonly BundleEntry[];
  readonly folders: readonly string[];
  readonly totalBytes: number;
}

/** Returns listed folders and those that paths pass through, or a violation if there are too many files and folders. */
function listFolders(
  entries: readonly CentralEntry[],
  { maxEntries }: BundleLimits,
): readonly string[] | Violation {
  const folders = new Set<string>();
  const fileCount = entries.filter(({ isFolder }) => !isFolder).length;
  for (const { path, isFolder } of entries) {
    if (!folders.has(parentOf(path))) for (const folder of parentPaths(path)) folders.add(folder);
    if (isFolder) folders.add(path);
    if (fileCount + folders.size > maxEntries)
      return { rule: 'too-many-entries', fact: `at most ${String(maxEntries)}` };
  }
  return [...folders].sort((a, b) => (a < b ? -1 : 1));
}

function findTotalViolation(totalBytes: number, packedBytes: number, limits: BundleLimits): Violation | null {
  if (totalBytes > limits.maxTotalBytes)
    return {
      rule: 'total-too-large',
      fact: `${String(totalBytes)} bytes, at most ${String(limits.maxTotalBytes)}`,
    };
  return findRatioViolation(packedBytes, totalBytes, limits);
}

async function inspect(
  reader: WindowedReader,
  bundleName: string,
  limits: BundleLimits,
  signal: AbortSignal,
): Promise<Inspected> {
  const bundle = await openBundle(reader, bundleName, limits);
  const central = await readCentralDirectory(bundle, limits, signal);
  const folders = listFolders(central, limits);
  if ('rule' in folders) throw bundleRefusal(bundleName, folders);
  const collision = findCollision(central);
  if (collision) throw bundleRefusal(collision.path, { rule: collision.rule });
  const totalBytes = central.reduce((sum, { record }) => sum + record.uncompressedSize, 0);
  const tooLarge = findTotalViolation(totalBytes, reader.sizeBytes, limits);
  if (tooLarge) throw bundleRefusal(bundleName, tooLarge);
  const entries = await locateEntries(bundle, central, signal);
  return { entries, folders, totalBytes };
}

async function openBundleFile(bundlePath: string): Promise<{ file: FileHandle; sizeBytes: number }> {
  const file = await open(bundlePath, 'r');
  const stats = await file.stat();
  if (stats.isFile()) return { file, sizeBytes: stats.size };
  await file.close();
  throw new AppError('file_unreadable', 'The bundle is not a file.');
}

function asUnreadable(error: unknown, bundleName: string): unknown {
  if (!isSystemError(error)) return error;
  return new AppError('file_unreadable', `The bundle "${bundleName}" cannot be read: ${error.code}.`, {
    details: { entry: bundleName, reason: error.code },
    cause: error,
  });
}

function toListing(inspected: Inspected, limits: BundleLimits, bundleFile: FileHandle): BundleListing {
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= bundleFile.close());
  return { ...inspected, limits, bundleFile, close, [Symbol.asyncDispose]: close };
}

/**
 * Decides about a whole bundle before anything is written. Every rule applies on every system, so that a bundle is
 * valid everywhere or nowhere. It holds plain files and folders with portable, unambiguous, distinct names and allowed
 * extensions; its entries are stored or deflated, have sizes within the limits, and fill the file exactly; its central
 * directory and local headers agree.
 * @returns a listing that keeps the file open; see `BundleListing`.
 * @throws AppError `bundle_unsafe` or `bundle_corrupt` with `details` `{ entry, rule, reason }`; `file_unreadable` when
 * the file itself cannot be read; `cancelled` after the signal.
 */
export async function inspectBundle(
  bundlePath: string,
  limits: BundleLimits,
  signal: AbortSignal = new AbortController().signal,
): Promise<BundleListing> {
  const bundleName = basename(bundlePath);
  try {
    const { file, sizeBytes } = await openBundleFile(bundlePath);
    try {
      const reader = new WindowedReader(file, sizeBytes);
      return toListing(await inspect(reader, bundleName, limits, signal), limits, file);
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    throw asUnreadable(error, bundleName);
  }
}
