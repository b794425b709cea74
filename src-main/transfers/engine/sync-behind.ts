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
  readonly #onSynced: () => void;
  readonly #failed = Promise.withResolvers<never>();
  #running: Promise<void> | null = null;
  #failure: LostBytes | null = null;
  #writtenTo: number;
  #syncedTo: number;
  #isSettling = false;
  #syncedMs = performance.now();

  /**
   * @param position how much of the file is on the disk already, bytes.
   * @param onSynced called when more of it is; never once the file may be closed.
   */
  constructor(slots: SyncSlots, descriptor: number, position: number, onSynced: () => void) {
    this.#slots = slots;
    this.#descriptor = descriptor;
    this.#onSynced = onSynced;
    this.#writtenTo = position;
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
    this.#writtenTo = writtenTo;
    if (this.#running || this.#failure || writtenTo === this.#syncedTo) return;
    const isDue = writtenTo - this.#syncedTo >= stepBytes || performance.now() - this.#syncedMs >= stepMs;
    if (isDue && this.#slots.take()) this.#running = this.#sync(writtenTo);
  }

  /** Resolves when no sync is under way, so that the file may be closed. @throws LostBytes */
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

  /** Nothing more may come for long: what came meanwhile is not left for the next piece. */
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
