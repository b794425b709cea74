import { inTransaction } from '../state/sqlite-errors.ts';
import type { StateStore } from '../state/state-store.ts';

interface Write extends PromiseWithResolvers<null> {
  readonly work: () => void;
}

/** More wait for the next turn of the event loop, so that nothing else waits for a thousand of them. */
const maxAtOnce = 25;

/**
 * Writes what comes together in one transaction: many jobs end with one reading of a list, and each commit waits for
 * the disk.
 */
export class WriteBatcher {
  readonly #state: StateStore;
  #waiting: Write[] = [];

  constructor(deps: { readonly state: StateStore }) {
    this.#state = deps.state;
  }

  /**
   * Resolves when it is on the disk.
   * @param work may be called a second time when it was rolled back with others.
   * @throws AppError `disk_full`, and whatever `work` throws; the others are not harmed by it.
   */
  async write(work: () => void): Promise<void> {
    const write = { work, ...Promise.withResolvers<null>() };
    if (this.#waiting.push(write) === 1) this.#flushSoon();
    await write.promise;
  }

  #flushSoon(): void {
    setImmediate(() => {
      this.#flush(this.#waiting.slice(0, maxAtOnce));
      this.#waiting = this.#waiting.slice(maxAtOnce);
      if (this.#waiting.length > 0) this.#flushSoon();
    });
  }

  #flush(writes: readonly Write[]): void {
    try {
      inTransaction(this.#state, () => {
        for (const { work } of writes) work();
      });
    } catch {
      for (const write of writes) this.#writeAlone(write);
      return;
    }
    for (const { resolve } of writes) resolve(null);
  }

  #writeAlone({ work, resolve, reject }: Write): void {
    try {
      inTransaction(this.#state, work);
      resolve(null);
    } catch (error) {
      reject(error);
    }
  }
}
