import type { IncomingHttpHeaders } from 'node:http';
import type { RateGroup } from '../../src-shared/api/rate-groups.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { RateLimit } from '../../src-shared/contract/connection.ts';
import { wait } from '../foundation/wait.ts';
import type { Clock } from '../platform.ts';
import type { RateStanding } from './poll-bucket.ts';
import { type Priority, type TeamBudget, TeamBudgets } from './team-budget.ts';

export interface RateBudgetDeps {
  readonly clock: Clock;
  /** Where its team's budget is found; by default without others to share it with. */
  readonly teamBudgets?: TeamBudgets;
  /** 0 to 1, keeps apps that were refused together from coming back together. */
  readonly random?: () => number;
}

const longestUserWaitMs = 60_000;
/** Longer waits look at the clocks again, so that a sleep of the computer counts. */
const longestNapMs = 30_000;

/** What one connection may spend: the budget of its team, and one of its own until the team is known. */
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
   * The service said whose connection it is, now or again. What it said before belongs to the team too, unless it was
   * said of another one. @param serviceUrl the base URL of the service.
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

  /** The smallest share of any window still unused, 0 to 1; null before the first answer. */
  get left(): number | null {
    return this.#team.left;
  }

  /** Every group, in the order of the specification. `resetsAt` in Unix seconds, null before an answer gave it. */
  limits(): RateLimit[] {
    return this.#team.limits();
  }

  /** What polls of a group may spend, and until when it must last. */
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
   * Takes one request out of the group's window, waiting for room: a poll until the next window starts, the
   * user up to a minute.
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

  /** True when a poll of the group may leave now; it is taken then. The connections of a team take turns. */
  takePoll(group: RateGroup): boolean {
    return this.#team.takePoll(this, group);
  }

  /** In how many milliseconds a poll of the group may leave, if nobody else spends. */
  msUntilPoll(group: RateGroup): number {
    return this.#team.msUntilPoll(this, group);
  }

  /** Polls go on without a burst. */
  drainPolls(): void {
    this.#team.drainPolls();
  }

  /** Learns from the headers of an answer. Answers that arrive out of order never raise what is left. */
  note(group: RateGroup, headers: IncomingHttpHeaders): void {
    this.#team.note(group, headers);
  }

  /**
   * After a 429: nothing more of this group before `waitMs` and a little have passed. Null when the answer named no
   * time: 1 s, 2 s, 4 s, … then (specification §8.1).
   */
  exhausted(group: RateGroup, waitMs: number | null): void {
    this.#team.exhausted(group, waitMs);
  }

  /** Stays subscribed to the team while there is a listener here. */
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
