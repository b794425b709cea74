import { stopErrorOf } from './wait.ts';

interface Waiter {
  readonly rankOf: () => number;
  readonly begin: () => void;
}

/**
 * Limits the number of holders; the others wait by rank, then in order of arrival. Not `p-queue`: ranks change while
 * callers wait, the limit changes while others hold it, and a stopped caller leaves at once.
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

  /** True if nobody holds it and nobody waits. */
  get isIdle(): boolean {
    return this.#heldCount === 0 && this.#waiters.length === 0;
  }

  /** Changes the limit; when it falls, current holders keep their place. */
  setLimit(limit: number): void {
    this.#limit = limit;
    this.#serve();
  }

  /**
   * Waits for a place and resolves with the function that releases it, which takes effect once.
   * @param rankOf smaller goes first; read whenever there is room.
   * @throws AppError `cancelled` if the signal is aborted before.
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

  /** Runs `work` while holding a place. @throws the error of `work`, and as `acquire`. */
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

/** Lock per key: work under the same key runs one at a time, work under different keys at once. */
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
