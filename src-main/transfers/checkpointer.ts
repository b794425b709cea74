import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { folderErrorOf } from '../files/folder-errors.ts';
import { requireFreeSpace } from '../files/free-space.ts';
import type { Clock } from '../platform.ts';
import type { DownloadCheckpoint } from '../store/transfer-repository.ts';

const everyBytes = 64 * 1024 * 1024;
const everyMs = 5_000;

/** A sync failed: what was written may be gone although the system holds it for written. */
export class LostBytes extends Error {
  constructor(cause: unknown) {
    super('The disk has lost written bytes.', { cause });
  }
}

export interface CheckpointerDeps {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly targetPath: string;
  readonly onCheckpoint: (checkpoint: DownloadCheckpoint) => void;
  /** Told once of what ends the download: lost bytes, a full disk, a journal that cannot be written. */
  readonly onFailure: (error: unknown) => void;
}

/** Says from time to time how much of a download is on the disk for certain. */
export class Checkpointer {
  readonly #deps: CheckpointerDeps;
  #saidBytes = 0;
  #saidMs: number;
  #running: Promise<void> | null = null;

  constructor(deps: CheckpointerDeps) {
    this.#deps = deps;
    this.#saidMs = deps.clock.monotonicMs();
  }

  /** Starts a checkpoint when one is due and none is under way. */
  note(handle: FileHandle, state: DownloadCheckpoint): void {
    const isDue =
      state.receivedBytes - this.#saidBytes >= everyBytes ||
      this.#deps.clock.monotonicMs() - this.#saidMs >= everyMs;
    if (!isDue || this.#running || state.receivedBytes <= this.#saidBytes) return;
    this.#running = this.#save(handle, state)
      .catch(this.#deps.onFailure)
      .finally(() => {
        this.#running = null;
      });
  }

  /** Says at once that nothing can be continued: before the first byte of another attempt overwrites the part. */
  reset(totalBytes: number | null): void {
    this.#saidBytes = 0;
    this.#deps.onCheckpoint({ receivedBytes: 0, validator: null, totalBytes });
  }

  /** Resolves when no checkpoint is under way. */
  async settle(): Promise<void> {
    await this.#running;
  }

  /** The last checkpoint, whether due or not. @throws LostBytes */
  async finish(handle: FileHandle, state: DownloadCheckpoint): Promise<void> {
    await this.settle();
    if (state.receivedBytes > this.#saidBytes) await this.#save(handle, state);
  }

  async #save(handle: FileHandle, state: DownloadCheckpoint): Promise<void> {
    const { targetPath, onCheckpoint, clock } = this.#deps;
    try {
      await handle.datasync();
    } catch (error) {
      throw new LostBytes(error);
    }
    onCheckpoint(state);
    this.#saidBytes = state.receivedBytes;
    this.#saidMs = clock.monotonicMs();
    const left = (state.totalBytes ?? state.receivedBytes) - state.receivedBytes;
    if (left > 0) await requireFreeSpace(dirname(targetPath), left);
  }
}

/** Lost bytes as what they mean to the owner of the folder. */
export function asFolderFailure(error: unknown, targetPath: string): unknown {
  const cause = error instanceof LostBytes ? error.cause : error;
  const told = folderErrorOf(cause, dirname(targetPath));
  if (told instanceof AppError || !(error instanceof LostBytes)) return told;
  return new AppError('delivery_folder_not_writable', 'The disk has lost written bytes.', {
    details: { path: dirname(targetPath), reason: 'EIO' },
    cause,
  });
}
