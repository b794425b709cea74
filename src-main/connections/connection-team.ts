import { AppError } from '../../src-shared/app-error.ts';
import type { ConnectionAccount } from '../../src-shared/contract/connection.ts';
import type { ConnectionRepository } from '../state/connection-repository.ts';

export interface ConnectionTeamDeps {
  readonly connectionId: string;
  readonly repository: Pick<ConnectionRepository, 'get' | 'put'>;
  /** Counts the connection's jobs, deliveries and transfers that have not ended. */
  readonly countUnfinished: () => number;
}

/**
 * Team that a connection works for, stored with its record. While the team has unfinished work, no credential of
 * another team is used: the work would be lost, or paid by a team that did not request it.
 */
export class ConnectionTeam {
  readonly #deps: ConnectionTeamDeps;
  /** Bearer that is known to belong to this team. */
  #admitted: string | null = null;

  constructor(deps: ConnectionTeamDeps) {
    this.#deps = deps;
  }

  /** Checks the account of a new credential for the connection. @throws AppError `conflict` (`another_team`). */
  require(account: ConnectionAccount): void {
    if (this.#isForeign(account)) throw this.#refusal('conflict');
  }

  /**
   * Stores the account of the credential in use.
   * @throws AppError `unauthorized` (`another_team`): work then waits for a credential of its own team.
   */
  keep(account: ConnectionAccount): void {
    if (this.#isForeign(account)) {
      this.#admitted = null;
      throw this.#refusal('unauthorized');
    }
    this.#put(account);
  }

  /**
   * Follows a change of credential: new work belongs to its team, unfinished work stays with the previous team.
   * @param account null if it is not known yet.
   */
  follow(account: ConnectionAccount | null): void {
    if (!this.isAtWork) this.#put(account);
  }

  /** False for a bearer whose account the service must confirm before its use. */
  mayUse(bearer: string): boolean {
    return bearer === this.#admitted || !this.isAtWork;
  }

  /** @throws AppError as `keep`. */
  admit(bearer: string, account: ConnectionAccount): void {
    this.keep(account);
    this.#admitted = bearer;
  }

  /** True while a known team has unfinished work. */
  get isAtWork(): boolean {
    return this.#teamId !== null && this.#deps.countUnfinished() > 0;
  }

  #put(account: ConnectionAccount | null): void {
    const { connectionId, repository } = this.#deps;
    const record = repository.get(connectionId);
    if (record && JSON.stringify(record.account) !== JSON.stringify(account)) {
      repository.put({ ...record, account });
    }
  }

  #isForeign({ teamId }: ConnectionAccount): boolean {
    return teamId !== this.#teamId && this.isAtWork;
  }

  get #teamId(): string | null {
    const { connectionId, repository } = this.#deps;
    return repository.get(connectionId)?.account?.teamId ?? null;
  }

  #refusal(code: 'conflict' | 'unauthorized'): AppError {
    return new AppError(code, 'This connection has unfinished jobs that belong to another team.', {
      details: { reason: 'another_team', unfinished: this.#deps.countUnfinished() },
    });
  }
}
