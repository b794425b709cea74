const hourMs = 3_600_000;
/** What polls take of a window at most, so that the user and the other keys of the team have the rest. */
const aimedShare = 0.6;
const maxPerMs = 2 / 1_000;
/** Of the limit: what may be taken at once after a rest. */
const burstShare = 0.002;
const largestBurst = 8;
/** Who is refused keeps its place so long after a poll is free; then whoever asks is served. */
const keptPlaceMs = 250;
/** When to ask again while somebody else is to be served first. */
const nextInLineMs = 20;

/** How a group stands for somebody who paces polls. */
export interface RateStanding {
  readonly limit: number;
  /** What polls may still take: the rest of the window without its last tenth. Never negative. */
  readonly spendable: number;
  /** Until the next window starts. */
  readonly msToReset: number;
}

/**
 * When the next poll of one rate group may leave: spread over the window at 0.6 of its limit an hour, slower when others
 * spend of it too, never more than two a second. Those who share it are served in the order in which they were refused.
 * Times are of one clock that does not jump, in milliseconds. Not a semaphore: what is shared is requests an hour, which
 * nobody gives back.
 */
export class PollBucket {
  /** Until when each keeps its place, first come first. */
  readonly #line = new Map<object, number>();
  #tokens = largestBurst;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** True when a poll may leave now; it is taken then. */
  take(asker: object, nowMs: number, standing: RateStanding): boolean {
    const waitMs = this.msUntilFree(asker, nowMs, standing);
    if (waitMs > 0) {
      this.#line.set(asker, nowMs + waitMs + keptPlaceMs);
      return false;
    }
    this.#line.delete(asker);
    this.#tokens -= 1;
    return true;
  }

  /** How long until `take` says yes, if nobody else spends. */
  msUntilFree(asker: object, nowMs: number, standing: RateStanding): number {
    this.#refill(nowMs, standing);
    if (standing.spendable < 1) return Math.max(1, standing.msToReset);
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / ratePerMs(standing));
    return this.#isNext(asker, nowMs) ? 0 : nextInLineMs;
  }

  /** Nothing is saved up for a burst any more. */
  drain(): void {
    this.#tokens = Math.min(1, this.#tokens);
  }

  #isNext(asker: object, nowMs: number): boolean {
    for (const [other, keptUntilMs] of this.#line) {
      if (other === asker) return true;
      if (keptUntilMs >= nowMs) return false;
      this.#line.delete(other);
    }
    return true;
  }

  #refill(nowMs: number, standing: RateStanding): void {
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = nowMs;
    const largest = Math.max(1, Math.min(largestBurst, standing.limit * burstShare));
    this.#tokens = Math.min(largest, this.#tokens + passedMs * ratePerMs(standing));
  }
}

/** Polls per millisecond that last until the next window starts. */
function ratePerMs({ limit, spendable, msToReset }: RateStanding): number {
  return Math.min(maxPerMs, (limit * aimedShare) / hourMs, spendable / Math.max(1, msToReset));
}
