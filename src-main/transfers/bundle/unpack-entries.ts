import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleEntry } from './bundle-listing.ts';
import { EntryData } from './entry-data.ts';
import { EntryWriter } from './entry-writer.ts';
import { type SyncedFile, SyncQueue } from './sync-queue.ts';
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
  readonly #report: (report: UnpackReport) => void;
  readonly #data: EntryData;
  readonly #syncs: SyncQueue;
  #reportedMs = 0;

  constructor(order: UnpackOrder, board: UnpackBoard, report: (report: UnpackReport) => void) {
    this.#order = order;
    this.#board = board;
    this.#report = report;
    this.#data = new EntryData(order.zipDescriptor);
    this.#syncs = new SyncQueue(() => {
      this.#reportProgress();
    });
  }

  async run(): Promise<UnpackedHash[]> {
    const hashes: UnpackedHash[] = [];
    try {
      for (let index = this.#board.takeNext(); ; index = this.#board.takeNext()) {
        const entry = this.#order.entries[index];
        if (!entry) break;
        hashes.push({ index, sha256: await this.#unpack(entry, index) });
      }
      await this.#syncs.drain();
      return hashes;
    } finally {
      await this.#syncs.settle();
    }
  }

  async #unpack(entry: BundleEntry, index: number): Promise<string> {
    const { relativePath } = entry;
    try {
      const descriptor = openSync(join(this.#order.targetFolder, relativePath), createOnly, fileMode);
      this.#board.markCreated(index);
      const file = { descriptor, relativePath };
      const sha256 = await this.#fill(entry, file);
      await this.#syncs.add(file);
      return sha256;
    } catch (error) {
      throw asSystemFault(error, 'write', relativePath);
    }
  }

  async #fill(entry: BundleEntry, file: SyncedFile): Promise<string> {
    const writer = new EntryWriter(entry, file.descriptor);
    try {
      await this.#data.unpack(entry, async (chunk) => {
        if (this.#board.isCancelled) throw new Stopped();
        writer.write(chunk);
        this.#board.addBytes(chunk.length);
        this.#reportProgress();
        await this.#syncs.noteWritten(file, chunk.length);
      });
      return writer.finish();
    } catch (error) {
      await this.#syncs.settle();
      closeSync(file.descriptor);
      throw error;
    }
  }

  /** Says that work goes on, not more often than anyone could look. */
  #reportProgress(): void {
    const nowMs = performance.now();
    if (nowMs - this.#reportedMs < reportEveryMs) return;
    this.#reportedMs = nowMs;
    this.#report({ kind: 'progress' });
  }
}

/**
 * The work of one unpacking thread: synchronous but for syncs, because it has the thread to itself, and in step
 * with the others only through the board. A file that fails stops all threads.
 * @param report told of progress, and last of the outcome. An error that is not a fault of the bundle or of the
 * system is thrown: it is a bug.
 */
export async function unpackEntries(
  order: UnpackOrder,
  report: (report: UnpackReport) => void,
): Promise<void> {
  const board = UnpackBoard.attach(order.boardMemory);
  try {
    report({ kind: 'finished', hashes: await new Unpacker(order, board, report).run() });
  } catch (error) {
    board.cancel();
    if (error instanceof Stopped) report({ kind: 'stopped' });
    else if (error instanceof UnpackFailure) report({ kind: 'failed', fault: error.fault });
    else throw error;
  }
}
