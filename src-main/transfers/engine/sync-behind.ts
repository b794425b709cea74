import { fdatasync } from 'node:fs';
import { LostBytes } from './lost-bytes.ts';

/** Measured: smaller steps gain nothing where the disk is the limit, and larger ones leave more to the end. */
const stepBytes = 32 * 1024 * 1024;
const stepMs = 2_000;
const syncsAtOnce = 2;

/** Limits the number of concurrent syncs of all files: unresponsive drives must not occupy every thread of the pool. */
export class SyncSlots {
  #taken = 0;

  take(): boolean {
    if (this.#taken >= syncsAtOnce) return false;
    this.#taken += 1;
    return true;
  }

  giveBack(): void {
    this.#taken -= 1;
  }
}

/** Syncs a file to the disk while it is still being written: every 32 MiB or 2 s, one sync at a time. */
export class SyncBehind {
  readonly #slots: SyncSlots;
  readonly #descriptor: number;
  readonly #onSynced: () => void;
  readonly #failed = Promise.withResolvers<never>();
  #running: Promise<void> | null = null;
  #failure: LostBytes | null = null;
  #writtenTo: number;
  #syncedTo: number;
  #isSettling = false;
  #syncedMs = performance.now();

  /**
   * @param position bytes of the file that are already on the disk.
   * @param onSynced called after each sync, but never once the file may be closed.
   */
  constructor(slots: SyncSlots, descriptor: number, position: number, onSynced: () => void) {
    this.#slots = slots;
    this.#descriptor = descriptor;
    this.#onSynced = onSynced;
    this.#writtenTo = position;
    this.#syncedTo = position;
    this.#failed.promise.catch(() => undefined);
  }

  /** Bytes of the file that are certainly on the disk. */
  get syncedTo(): number {
    return this.#syncedTo;
  }

  /** Rejects with `LostBytes` when a sync fails; no sync follows. Never resolves. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /** Notes how far the file is written. Starts a sync if one is due and none is running. */
  note(writtenTo: number): void {
    this.#writtenTo = writtenTo;
    if (this.#running || this.#failure || writtenTo === this.#syncedTo) return;
    const isDue = writtenTo - this.#syncedTo >= stepBytes || performance.now() - this.#syncedMs >= stepMs;
    if (isDue && this.#slots.take()) this.#running = this.#sync(writtenTo);
  }

  /** Resolves when no sync is running, so that the file may be closed. @throws LostBytes */
  async settle(): Promise<void> {
    this.#isSettling = true;
    await this.#running;
    if (this.#failure) throw this.#failure;
  }

  #sync(writtenTo: number): Promise<void> {
    return new Promise((resolve) => {
      fdatasync(this.#descriptor, (error) => {
        this.#slots.giveBack();
        this.#running = null;
        if (error) this.#fail(new LostBytes(error));
        else {
          this.#syncedTo = writtenTo;
          this.#syncedMs = performance.now();
          this.#goOn();
        }
        resolve();
      });
    });
  }

  /** Starts the next sync for bytes written meanwhile, because the next piece may take long to arrive. */
  #goOn(): void {
    if (this.#isSettling) return;
    this.#onSynced();
    this.note(this.#writtenTo);
  }

  #fail(failure: LostBytes): void {
    this.#failure = failure;
    this.#failed.reject(failure);
  }
}
