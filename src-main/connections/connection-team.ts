import { AppError } from '../../src-shared/app-error.ts';
import type { ConnectionAccount } from '../../src-shared/contract/connection.ts';
import type { ConnectionRepository } from '../state/connection-repository.ts';

export interface ConnectionTeamDeps {
  readonly connectionId: string;
  readonly repository: Pick<ConnectionRepository, 'get' | 'put'>;
  /** Jobs, deliveries and transfers of the connection that have not ended. */
  readonly countUnfinished: () => number;
}

/**
 * The team a connection works for, kept with its record. While work of it has not ended no other team's credential is
 * used: the work would be lost, or paid by whoever has not asked for it.
 */
export class ConnectionTeam {
  readonly #deps: ConnectionTeamDeps;
  /** The bearer that is known to be of this team. */
  #admitted: string | null = null;

  constructor(deps: ConnectionTeamDeps) {
    this.#deps = deps;
  }

  /** For a credential that is to take the place of the one before. @throws AppError `conflict` (`another_team`). */
  require(account: ConnectionAccount): void {
    if (this.#isForeign(account)) throw this.#refusal('conflict');
  }

  /**
   * Notes whom the credential in use belongs to.
   * @throws AppError `unauthorized` (`another_team`): work waits for one of its own team then.
   */
  keep(account: ConnectionAccount): void {
    if (this.#isForeign(account)) {
      this.#admitted = null;
      throw this.#refusal('unauthorized');
    }
    this.#put(account);
  }

  /**
   * Another credential is in use: what begins from now on is work of its team. Work that has not ended stays that of the
   * team before. @param account null where it is not known yet.
   */
  follow(account: ConnectionAccount | null): void {
    if (!this.isAtWork) this.#put(account);
  }

  /** False for a bearer that the service is to be asked about before it is used. */
  mayUse(bearer: string): boolean {
    return bearer === this.#admitted || !this.isAtWork;
  }

  /** @throws AppError as `keep`. */
  admit(bearer: string, account: ConnectionAccount): void {
    this.keep(account);
    this.#admitted = bearer;
  }

  /** True while work of a known team has not ended. */
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
    return new AppError(code, 'Work of this connection that has not ended is of another team.', {
      details: { reason: 'another_team', unfinished: this.#deps.countUnfinished() },
    });
  }
}
