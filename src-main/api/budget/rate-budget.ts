import type { IncomingHttpHeaders } from 'node:http';
import type { RateGroup } from '../../../src-shared/api/rate-groups.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { RateLimit } from '../../../src-shared/contract/connection.ts';
import { longestNapMs, wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import type { RateStanding } from './poll-bucket.ts';
import { type Priority, type TeamBudget, TeamBudgets } from './team-budget.ts';

export interface RateBudgetDeps {
  readonly clock: Clock;
  /** Budgets of all teams; without it, this connection shares its budget with no other. */
  readonly teamBudgets?: TeamBudgets;
  /** Returns 0 to 1; the jitter keeps apps that were refused together from retrying together. */
  readonly random?: () => number;
}

const longestUserWaitMs = 60_000;

/** Budget of one connection: the budget of its team, or its own until the team is known. */
export class RateBudget {
  readonly #clock: Clock;
  readonly #teamBudgets: TeamBudgets;
  readonly #listeners = new Set<() => void>();
  #team: TeamBudget;
  #isTeamKnown = false;
  #stopListening: () => void = () => undefined;

  constructor(deps: RateBudgetDeps) {
    this.#clock = deps.clock;
    this.#teamBudgets = deps.teamBudgets ?? new TeamBudgets(deps);
    this.#team = this.#teamBudgets.unnamed();
  }

  /**
   * Joins the team that the service named, now or again. Earlier answers count for it unless another team was known.
   * @param serviceUrl the base URL of the service.
   */
  joinTeam(serviceUrl: string, teamId: string): void {
    const team = this.#teamBudgets.of(serviceUrl, teamId);
    if (team === this.#team) return;
    if (!this.#isTeamKnown) team.adopt(this.#team);
    this.#isTeamKnown = true;
    this.#team = team;
    this.#listen();
    this.#notify();
  }

  /** Smallest unused share of any window, 0 to 1; null before the first answer. */
  get left(): number | null {
    return this.#team.left;
  }

  /** Returns every group in the specification's order. `resetsAt` is in Unix seconds, null until an answer gives it. */
  limits(): RateLimit[] {
    return this.#team.limits();
  }

  /** Returns how much polls of a group may spend, and how long it must last. */
  standing(group: RateGroup): RateStanding {
    return this.#team.standing(group);
  }

  /** Calls back after every answer to the team. Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#listen();
    return () => {
      this.#listeners.delete(listener);
      this.#listen();
    };
  }

  /**
   * Takes one request out of the group's window. Waits for room: a poll until the next window starts, the user up to a
   * minute.
   * @throws AppError `rate_limited` with `retryAfterSeconds`, `cancelled`.
   */
  async reserve(group: RateGroup, priority: Priority, signal: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = this.#team.spend(group, priority);
      if (waitMs === 0) return;
      if (priority === 'user' && waitMs > longestUserWaitMs) throw tooManyRequests(group, waitMs);
      await wait(this.#clock, Math.min(longestNapMs, waitMs), signal);
    }
  }

  /** Takes a poll of the group and returns true, if one may leave now. The connections of a team take turns. */
  takePoll(group: RateGroup): boolean {
    return this.#team.takePoll(this, group);
  }

  /** Returns the milliseconds until a poll of the group may leave, if nobody else spends. */
  msUntilPoll(group: RateGroup): number {
    return this.#team.msUntilPoll(this, group);
  }

  /** Drops the polls saved up for a burst. */
  drainPolls(): void {
    this.#team.drainPolls();
  }

  /** Updates a group from the headers of an answer. Answers out of order never raise the remaining count. */
  note(group: RateGroup, headers: IncomingHttpHeaders): void {
    this.#team.note(group, headers);
  }

  /**
   * Blocks the group after a 429, for a time and a little jitter (specification §8.1).
   * @param waitMs null if the answer named no time; the block then lasts 1 s, 2 s, 4 s, …
   */
  exhausted(group: RateGroup, waitMs: number | null): void {
    this.#team.exhausted(group, waitMs);
  }

  /** Subscribes to the team's budget while this one has listeners. */
  #listen(): void {
    this.#stopListening();
    this.#stopListening = () => undefined;
    if (this.#listeners.size === 0) return;
    this.#stopListening = this.#team.onChange(() => {
      this.#notify();
    });
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function tooManyRequests(group: RateGroup, waitMs: number): AppError {
  return new AppError('rate_limited', `No requests are left for ${group}.`, {
    details: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  });
}
