import { TeamBudget, type TeamBudgetDeps } from './team-budget.ts';

/** The budgets of all teams that connections belong to. One is kept as long as the app runs: what is spent is spent. */
export class TeamBudgets {
  readonly #deps: TeamBudgetDeps;
  readonly #known = new Map<string, TeamBudget>();

  constructor(deps: TeamBudgetDeps) {
    this.#deps = deps;
  }

  /** The one of a team at a service. @param serviceUrl its base URL. */
  of(serviceUrl: string, teamId: string): TeamBudget {
    const key = JSON.stringify([serviceUrl, teamId]);
    const budget = this.#known.get(key) ?? this.unnamed();
    this.#known.set(key, budget);
    return budget;
  }

  /** One for a connection whose team is not known yet. */
  unnamed(): TeamBudget {
    return new TeamBudget(this.#deps);
  }
}
