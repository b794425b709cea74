import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '../../foundation/system-error.ts';
import type { BundleEntry } from './bundle-listing.ts';
import { EntryData } from './entry-data.ts';
import { EntryWriter } from './entry-writer.ts';
import { UnpackBoard } from './unpack-board.ts';
import { asSystemFault, UnpackFailure } from './unpack-fault.ts';
import type { UnpackedHash, UnpackOrder, UnpackReport } from './unpack-order.ts';

const fileMode = 0o644;
/** Windows has no O_NOFOLLOW; O_EXCL alone already refuses a link there as here. */
const noFollow = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const createOnly = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;
const reportEveryMs = 40;

/** Thrown through a copy to end it when the board says so. */
class Stopped extends Error {}

/** Unpacks one entry after the other, whichever the board hands out, until there are none left. */
class Unpacker {
  readonly #order: UnpackOrder;
  readonly #board: UnpackBoard;
  readonly #data: EntryData;
  readonly #noteProgress: () => void;

  constructor(order: UnpackOrder, board: UnpackBoard, noteProgress: () => void) {
    this.#order = order;
    this.#board = board;
    this.#data = new EntryData(order.zipDescriptor);
    this.#noteProgress = noteProgress;
  }

  /** The indexes of the entries it unpacked. */
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

/** Calls a report not more often than anyone could look. */
function calmly(report: () => void): () => void {
  let reportedMs = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs - reportedMs < reportEveryMs) return;
    reportedMs = nowMs;
    report();
  };
}

/** Hashes the files this thread unpacked, which are still in the system's memory. */
function hashAll(
  order: UnpackOrder,
  board: UnpackBoard,
  indexes: readonly number[],
  report: (report: UnpackReport) => void,
): void {
  let hashes: UnpackedHash[] = [];
  const tell = (): void => {
    report(hashes.length > 0 ? { kind: 'hashed', hashes } : { kind: 'progress' });
    hashes = [];
  };
  const tellCalmly = calmly(tell);
  const hasher = new FileHasher(() => {
    if (board.isCancelled) throw new Stopped();
    tellCalmly();
  });
  for (const index of indexes) {
    const entry = order.entries[index];
    if (!entry) continue;
    const sha256 = hasher.hash(join(order.targetFolder, entry.relativePath));
    hashes.push({ index, sha256 });
  }
  tell();
}

/**
 * The work of one unpacking thread: mostly synchronous, because it has the thread to itself, and in step with the
 * others only through the board. First everything is written and checked, then it is hashed: a hash costs as much as
 * all the rest, and whoever waits for the files does not need it yet. A file that fails stops all threads.
 * @param report called with progress, and last with the outcome. An error that is not a fault of the bundle or of the
 * system is thrown: it is a bug.
 */
export async function unpackEntries(
  order: UnpackOrder,
  report: (report: UnpackReport) => void,
): Promise<void> {
  const board = UnpackBoard.attach(order.boardMemory);
  try {
    const noteProgress = calmly(() => {
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

  /** @param onChunk called before each chunk; what it throws ends the work. */
  constructor(onChunk: () => void) {
    this.#onChunk = onChunk;
  }

  /** In lower-case hexadecimal; null for a file that is gone or cannot be read. */
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
