import type { Clock } from './clock.ts';

/** Longest single wait, so that a computer that slept notices what is due within this time of waking. */
export const longestWaitMs = 60_000;

/** Calls back when something is due, or earlier. The callee must check what is due and set the alarm again. */
export class Alarm {
  readonly #clock: Clock;
  readonly #onDue: () => void;
  #pending = new AbortController();

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Replaces the time set before. @param dueMs Unix time in milliseconds; null if nothing is due. */
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
