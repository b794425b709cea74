import { stopErrorOf } from '../../foundation/wait.ts';

interface Waiter {
  readonly transferId: string;
  readonly begin: () => void;
}

export interface TransferTurnsDeps {
  /** Place of a transfer; smaller goes first. Asked anew whenever a turn is free. */
  readonly placeOf: (transferId: string) => number;
}

/** So many transfers at once; the others wait, in the order of their places. */
export class TransferTurns {
  readonly #deps: TransferTurnsDeps;
  readonly #holders = new Set<string>();
  #waiters: Waiter[] = [];
  #limit = 1;

  constructor(deps: TransferTurnsDeps) {
    this.#deps = deps;
  }

  /** Who has a turn keeps it when the limit falls. */
  setLimit(limit: number): void {
    this.#limit = limit;
    this.#serve();
  }

  has(transferId: string): boolean {
    return this.#holders.has(transferId);
  }

  get holderCount(): number {
    return this.#holders.size;
  }

  /** Resolves with a turn; at once for who has one. @throws AppError `cancelled` when the signal is aborted before. */
  take(transferId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(stopErrorOf(signal));
        return;
      }
      if (this.#holders.has(transferId)) {
        resolve();
        return;
      }
      const stop = (): void => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(stopErrorOf(signal));
      };
      const waiter: Waiter = {
        transferId,
        begin: () => {
          signal.removeEventListener('abort', stop);
          resolve();
        },
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiters.push(waiter);
      this.#serve();
    });
  }

  /** Nothing happens when there is none to give back. */
  giveBack(transferId: string): void {
    if (this.#holders.delete(transferId)) this.#serve();
  }

  #serve(): void {
    while (this.#holders.size < this.#limit && this.#waiters.length > 0) {
      const places = this.#waiters.map(({ transferId }) => this.#deps.placeOf(transferId));
      const [next] = this.#waiters.splice(places.indexOf(Math.min(...places)), 1);
      if (!next) return;
      this.#holders.add(next.transferId);
      next.begin();
    }
  }
}
