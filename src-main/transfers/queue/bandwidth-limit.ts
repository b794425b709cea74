import { stopErrorOf } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';

interface Waiter {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Largest burst after a pause, in seconds of the limit. */
const burstSeconds = 0.25;

/**
 * One token bucket for all transfers. A request for more bytes than are left succeeds and leaves a debt that the next
 * one waits for, so that requests of any size keep the limit over time. First come, first served. Not a semaphore,
 * because bytes per second are never given back.
 */
export class BandwidthLimit {
  readonly #clock: Clock;
  readonly #waiters: Waiter[] = [];
  #bytesPerSecond: number | null = null;
  #tokens = 0;
  #filledAtMs = 0;
  #cancelTimer: (() => void) | null = null;

  constructor(deps: { clock: Clock }) {
    this.#clock = deps.clock;
  }

  /** Sets the limit, also for waiting requests. @param bytesPerSecond null for no limit. */
  set(bytesPerSecond: number | null): void {
    this.#fill();
    this.#bytesPerSecond = bytesPerSecond;
    this.#serve();
  }

  /** Resolves when this many bytes may be moved. @throws AppError `cancelled` when the signal is aborted first. */
  take(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(stopErrorOf(signal));
        return;
      }
      const stop = (): void => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(stopErrorOf(signal));
      };
      const waiter: Waiter = {
        bytes,
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

  #fill(): void {
    const nowMs = this.#clock.monotonicMs();
    const rate = this.#bytesPerSecond ?? 0;
    const earned = ((nowMs - this.#filledAtMs) / 1000) * rate;
    this.#tokens = Math.min(this.#tokens + earned, rate * burstSeconds);
    this.#filledAtMs = nowMs;
  }

  #serve(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#fill();
    while (this.#bytesPerSecond === null || this.#tokens >= 0) {
      const next = this.#waiters.shift();
      if (!next) return;
      if (this.#bytesPerSecond !== null) this.#tokens -= next.bytes;
      next.begin();
    }
    if (this.#waiters.length === 0) return;
    const delayMs = Math.ceil((-this.#tokens / this.#bytesPerSecond) * 1000);
    this.#cancelTimer = this.#clock.schedule(Math.max(1, delayMs), () => {
      this.#serve();
    });
  }
}
