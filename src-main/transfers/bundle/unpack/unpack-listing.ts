import { AppError } from '../../../../src-shared/app-error.ts';
import { settleWithin, systemTimer } from '../../../foundation/settle-within.ts';
import { orStopped } from '../../../foundation/wait.ts';
import type { Clock } from '../../../platform.ts';
import type { BundleEntry, BundleListing, UnpackedFile } from '../bundle-listing.ts';
import { printableName } from '../bundle-refusal.ts';
import { runPool } from './run-pool.ts';
import { stalledError, StallGuard } from './stall-guard.ts';
import { checkFreeSpace, checkTargetFolder, UnpackedFolders } from './target-folder.ts';
import { UnpackBoard } from './unpack-board.ts';
import type { UnpackedHash } from './unpack-order.ts';
import { startPool, type UnpackPool } from './unpack-pool.ts';

/** How to monitor and stop the unpacking. */
export interface UnpackListingOptions {
  readonly signal: AbortSignal;
  /** Receives the unpacked bytes so far and in total, several times a second while it runs and once at the end. */
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
  /** The system's timer by default. */
  readonly timer?: Pick<Clock, 'schedule'>;
  /** Time without any progress after which the unpacking gives up. One minute by default. */
  readonly stallTimeoutMs?: number;
  /** Threads that wait for an order; new ones by default. They end with the unpacking. */
  readonly pool?: UnpackPool;
}

const defaultStallTimeoutMs = 60_000;
/** How long to wait for a stopped thread or a removal before abandoning an unresponsive drive. */
const graceMs = 5_000;

/**
 * Checks the target folder and creates the folders in it.
 * @throws AppError soon after the signal, and after too long without progress, even if the drive never answers.
 */
async function prepare(
  listing: BundleListing,
  targetFolder: string,
  made: UnpackedFolders,
  { signal, timer = systemTimer, stallTimeoutMs = defaultStallTimeoutMs }: UnpackListingOptions,
): Promise<void> {
  const stall = new AbortController();
  const guard = new StallGuard(timer, stallTimeoutMs, () => {
    stall.abort(stalledError(stallTimeoutMs));
  });
  const stopped = AbortSignal.any([signal, stall.signal]);
  const work = async (): Promise<void> => {
    await checkTargetFolder(targetFolder);
    const { entries, folders, limits } = listing;
    await checkFreeSpace({ entries, folders, limits }, targetFolder);
    await made.make(folders, stopped, () => {
      guard.noteProgress();
    });
  };
  await orStopped(work(), stopped).finally(() => {
    guard.end();
  });
}

async function unpack(
  listing: BundleListing,
  targetFolder: string,
  board: UnpackBoard,
  options: UnpackListingOptions,
): Promise<UnpackedFile[]> {
  let reportedBytes = -1;
  const onProgress = (): void => {
    if (board.bytesDone === reportedBytes) return;
    reportedBytes = board.bytesDone;
    options.onProgress(reportedBytes, listing.totalBytes);
  };
  const { entries, bundleFile, totalBytes } = listing;
  const hashes = new PendingHashes(entries);
  const { finished } = await runPool(
    options.pool ?? startPool(totalBytes),
    { bundleDescriptor: bundleFile.fd, targetFolder, entries, boardMemory: board.memory },
    {
      signal: options.signal,
      timer: options.timer ?? systemTimer,
      stallTimeoutMs: options.stallTimeoutMs ?? defaultStallTimeoutMs,
      graceMs,
      listener: {
        onProgress,
        onHashes: (found) => {
          hashes.take(found);
        },
      },
    },
  );
  hashes.endWith(finished);
  onProgress();
  return hashes.files;
}

/**
 * Unpacks an inspected bundle into a private, empty folder and closes the listing. The caller creates the folder with
 * mode 0700 on the volume where the files will stay. Files are created, never opened, with mode 0644 whatever the
 * bundle declares; their length and checksum are checked on the way. On success everything is written, but not yet
 * synced to the disk: the code that moves the folder into place syncs it first (`commitVersion`). The hashes follow
 * later. On failure the folder is as empty as before; only if a process or drive dies can files stay in it.
 * @returns the files in the order of the bundle.
 * @throws AppError `bundle_corrupt` when content is not as declared; `disk_full`, `conflict` (the folder is not empty),
 * `path_too_long`, `delivery_folder_not_writable` (also after a minute without progress); `cancelled` after the signal.
 * PoolDied when a thread could not do its work.
 */
export async function unpackListing(
  listing: BundleListing,
  targetFolder: string,
  options: UnpackListingOptions,
): Promise<UnpackedFile[]> {
  const board = UnpackBoard.create(listing.entries.length);
  const folders = new UnpackedFolders(targetFolder);
  try {
    await prepare(listing, targetFolder, folders, options);
    return await unpack(listing, targetFolder, board, options);
  } catch (error) {
    const created = listing.entries.filter((_, index) => board.wasCreated(index));
    const removal = folders.removeAll(created.map(({ relativePath }) => relativePath));
    await settleWithin(graceMs, removal, options.timer);
    throw error;
  } finally {
    await listing.close();
  }
}

function unreadable({ relativePath }: BundleEntry): AppError {
  const entry = printableName(relativePath);
  return new AppError('file_unreadable', `"${entry}" is gone or cannot be read any more.`, {
    details: { entry, reason: 'missing' },
  });
}

/** The files of a bundle whose hashes arrive later. */
class PendingHashes {
  readonly #entries: readonly BundleEntry[];
  readonly #waiting: readonly PromiseWithResolvers<string>[];

  constructor(entries: readonly BundleEntry[]) {
    this.#entries = entries;
    this.#waiting = entries.map(() => Promise.withResolvers<string>());
    // A hash may fail without anybody awaiting it.
    for (const { promise } of this.#waiting) promise.catch(() => undefined);
  }

  /** The files in the order of the entries. */
  get files(): UnpackedFile[] {
    return this.#entries.map((entry, index) => {
      const { relativePath, sizeBytes } = entry;
      return {
        relativePath,
        sizeBytes,
        sha256: this.#waiting[index]?.promise ?? Promise.reject(unreadable(entry)),
      };
    });
  }

  take(hashes: readonly UnpackedHash[]): void {
    for (const { index, sha256 } of hashes) {
      const entry = this.#entries[index];
      if (sha256 !== null) this.#waiting[index]?.resolve(sha256);
      else if (entry) this.#waiting[index]?.reject(unreadable(entry));
    }
  }

  /** Rejects every hash that is still missing when the work ends. */
  endWith(finished: Promise<unknown>): void {
    const end = (reason: unknown): void => {
      for (const { reject } of this.#waiting) reject(reason);
    };
    finished.then(() => {
      end(new Error('An unpacked file has no hash.'));
    }, end);
  }
}
