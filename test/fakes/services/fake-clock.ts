import type { Clock } from '../../../src-service/clock.ts';

interface Waiter {
  readonly dueMs: number;
  readonly resolve: () => void;
}

/** Clock that stands still until the test advances it. */
export class FakeClock implements Clock {
  #nowMs: number;
  #waiters: Waiter[] = [];

  constructor(nowMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  get waitingCount(): number {
    return this.#waiters.length;
  }

  /** Remaining milliseconds of each wait. */
  get remainingMs(): number[] {
    return this.#waiters.map(({ dueMs }) => dueMs - this.#nowMs);
  }

  wait(delayMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = { dueMs: this.#nowMs + delayMs, resolve };
      this.#waiters.push(waiter);
      signal.addEventListener('abort', () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(signal.reason);
      });
    });
  }

  advanceSeconds(seconds: number): void {
    this.#nowMs += seconds * 1000;
    const due = this.#waiters.filter((waiter) => waiter.dueMs <= this.#nowMs);
    this.#waiters = this.#waiters.filter((waiter) => waiter.dueMs > this.#nowMs);
    for (const waiter of due) waiter.resolve();
  }
}
