import { stopErrorOf } from './wait.ts';

/** A number of places for work that must not run all at once; who waits gets one in the order asked for. */
export class Slots {
  readonly #count: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(deps: { count: number }) {
    this.#count = deps.count;
  }

  /** Runs `work` when there is a place. @throws AppError `cancelled` when the signal is aborted before that. */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      this.#giveBack();
    }
  }

  #take(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(stopErrorOf(signal));
        return;
      }
      if (this.#taken < this.#count) {
        this.#taken += 1;
        resolve();
        return;
      }
      const stop = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(stopErrorOf(signal));
      };
      const begin = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      this.#waiting.push(begin);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  /** The place goes straight to who waits longest. */
  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }
}
