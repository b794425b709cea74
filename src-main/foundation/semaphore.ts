import { stopErrorOf } from './wait.ts';

interface Waiter {
  readonly rankOf: () => number;
  readonly begin: () => void;
}

/**
 * Lets so many hold it at once; the others wait by their rank, then in the order in which they asked. Not `p-queue`:
 * ranks change while one waits, the limit while others hold it, and who is stopped leaves at once.
 */
export class Semaphore {
  readonly #waiters: Waiter[] = [];
  #limit: number;
  #heldCount = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get heldCount(): number {
    return this.#heldCount;
  }

  /** Nobody holds it and nobody waits. */
  get isIdle(): boolean {
    return this.#heldCount === 0 && this.#waiters.length === 0;
  }

  /** Who holds it keeps it when the limit falls. */
  setLimit(limit: number): void {
    this.#limit = limit;
    this.#serve();
  }

  /**
   * Resolves with what releases it, which does so once.
   * @param rankOf smaller goes first; asked whenever there is room.
   * @throws AppError `cancelled` when the signal is aborted before.
   */
  acquire(signal: AbortSignal, rankOf = (): number => 0): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(stopErrorOf(signal));
      };
      const waiter: Waiter = {
        rankOf,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.#held());
        },
      };
      if (signal.aborted) return reject(stopErrorOf(signal));
      signal.addEventListener('abort', leave, { once: true });
      this.#waiters.push(waiter);
      this.#serve();
    });
  }

  /** Works while holding it. @throws what `work` throws, and as `acquire`. */
  async run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #held(): () => void {
    this.#heldCount += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#heldCount -= 1;
      this.#serve();
    };
  }

  #serve(): void {
    while (this.#heldCount < this.#limit && this.#waiters.length > 0) {
      const ranks = this.#waiters.map(({ rankOf }) => rankOf());
      const first = ranks.reduce((best, rank, index) => (rank < (ranks[best] ?? rank) ? index : best), 0);
      this.#waiters.splice(first, 1)[0]?.begin();
    }
  }
}

/** A lock per key: work under one key goes one at a time, under another at once. */
export class KeyedLock {
  readonly #locks = new Map<string, Semaphore>();

  /** @throws as `Semaphore.run`. */
  async run<Value>(key: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const lock = this.#locks.get(key) ?? new Semaphore(1);
    this.#locks.set(key, lock);
    try {
      return await lock.run(signal, work);
    } finally {
      if (lock.isIdle) this.#locks.delete(key);
    }
  }
}
