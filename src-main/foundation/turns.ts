import { stopErrorOf } from './wait.ts';

/** Lets so many things run at once per key, in the order asked for. Who is stopped while waiting leaves at once. */
export class Turns {
  readonly #limit: number;
  readonly #busy = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws what `work` throws, `cancelled` when the signal is aborted before its turn. */
  async run<Value>(key: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    await this.#take(key, signal);
    try {
      return await work();
    } finally {
      this.#giveBack(key);
    }
  }

  #take(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(stopErrorOf(signal));
        return;
      }
      const busy = this.#busy.get(key) ?? 0;
      if (busy < this.#limit) {
        this.#busy.set(key, busy + 1);
        resolve();
        return;
      }
      const waiting = this.#waiting.get(key) ?? [];
      this.#waiting.set(key, waiting);
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(stopErrorOf(signal));
      };
      waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #giveBack(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next) {
      next();
      return;
    }
    this.#waiting.delete(key);
    const busy = (this.#busy.get(key) ?? 1) - 1;
    if (busy === 0) this.#busy.delete(key);
    else this.#busy.set(key, busy);
  }
}
