import type { AccountRepository } from '../store/records/account-repository.ts';
import type { Plan } from '../store/records/plan.ts';

/** The plan of each team. The first team's comes from the start options, the others' are stored. */
export class TeamPlans {
  readonly #accounts: AccountRepository;
  readonly #firstTeamId: string;
  readonly #firstPlan: Plan;

  constructor(deps: { accounts: AccountRepository; firstTeamId: string; firstPlan: Plan }) {
    this.#accounts = deps.accounts;
    this.#firstTeamId = deps.firstTeamId;
    this.#firstPlan = deps.firstPlan;
  }

  /** Returns `free` for an unknown team. */
  planOf(teamId: string): Plan {
    if (teamId === this.#firstTeamId) return this.#firstPlan;
    return this.#accounts.storedPlanOf(teamId) ?? 'free';
  }
}
