import type { Clock } from '../../platform.ts';

const portionBytes = 16 * 1024;
const maxBytes = 4 * 1024 * 1024;
const maxFillMs = 100;

/** Resolves when so many bytes may be moved. */
export type Allowance = (bytes: number) => Promise<void>;

/**
 * Fetches credit for a task of the transfer thread: up to 4 MiB at once where nothing limits the bandwidth, and what
 * a tenth of a second allows where something does, so that a changed limit is soon felt.
 */
export class CreditPump {
  readonly #allowance: Allowance;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #grant: (bytes: number) => void;
  #hasWaited = false;
  #isWaiting = false;
  #isEnded = false;

  constructor(deps: {
    allowance: Allowance;
    clock: Pick<Clock, 'monotonicMs'>;
    grant: (bytes: number) => void;
  }) {
    this.#allowance = deps.allowance;
    this.#clock = deps.clock;
    this.#grant = deps.grant;
  }

  /** True when the bandwidth kept the transfer waiting since the last time this was asked. */
  takeHasWaited(): boolean {
    const hasWaited = this.#hasWaited || this.#isWaiting;
    this.#hasWaited = false;
    return hasWaited;
  }

  /** Grants one portion or many. An allowance that rejects grants nothing: its transfer is being stopped. */
  async fill(): Promise<void> {
    const startedMs = this.#clock.monotonicMs();
    let bytes = 0;
    this.#isWaiting = true;
    try {
      while (bytes < maxBytes && !this.#isEnded) {
        await this.#allowance(portionBytes);
        bytes += portionBytes;
        if (this.#clock.monotonicMs() - startedMs < maxFillMs) continue;
        this.#hasWaited = true;
        break;
      }
    } catch {
      return;
    } finally {
      this.#isWaiting = false;
    }
    if (!this.#isEnded) this.#grant(bytes);
  }

  end(): void {
    this.#isEnded = true;
  }
}
