import { inTransaction } from '../../state/sqlite-errors.ts';
import type { StateStore } from '../../state/state-store.ts';

interface Write extends PromiseWithResolvers<null> {
  readonly work: () => void;
}

/** Most writes per turn of the event loop, so that a thousand do not block other work. */
const maxAtOnce = 25;

/**
 * Combines concurrent writes in one transaction. Many jobs end with one reading of a list, and each commit waits for
 * the disk.
 */
export class WriteBatcher {
  readonly #state: StateStore;
  #waiting: Write[] = [];

  constructor(deps: { readonly state: StateStore }) {
    this.#state = deps.state;
  }

  /**
   * Resolves when the write is on the disk.
   * @param work may run a second time if the batch was rolled back.
   * @throws AppError `disk_full`, and any error of `work`; the other writes are unaffected.
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
