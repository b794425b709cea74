import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import type { ServiceDatabase } from '../store/database/service-database.ts';
import type { AccountRepository } from '../store/records/account-repository.ts';
import type { Plan } from '../store/records/plan.ts';

/** Credits of a team per calendar month (UTC). This service chose the numbers; the specification names none. */
const creditsPerMonth: Readonly<Record<Exclude<Plan, 'unlimited'>, number>> = { free: 1_000, pro: 100_000 };

const monthRow = z.object({ spent: z.number(), allowance: z.number().nullable() });
type Month = z.output<typeof monthRow>;

/** Refunds a charge whose work was not started. */
export type GiveBack = () => void;
const nothingTaken: GiveBack = () => undefined;

/** @param nowMs time of the refusal; new credits come with the next month. */
function exhausted(plan: Plan, nowMs: number): ApiError {
  const requirement =
    plan === 'free' ? { type: 'upgrade_plan' } : { type: 'purchase_add_on', details: { addOn: 'credits' } };
  const message = 'The team does not have enough credits left this month.';
  const now = new Date(nowMs);
  const nextMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const headers = { 'retry-after': String(Math.ceil((nextMonthMs - nowMs) / 1000)) };
  return new ApiError(429, 'insufficient_credits', message, { requirement, headers });
}

/** Monthly credits of the teams. Teams on the unlimited plan are never charged. */
export class Credits {
  readonly #database: ServiceDatabase;
  readonly #accounts: AccountRepository;
  readonly #clock: Clock;

  constructor(deps: { database: ServiceDatabase; accounts: AccountRepository; clock: Clock }) {
    this.#database = deps.database;
    this.#accounts = deps.accounts;
    this.#clock = deps.clock;
  }

  #month(): string {
    return new Date(this.#clock.nowMs()).toISOString().slice(0, 7);
  }

  #read(teamId: string, month: string): Month {
    const sql = 'SELECT spent, allowance FROM team_credits WHERE team_id = :teamId AND month = :month';
    return (
      monthRow.safeParse(this.#database.get(sql, { teamId, month })).data ?? { spent: 0, allowance: null }
    );
  }

  #write(teamId: string, month: string, { spent, allowance }: Month): void {
    this.#database.run(
      `INSERT OR REPLACE INTO team_credits (team_id, month, spent, allowance)
       VALUES (:teamId, :month, :spent, :allowance)`,
      { teamId, month, spent, allowance },
    );
  }

  #left(plan: Exclude<Plan, 'unlimited'>, { spent, allowance }: Month): number {
    return Math.max(0, (allowance ?? creditsPerMonth[plan]) - spent);
  }

  /** Credits left this month; null on the unlimited plan. */
  balanceOf(teamId: string): number | null {
    const plan = this.#accounts.planOf(teamId);
    return plan === 'unlimited' ? null : this.#left(plan, this.#read(teamId, this.#month()));
  }

  /** Sets the credits a team has left this month. @param credits a whole number from 0. */
  setBalance(teamId: string, credits: number): void {
    this.#write(teamId, this.#month(), { spent: 0, allowance: credits });
  }

  /** Charges credits. @throws ApiError 429 `insufficient_credits` if the team has too few (specification §7). */
  charge(teamId: string, credits: number): GiveBack {
    const plan = this.#accounts.planOf(teamId);
    if (credits === 0 || plan === 'unlimited') return nothingTaken;
    const month = this.#month();
    this.#database.transaction(() => {
      const standing = this.#read(teamId, month);
      if (this.#left(plan, standing) < credits) throw exhausted(plan, this.#clock.nowMs());
      this.#write(teamId, month, { ...standing, spent: standing.spent + credits });
    });
    return () => this.#giveBack(teamId, month, credits);
  }

  #giveBack(teamId: string, month: string, credits: number): void {
    const sql = `UPDATE team_credits SET spent = max(0, spent - :credits)
      WHERE team_id = :teamId AND month = :month`;
    this.#database.run(sql, { teamId, month, credits });
  }
}
