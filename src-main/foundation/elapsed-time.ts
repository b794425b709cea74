import type { Clock } from '../platform.ts';

/**
 * Measures the time since a moment by the clock that moved more. One clock stands still while the computer sleeps, and
 * the other may be set back.
 */
export class ElapsedTime {
  readonly #clock: Clock;
  #start: { readonly nowMs: number; readonly monotonicMs: number } | null = null;

  constructor(deps: { clock: Clock }) {
    this.#clock = deps.clock;
  }

  /** Sets the moment to now. */
  restart(): void {
    this.#start = { nowMs: this.#clock.now(), monotonicMs: this.#clock.monotonicMs() };
  }

  /** Milliseconds since the last `restart`; infinite before the first one. */
  get ms(): number {
    if (this.#start === null) return Infinity;
    const { nowMs, monotonicMs } = this.#start;
    return Math.max(this.#clock.now() - nowMs, this.#clock.monotonicMs() - monotonicMs);
  }
}
