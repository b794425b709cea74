import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '../../../foundation/system-error.ts';
import type { BundleEntry } from '../bundle-listing.ts';
import { EntryData } from '../entry-data.ts';
import { EntryWriter } from './entry-writer.ts';
import { UnpackBoard } from './unpack-board.ts';
import { asSystemFault, UnpackFailure } from './unpack-fault.ts';
import type { UnpackedHash, UnpackOrder, UnpackReport } from './unpack-order.ts';

const fileMode = 0o644;
/** Windows has no O_NOFOLLOW; O_EXCL alone already refuses links on every system. */
const noFollow = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const createOnly = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;
const reportEveryMs = 40;

/** Thrown through a copy to end it when the board is cancelled. */
class Stopped extends Error {}

/** Takes entries from the board and unpacks them one by one until none are left. */
class Unpacker {
  readonly #order: UnpackOrder;
  readonly #board: UnpackBoard;
  readonly #data: EntryData;
  readonly #noteProgress: () => void;

  constructor(order: UnpackOrder, board: UnpackBoard, noteProgress: () => void) {
    this.#order = order;
    this.#board = board;
    this.#data = new EntryData(order.bundleDescriptor);
    this.#noteProgress = noteProgress;
  }

  /** Returns the indexes of the unpacked entries. */
  async run(): Promise<number[]> {
    const done: number[] = [];
    for (let index = this.#board.takeNext(); ; index = this.#board.takeNext()) {
      const entry = this.#order.entries[index];
      if (!entry) return done;
      await this.#unpack(entry, index);
      done.push(index);
    }
  }

  async #unpack(entry: BundleEntry, index: number): Promise<void> {
    const { relativePath } = entry;
    try {
      const descriptor = openSync(join(this.#order.targetFolder, relativePath), createOnly, fileMode);
      this.#board.markCreated(index);
      try {
        await this.#fill(entry, descriptor);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      throw asSystemFault(error, 'write', relativePath);
    }
  }

  async #fill(entry: BundleEntry, descriptor: number): Promise<void> {
    const writer = new EntryWriter(entry, descriptor);
    await this.#data.unpack(entry, (chunk) => {
      if (this.#board.isCancelled) throw new Stopped();
      writer.write(chunk);
      this.#board.addBytes(chunk.length);
      this.#noteProgress();
    });
    writer.finish();
  }
}

/** Limits the rate of a report to what the eye can follow. */
function throttled(report: () => void): () => void {
  let reportedMs = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs - reportedMs < reportEveryMs) return;
    reportedMs = nowMs;
    report();
  };
}

/** Hashes the files this thread unpacked, which are still in the system's cache. */
function hashAll(
  order: UnpackOrder,
  board: UnpackBoard,
  indexes: readonly number[],
  report: (report: UnpackReport) => void,
): void {
  let hashes: UnpackedHash[] = [];
  const reportHashes = (): void => {
    report(hashes.length > 0 ? { kind: 'hashed', hashes } : { kind: 'progress' });
    hashes = [];
  };
  const reportThrottled = throttled(reportHashes);
  const hasher = new FileHasher(() => {
    if (board.isCancelled) throw new Stopped();
    reportThrottled();
  });
  for (const index of indexes) {
    const entry = order.entries[index];
    if (!entry) continue;
    const sha256 = hasher.hash(join(order.targetFolder, entry.relativePath));
    hashes.push({ index, sha256 });
  }
  reportHashes();
}

/**
 * Does the work of one unpacking thread. Most of it is synchronous, because it has the thread to itself; only the board
 * connects it to the other threads. It writes and checks all its files before it hashes any: hashing costs as much as
 * everything else, and the caller does not need the hashes yet. A file that fails stops all threads.
 * @param report called with progress, and last with the outcome.
 * @throws any error that is no fault of the bundle or the system: it is a bug.
 */
export async function unpackEntries(
  order: UnpackOrder,
  report: (report: UnpackReport) => void,
): Promise<void> {
  const board = UnpackBoard.attach(order.boardMemory);
  try {
    const noteProgress = throttled(() => {
      report({ kind: 'progress' });
    });
    const indexes = await new Unpacker(order, board, noteProgress).run();
    report({ kind: 'unpacked' });
    hashAll(order, board, indexes, report);
    report({ kind: 'finished' });
  } catch (error) {
    board.cancel();
    if (error instanceof Stopped) report({ kind: 'stopped' });
    else if (error instanceof UnpackFailure) report({ kind: 'failed', fault: error.fault });
    else throw error;
  }
}

const chunkBytes = 256 * 1024;
/** Windows has no O_NOFOLLOW. */
const readOnly = constants.O_RDONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0);

/** Computes the SHA-256 of files, one after the other. */
class FileHasher {
  readonly #buffer = Buffer.allocUnsafeSlow(chunkBytes);
  readonly #onChunk: () => void;

  /** @param onChunk called before each chunk; an error it throws ends the work. */
  constructor(onChunk: () => void) {
    this.#onChunk = onChunk;
  }

  /** Returns lower-case hexadecimal; null for a file that is missing or unreadable. */
  hash(path: string): string | null {
    try {
      const descriptor = openSync(path, readOnly);
      try {
        return this.#read(descriptor, createHash('sha256'));
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      if (isSystemError(error)) return null;
      throw error;
    }
  }

  #read(descriptor: number, hash: Hash): string {
    for (;;) {
      this.#onChunk();
      const size = readSync(descriptor, this.#buffer, 0, chunkBytes, null);
      if (size === 0) return hash.digest('hex');
      hash.update(this.#buffer.subarray(0, size));
    }
  }
}
