import type { IncomingHttpHeaders } from 'node:http';
import { requestsPerHour, type RateGroup } from '../../../src-shared/api/rate-groups.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import { backoffMs } from '../../../src-shared/backoff.ts';
import type { RateLimit } from '../../../src-shared/contract/connection.ts';
import { longestNapMs, wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { headerText, resetInMs } from '../http/retry-after.ts';
import { PollBucket, type RateStanding } from './poll-bucket.ts';

/** Sender of a request. Polls leave the last tenth of a window to the user's actions and to other keys. */
export type Priority = 'user' | 'poll';

export interface RateBudgetDeps {
  readonly clock: Clock;
  /** Returns 0 to 1; the jitter keeps apps that were refused together from retrying together. */
  readonly random?: () => number;
}

const rateGroups = Object.keys(requestsPerHour) as RateGroup[];
const windowMs = 3_600_000;
const pollShare = 0.9;
const refusal = { firstMs: 1_000, maxMs: 15 * 60_000, jitter: 0 };
const longestJitterMs = 5_000;
const longestUserWaitMs = 60_000;

/**
 * A moment on both clocks, reached as soon as either clock says so. One may be set back by a year, the other may stop
 * while the computer sleeps. Too early costs one refusal; too late would stop everything.
 */
interface Moment {
  readonly byNowMs: number;
  readonly byMonotonicMs: number;
}

interface RateWindow {
  limit: number;
  remaining: number;
  reset: Moment;
  /** True if no answer has described this window yet: its limit is the published one or that of the last window. */
  isAssumed: boolean;
  /** True after a refusal: late answers to earlier requests do not open the window. */
  isClosed: boolean;
  /** Refusals in a row, since the last request that was answered. */
  refusals: number;
}

/**
 * Requests left to the team of one connection in every rate window (specification §5 and §8.1), from the headers of each
 * answer, which count the team's other clients too; before the first answer, from the published limits.
 */
export class RateBudget {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #windows = new Map<RateGroup, RateWindow>();
  readonly #buckets = new Map<RateGroup, PollBucket>();
  readonly #listeners = new Set<() => void>();
  #hasAnswer = false;

  constructor(deps: RateBudgetDeps) {
    this.#clock = deps.clock;
    this.#random = deps.random ?? Math.random;
  }

  /** Smallest unused share of any window, 0 to 1; null before the first answer. */
  get left(): number | null {
    if (!this.#hasAnswer) return null;
    const shares = [...this.#windows.keys()].map((group) => {
      const { remaining, limit } = this.#window(group);
      return remaining / limit;
    });
    return Math.max(0, Math.min(1, ...shares));
  }

  /** Returns every group in the specification's order. `resetsAt` is in Unix seconds, null until an answer gives it. */
  limits(): RateLimit[] {
    return rateGroups.map((group) => {
      const { limit, remaining, reset, isAssumed } = this.#window(group);
      return { group, limit, remaining, resetsAt: isAssumed ? null : Math.round(reset.byNowMs / 1000) };
    });
  }

  /** Returns how much polls of a group may spend, and how long it must last. */
  standing(group: RateGroup): RateStanding {
    const { limit, remaining, reset } = this.#window(group);
    const spendable = Math.max(0, remaining - pollFloor(limit));
    return { limit, spendable, msToReset: this.#msUntil(reset) };
  }

  /** Calls back after every answer. Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes one request out of the group's window. Waits for room: a poll until the next window starts, the user up to a
   * minute.
   * @throws AppError `rate_limited` with `retryAfterSeconds`, `cancelled`.
   */
  async reserve(group: RateGroup, priority: Priority, signal: AbortSignal): Promise<void> {
    for (;;) {
      const window = this.#window(group);
      const floor = priority === 'poll' ? pollFloor(window.limit) : 0;
      if (window.remaining > floor) {
        window.remaining -= 1;
        return;
      }
      const waitMs = Math.max(1, this.#msUntil(window.reset));
      if (priority === 'user' && waitMs > longestUserWaitMs) throw tooManyRequests(group, waitMs);
      await wait(this.#clock, Math.min(longestNapMs, waitMs), signal);
    }
  }

  /** Takes a poll of the group and returns true, if one may leave now. */
  takePoll(group: RateGroup): boolean {
    return this.#bucket(group).take(this.#clock.monotonicMs(), this.standing(group));
  }

  /** Returns the milliseconds until a poll of the group may leave, if nobody else spends. */
  msUntilPoll(group: RateGroup): number {
    return this.#bucket(group).msUntilFree(this.#clock.monotonicMs(), this.standing(group));
  }

  /** Drops the polls saved up for a burst. */
  drainPolls(): void {
    for (const bucket of this.#buckets.values()) bucket.drain();
  }

  /** Updates a group from the headers of an answer. Answers out of order never raise the remaining count. */
  note(group: RateGroup, headers: IncomingHttpHeaders): void {
    const limit = Number(headerText(headers, 'x-ratelimit-limit'));
    const remainingText = headerText(headers, 'x-ratelimit-remaining');
    const remaining = Number(remainingText);
    if (!(limit >= 1) || remainingText === '' || !(remaining >= 0)) return;
    const toResetMs = resetInMs(headers, this.#clock.now()) ?? windowMs;
    const reset = this.#momentIn(Math.min(windowMs, Math.max(0, toResetMs)));
    const known = this.#window(group);
    if (known.isClosed) return;
    const isSameWindow = !known.isAssumed && Math.abs(known.reset.byNowMs - reset.byNowMs) < 2_000;
    this.#windows.set(group, {
      limit: wholeNumber(limit),
      remaining: wholeNumber(isSameWindow ? Math.min(known.remaining, remaining) : remaining),
      reset,
      isAssumed: false,
      isClosed: false,
      refusals: 0,
    });
    this.#notify();
  }

  /**
   * Blocks the group after a 429, for a time and a little jitter (specification §8.1).
   * @param waitMs null if the answer named no time; the block then lasts 1 s, 2 s, 4 s, …
   */
  exhausted(group: RateGroup, waitMs: number | null): void {
    const { limit, reset, isClosed, refusals } = this.#window(group);
    const baseMs = waitMs ?? backoffMs(refusal, isClosed ? 0 : refusals);
    const jitteredMs = baseMs + this.#random() * Math.min(longestJitterMs, baseMs / 4);
    this.#windows.set(group, {
      limit,
      remaining: 0,
      reset: this.#momentIn(isClosed ? Math.max(jitteredMs, this.#msUntil(reset)) : jitteredMs),
      isAssumed: false,
      isClosed: true,
      // Requests sent together are refused together, so they count once.
      refusals: isClosed ? refusals : refusals + 1,
    });
    this.#notify();
  }

  #window(group: RateGroup): RateWindow {
    const known = this.#windows.get(group);
    if (known && this.#msUntil(known.reset) > 0) return known;
    const limit = known?.limit ?? requestsPerHour[group];
    const reset = this.#momentIn(windowMs);
    const refusals = known?.refusals ?? 0;
    const fresh = { limit, remaining: limit, reset, isAssumed: true, isClosed: false, refusals };
    this.#windows.set(group, fresh);
    return fresh;
  }

  #bucket(group: RateGroup): PollBucket {
    const known = this.#buckets.get(group);
    if (known) return known;
    const bucket = new PollBucket(this.#clock.monotonicMs());
    this.#buckets.set(group, bucket);
    return bucket;
  }

  #momentIn(ms: number): Moment {
    return { byNowMs: this.#clock.now() + ms, byMonotonicMs: this.#clock.monotonicMs() + ms };
  }

  #msUntil({ byNowMs, byMonotonicMs }: Moment): number {
    return Math.max(0, Math.min(byNowMs - this.#clock.now(), byMonotonicMs - this.#clock.monotonicMs()));
  }

  #notify(): void {
    this.#hasAnswer = true;
    for (const listener of this.#listeners) listener();
  }
}

/** Returns a whole number. A service without limits sends its largest number, which has no exact value here. */
function wholeNumber(count: number): number {
  return Math.min(Math.floor(count), Number.MAX_SAFE_INTEGER);
}

function pollFloor(limit: number): number {
  return Math.ceil(limit * (1 - pollShare));
}

function tooManyRequests(group: RateGroup, waitMs: number): AppError {
  return new AppError('rate_limited', `No requests are left for ${group}.`, {
    details: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  });
}
