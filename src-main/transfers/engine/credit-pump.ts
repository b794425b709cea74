import type { Clock } from '../../platform.ts';

const portionBytes = 16 * 1024;
const maxBytes = 4 * 1024 * 1024;
const maxFillMs = 100;

/** Resolves when this many bytes may be moved. */
export type Allowance = (bytes: number) => Promise<void>;

/**
 * Fetches credit for a task of the transfer thread. Without a bandwidth limit it fetches up to 4 MiB at once; with one,
 * only as much as a tenth of a second allows, so that a changed limit takes effect soon.
 */
export class CreditPump {
  readonly #allowance: Allowance;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #supply: (bytes: number) => void;
  #hasWaited = false;
  #isWaiting = false;
  #isEnded = false;

  constructor(deps: {
    allowance: Allowance;
    clock: Pick<Clock, 'monotonicMs'>;
    supply: (bytes: number) => void;
  }) {
    this.#allowance = deps.allowance;
    this.#clock = deps.clock;
    this.#supply = deps.supply;
  }

  /** True if the bandwidth limit kept the transfer waiting since the last call. */
  takeHasWaited(): boolean {
    const hasWaited = this.#hasWaited || this.#isWaiting;
    this.#hasWaited = false;
    return hasWaited;
  }

  /**
   * Supplies one or more portions, but nothing when the allowance rejects, because the transfer is then being stopped.
   */
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
    if (!this.#isEnded) this.#supply(bytes);
  }

  end(): void {
    this.#isEnded = true;
  }
}
