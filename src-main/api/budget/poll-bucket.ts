const hourMs = 3_600_000;
/** Largest share of a window for polls, so that the user and the team's other keys have the rest. */
const aimedShare = 0.6;
const maxPerMs = 2 / 1_000;
/** Share of the limit that polls may take at once after a rest. */
const burstShare = 0.002;
const largestBurst = 8;

/** State of a rate group, for pacing polls. */
export interface RateStanding {
  readonly limit: number;
  /** Requests that polls may still take: the rest of the window without its last tenth. Never negative. */
  readonly spendable: number;
  /** Milliseconds until the next window starts. */
  readonly msToReset: number;
}

/**
 * Decides when the next poll of one rate group may leave. Spreads polls over the window at 0.6 of its limit an hour,
 * slower if others spend too, and never more than two a second. All times are
 * milliseconds of one clock that does not jump.
 */
export class PollBucket {
  #tokens = largestBurst;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Takes a poll and returns true, if one may leave now. */
  take(nowMs: number, standing: RateStanding): boolean {
    if (this.msUntilFree(nowMs, standing) > 0) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Returns the milliseconds until `take` succeeds, if nobody else spends. */
  msUntilFree(nowMs: number, standing: RateStanding): number {
    this.#refill(nowMs, standing);
    if (standing.spendable < 1) return Math.max(1, standing.msToReset);
    return this.#tokens < 1 ? Math.ceil((1 - this.#tokens) / ratePerMs(standing)) : 0;
  }

  /** Drops the polls saved up for a burst. */
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

/** Returns the polls per millisecond at which the budget lasts until the next window starts. */
function ratePerMs({ limit, spendable, msToReset }: RateStanding): number {
  return Math.min(maxPerMs, (limit * aimedShare) / hourMs, spendable / Math.max(1, msToReset));
}
