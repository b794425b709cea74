import { type RateGroup, requestsPerHour } from '../../src-shared/api/rate-groups.ts';
import { ApiError } from '../api-error.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { Plan } from '../store/records/plan.ts';

const windowSeconds = 3_600;
/** Limit shown for requests without a group, which are not counted. */
const ungroupedLimit = 2_500;
/** Limit shown to teams on the unlimited plan, which are not counted either. */
const unlimitedLimit = 1_000_000_000;

interface Window {
  readonly resetAt: number;
  used: number;
}

/** The team that a request counts for, whichever of its keys or tokens is used. */
export interface CountedTeam {
  readonly teamId: string;
  readonly plan: Plan;
}

/** Values of the three rate-limit headers (specification §8.1). */
export interface RateStanding {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly resetAt: number;
}

/** Counts requests per hour, team and endpoint group. A window opens with its first request. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(deps: { clock: Clock }) {
    this.#clock = deps.clock;
  }

  #windowOf(teamId: string, group: RateGroup): Window {
    const key = `${teamId} ${group}`;
    const now = unixSeconds(this.#clock);
    const open = this.#windows.get(key);
    if (open && open.resetAt > now) return open;
    const fresh = { resetAt: now + windowSeconds, used: 0 };
    this.#windows.set(key, fresh);
    return fresh;
  }

  /** Returns the state of a group without counting a request. @param team null for an unknown caller. */
  standing(team: CountedTeam | null, group: RateGroup | null): RateStanding {
    if (team === null || group === null || team.plan === 'unlimited') {
      const limit = team?.plan === 'unlimited' ? unlimitedLimit : ungroupedLimit;
      return { limit, remaining: limit, resetAt: unixSeconds(this.#clock) + windowSeconds };
    }
    const window = this.#windowOf(team.teamId, group);
    const limit = requestsPerHour[group];
    return { limit, remaining: Math.max(0, limit - window.used), resetAt: window.resetAt };
  }

  /** Counts a request. @throws ApiError 429 if the window has none left. */
  count(team: CountedTeam, group: RateGroup): void {
    if (team.plan === 'unlimited') return;
    const window = this.#windowOf(team.teamId, group);
    if (window.used >= requestsPerHour[group]) {
      const retryAfter = Math.max(1, window.resetAt - unixSeconds(this.#clock));
      throw new ApiError(429, 'rate_limited', 'Too many requests of this kind within an hour.', {
        headers: { 'retry-after': String(retryAfter) },
      });
    }
    window.used += 1;
  }
}
