import type { Clock } from './clock.ts';

/** A computer that slept finds out this soon after it woke. */
export const longestWaitMs = 60_000;

/** Calls back when something is due, or earlier: whoever is called looks what is due, and sets it again. */
export class Alarm {
  readonly #clock: Clock;
  readonly #onDue: () => void;
  #pending = new AbortController();

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Takes the place of what was set before. @param dueMs Unix time in milliseconds; null where nothing is due. */
  set(dueMs: number | null): void {
    this.clear();
    if (dueMs === null) return;
    this.#pending = new AbortController();
    const delayMs = Math.min(longestWaitMs, dueMs - this.#clock.nowMs());
    this.#clock.wait(delayMs, this.#pending.signal).then(this.#onDue, () => undefined);
  }

  clear(): void {
    this.#pending.abort();
  }
}
