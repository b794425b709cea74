import { fdatasync } from 'node:fs';
import { LostBytes } from './lost-bytes.ts';

/** Measured: smaller steps gain nothing where the disk is the limit, and larger ones leave more to the end. */
const stepBytes = 32 * 1024 * 1024;
const stepMs = 2_000;
const syncsAtOnce = 2;

/** Lets few syncs of all files run at once: drives that do not answer must not take every thread of the pool. */
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

/** Brings a file onto the disk while more of it is written: every 32 MiB or 2 s, one sync after the other. */
export class SyncBehind {
  readonly #slots: SyncSlots;
  readonly #descriptor: number;
  readonly #failed = Promise.withResolvers<never>();
  #running: Promise<void> | null = null;
  #failure: LostBytes | null = null;
  #syncedTo: number;
  #syncedMs = performance.now();

  /** @param position how much of the file is on the disk already, bytes. */
  constructor(slots: SyncSlots, descriptor: number, position: number) {
    this.#slots = slots;
    this.#descriptor = descriptor;
    this.#syncedTo = position;
    this.#failed.promise.catch(() => undefined);
  }

  /** How much of the file is on the disk for certain, bytes. */
  get syncedTo(): number {
    return this.#syncedTo;
  }

  /** Rejects with `LostBytes` when a sync fails; there is no other one after it. Never resolves. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /** The file is written so far. Starts a sync when one is due and none is under way. */
  note(writtenTo: number): void {
    if (this.#running || this.#failure || writtenTo === this.#syncedTo) return;
    const isDue = writtenTo - this.#syncedTo >= stepBytes || performance.now() - this.#syncedMs >= stepMs;
    if (isDue && this.#slots.take()) this.#running = this.#sync(writtenTo);
  }

  /** Resolves when no sync is under way, so that the file may be closed. @throws LostBytes */
  async settle(): Promise<void> {
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
        }
        resolve();
      });
    });
  }

  #fail(failure: LostBytes): void {
    this.#failure = failure;
    this.#failed.reject(failure);
  }
}
