import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { folderErrorOf } from '../foundation/files/folder-errors.ts';
import { requireFreeSpace } from '../foundation/files/free-space.ts';
import type { Clock } from '../platform.ts';
import type { DownloadCheckpoint } from '../state/transfer-repository.ts';
import { LostBytes } from './engine/lost-bytes.ts';

const everyBytes = 64 * 1024 * 1024;
const everyMs = 5_000;

export interface CheckpointerDeps {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly targetPath: string;
  readonly onCheckpoint: (checkpoint: DownloadCheckpoint) => void;
  /** Called with the error that ends the download: no room for the rest of it. */
  readonly onFailure: (error: unknown) => void;
}

/** Reports periodically how much of a download is certainly on the disk. */
export class Checkpointer {
  readonly #deps: CheckpointerDeps;
  #saidBytes = 0;
  #saidMs: number;
  #checking: Promise<void> | null = null;

  constructor(deps: CheckpointerDeps) {
    this.#deps = deps;
    this.#saidMs = deps.clock.monotonicMs();
  }

  /** Reports the state when a checkpoint is due. @param state bytes on the disk. @throws errors of the journal. */
  note(state: DownloadCheckpoint): void {
    const isDue =
      state.receivedBytes - this.#saidBytes >= everyBytes ||
      this.#deps.clock.monotonicMs() - this.#saidMs >= everyMs;
    if (isDue && state.receivedBytes > this.#saidBytes) this.#say(state);
  }

  /** Reports at once that nothing can be continued, before the first byte of another attempt overwrites the part. */
  reset(totalBytes: number | null): void {
    this.#saidBytes = 0;
    this.#deps.onCheckpoint({ receivedBytes: 0, validator: null, totalBytes });
  }

  /** Resolves when no check of the free space is running. */
  async settle(): Promise<void> {
    await this.#checking;
  }

  /** Syncs the received bytes to the disk and reports them. @throws LostBytes, and errors of the journal. */
  async finish(handle: FileHandle, state: DownloadCheckpoint): Promise<void> {
    await this.settle();
    if (state.receivedBytes <= this.#saidBytes) return;
    try {
      await handle.datasync();
    } catch (error) {
      throw new LostBytes(error);
    }
    this.#say(state);
    await this.settle();
  }

  #say(state: DownloadCheckpoint): void {
    this.#deps.onCheckpoint(state);
    this.#saidBytes = state.receivedBytes;
    this.#saidMs = this.#deps.clock.monotonicMs();
    const left = (state.totalBytes ?? state.receivedBytes) - state.receivedBytes;
    if (left > 0) this.#checking ??= this.#checkRoom(left);
  }

  async #checkRoom(neededBytes: number): Promise<void> {
    try {
      await requireFreeSpace(dirname(this.#deps.targetPath), neededBytes);
    } catch (error) {
      this.#deps.onFailure(error);
    } finally {
      this.#checking = null;
    }
  }
}

/** Converts lost bytes into an error about the folder. */
export function asFolderFailure(error: unknown, targetPath: string): unknown {
  const cause = error instanceof LostBytes ? error.cause : error;
  const known = folderErrorOf(cause, dirname(targetPath));
  if (known instanceof AppError || !(error instanceof LostBytes)) return known;
  return new AppError('delivery_folder_not_writable', 'The disk has lost written bytes.', {
    details: { path: dirname(targetPath), reason: 'EIO' },
    cause,
  });
}
