import type { RateStanding } from '../../api/rate-budget.ts';

const hourMs = 3_600_000;
/** What polls take of a window at most, so that the user and the other keys of the team have the rest. */
const aimedShare = 0.6;
const mostPerMs = 2 / 1_000;
/** Of the limit: what may be taken at once after a rest. */
const burstShare = 0.002;
const largestBurst = 8;

/**
 * When the next poll of one rate group may leave: spread over the window at 0.6 of its limit an hour, slower when others
 * spend of it too, never more than two a second. Times are of one clock that does not jump, in milliseconds.
 */
export class PollBucket {
  #tokens = largestBurst;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** True when a poll may leave now; it is taken then. */
  take(nowMs: number, standing: RateStanding): boolean {
    this.#refill(nowMs, standing);
    if (this.#tokens < 1 || standing.spendable < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** How long until `take` says yes, if nobody else spends. */
  msUntilFree(nowMs: number, standing: RateStanding): number {
    this.#refill(nowMs, standing);
    if (standing.spendable < 1) return Math.max(1, standing.msToReset);
    return this.#tokens >= 1 ? 0 : Math.ceil((1 - this.#tokens) / ratePerMs(standing));
  }

  /** Nothing is saved up for a burst any more. */
  drain(): void {
    this.#tokens = Math.min(1, this.#tokens);
  }

  #refill(nowMs: number, standing: RateStanding): void {
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = nowMs;
    const largest = Math.max(1, Math.min(largestBurst, standing.limit * burstShare));
    this.#tokens = Math.min(largest, this.#tokens + passedMs * ratePerMs(standing));
  }
}

/** Polls per millisecond that last until the window starts anew. */
function ratePerMs({ limit, spendable, msToReset }: RateStanding): number {
  return Math.min(mostPerMs, (limit * aimedShare) / hourMs, spendable / Math.max(1, msToReset));
}
