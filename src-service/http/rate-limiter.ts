import { type RateGroup, requestsPerHour } from '../../src-shared/api/rate-groups.ts';
import { ApiError } from '../api-error.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { Plan } from '../store/plan.ts';

const windowSeconds = 3_600;
/** The answer for requests of no group, which are not counted. */
const ungroupedLimit = 2_500;
/** The answer for teams on the unlimited plan, which are not counted either. */
const unlimitedLimit = 1_000_000_000;

interface Window {
  readonly resetAt: number;
  used: number;
}

/** Whose requests are counted together: all of a team's keys and tokens. */
export interface CountedTeam {
  readonly teamId: string;
  readonly plan: Plan;
}

/** What the three rate-limit headers tell (specification §8.1). */
export interface RateStanding {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly resetAt: number;
}

/** Requests per hour, counted per team and endpoint group. A window opens with its first request. */
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

  /** How the group stands without counting a request. @param team null for a caller nobody knows. */
  standing(team: CountedTeam | null, group: RateGroup | null): RateStanding {
    if (team === null || group === null || team.plan === 'unlimited') {
      const limit = team?.plan === 'unlimited' ? unlimitedLimit : ungroupedLimit;
      return { limit, remaining: limit, resetAt: unixSeconds(this.#clock) + windowSeconds };
    }
    const window = this.#windowOf(team.teamId, group);
    const limit = requestsPerHour[group];
    return { limit, remaining: Math.max(0, limit - window.used), resetAt: window.resetAt };
  }

  /** Counts a request. @throws ApiError 429 when the window has none left. */
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
