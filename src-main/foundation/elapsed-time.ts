import type { Clock } from '../platform.ts';

/**
 * How long ago something was, by the hand of the clock that moved more: one stands still while the computer sleeps, the
 * other may be set back.
 */
export class ElapsedTime {
  readonly #clock: Clock;
  #start: { readonly nowMs: number; readonly monotonicMs: number } | null = null;

  constructor(deps: { clock: Clock }) {
    this.#clock = deps.clock;
  }

  /** It is now. */
  restart(): void {
    this.#start = { nowMs: this.#clock.now(), monotonicMs: this.#clock.monotonicMs() };
  }

  /** Milliseconds since then; infinite before the first time. */
  get ms(): number {
    if (this.#start === null) return Infinity;
    const { nowMs, monotonicMs } = this.#start;
    return Math.max(this.#clock.now() - nowMs, this.#clock.monotonicMs() - monotonicMs);
  }
}
