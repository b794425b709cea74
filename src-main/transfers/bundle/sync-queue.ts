import { closeSync, fdatasync, fsync, type NoParamCallback } from 'node:fs';
import { asSystemFault } from './unpack-fault.ts';

/** Syncs of small files under way at once: the file system joins them into one. */
const maxSyncs = 4;
const mebibyte = 1024 ** 2;
/**
 * Data under sync at once, and of one file between two syncs: bounds how long a sync takes and how long the
 * process's few file system threads are kept from other work.
 */
const maxStepBytes = 32 * mebibyte;
const minStepBytes = 4 * mebibyte;
/** A sync longer than this makes the next steps smaller. */
const patienceMs = 150;

/** A file being written, as the queue needs to know it. */
export interface SyncedFile {
  readonly descriptor: number;
  readonly relativePath: string;
}

/**
 * Brings written data to the disk while more is being written. Short steps keep a slow drive from looking like a
 * stalled one and let a cancellation be obeyed soon. Files stay open until their sync, because a write error is
 * only certain to be reported to a descriptor that was open when it happened. A failed sync is final: the system
 * may have dropped the data, and a second sync would succeed without it.
 */
export class SyncQueue {
  readonly #onSynced: () => void;
  #underWay = 0;
  #isPartUnderWay = false;
  #wake: () => void = () => undefined;
  #failure: { readonly error: unknown } | null = null;
  #openBytes = 0;
  #underWayBytes = 0;
  #stepBytes = maxStepBytes;

  /** @param onSynced called after each sync. */
  constructor(onSynced: () => void) {
    this.#onSynced = onSynced;
  }

  /** Counts bytes of the file being written; resolves when more may be. */
  async noteWritten(file: SyncedFile, count: number): Promise<void> {
    this.#openBytes += count;
    if (this.#openBytes < this.#stepBytes) return;
    while (this.#isPartUnderWay || !this.#hasRoom()) await this.#next();
    this.#throwFailure();
    this.#isPartUnderWay = true;
    this.#start(file, fdatasync, () => {
      this.#isPartUnderWay = false;
    });
  }

  /** Takes over a complete file and closes it once it is synced; resolves when the next may be written. */
  async add(file: SyncedFile): Promise<void> {
    while (this.#isPartUnderWay || !this.#hasRoom()) await this.#next();
    this.#start(file, fsync, () => {
      closeSync(file.descriptor);
    });
    this.#throwFailure();
  }

  /** Resolves when everything is on the disk. */
  async drain(): Promise<void> {
    await this.settle();
    this.#throwFailure();
  }

  /** Resolves when no sync is under way, whatever came of them. */
  async settle(): Promise<void> {
    while (this.#underWay > 0) await this.#next();
  }

  #hasRoom(): boolean {
    const bytes = this.#underWayBytes + this.#openBytes;
    return this.#underWay === 0 || (this.#underWay < maxSyncs && bytes <= this.#stepBytes);
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Resolves when a sync ends. */
  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #start(
    file: SyncedFile,
    sync: (descriptor: number, callback: NoParamCallback) => void,
    onEnd: () => void,
  ): void {
    const startedMs = performance.now();
    const bytes = this.#openBytes;
    this.#openBytes = 0;
    this.#underWay += 1;
    this.#underWayBytes += bytes;
    sync(file.descriptor, (error) => {
      this.#underWay -= 1;
      this.#underWayBytes -= bytes;
      if (error) this.#failure ??= { error: asSystemFault(error, 'write', file.relativePath) };
      const isSlow = performance.now() - startedMs > patienceMs;
      if (isSlow) this.#stepBytes = Math.max(minStepBytes, this.#stepBytes / 2);
      onEnd();
      this.#onSynced();
      this.#wake();
    });
  }
}
