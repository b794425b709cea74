import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../src-shared/app-error.ts';
import {
  type Attention,
  type Connection,
  type ConnectionAccount,
  localConnectionId,
  type RateLimit,
} from '../../src-shared/contract/connection.ts';
import type { RateBudget } from '../api/budget/rate-budget.ts';
import { withinTime } from '../api/http/within-time.ts';
import { cancelledByUser } from '../foundation/wait.ts';
import type { Clock, Log } from '../platform.ts';
import type { ConnectionRecord, ConnectionRepository } from '../state/connection-repository.ts';
import type { SettingsRepository } from '../state/settings-repository.ts';
import type { ConnectionStatus } from './connection-status.ts';
import type { ConnectionTeam } from './connection-team.ts';
import type { Credential } from './hosted-service.ts';
import { isApiKey } from './key-credential.ts';
import { parseServiceUrl } from './service-url.ts';

/** Parts of one connection that `Connections` uses. */
export interface ManagedScope {
  readonly connectionId: string;
  readonly status: ConnectionStatus;
  readonly team: Pick<ConnectionTeam, 'require' | 'follow'>;
  readonly budget: RateBudget;
  /** Null for the local service. */
  readonly credential: (Credential & { replace?: ReplaceKey }) | null;
  /** Null for a connection without sign-in. */
  readonly signIn: SignIn | null;
  /** Resumes unfinished work. */
  start(): void;
  dispose(): Promise<void>;
}

/** Opens the browser and waits for its answer. @throws AppError `sign_in_*`, `browser_not_opened`, `cancelled`. */
type SignIn = (signal: AbortSignal) => Promise<void>;
type ReplaceKey = (apiKey: string) => Promise<void>;

export interface ConnectionsDeps<Scope extends ManagedScope> {
  readonly repository: ConnectionRepository;
  readonly settings: SettingsRepository;
  /** Creates the scope of a connection; null stands for the local service. */
  readonly createScope: (record: ConnectionRecord | null) => Scope;
  /** Reads the account of a key before anything is stored. */
  readonly whoIs: (serviceUrl: string, apiKey: string, signal: AbortSignal) => Promise<ConnectionAccount>;
  /** Time limit of `whoIs`; 30 s by default. */
  readonly checkTimeoutMs?: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly onRemoved: (connectionId: string) => void;
}

const activeKey = 'activeConnection';
const usualCheckTimeoutMs = 30_000;

/** The connections of this installation: the local one, and hosted ones side by side. One is active. */
export class Connections<Scope extends ManagedScope> {
  readonly #deps: ConnectionsDeps<Scope>;
  readonly #scopes = new Map<string, Scope>();
  readonly #signIns = new Map<string, AbortController>();
  /** Ids of the connections that are being removed. */
  readonly #leaving = new Set<string>();
  #activeId = localConnectionId;

  constructor(deps: ConnectionsDeps<Scope>) {
    this.#deps = deps;
  }

  /**
   * Creates and starts all connections.
   * @param first the only connection; null for the local service and the stored ones.
   */
  start(first: ConnectionRecord | null): void {
    const { repository, settings, createScope } = this.#deps;
    const scope = createScope(first);
    this.#scopes.set(scope.connectionId, scope);
    this.#activeId = scope.connectionId;
    if (first === null) {
      const known = repository.list(1_000).reverse();
      for (const record of known) this.#scopes.set(record.connectionId, createScope(record));
      const remembered = settings.read(activeKey, z.string());
      if (remembered !== null && this.#scopes.has(remembered)) this.#activeId = remembered;
    }
    for (const each of this.#scopes.values()) each.start();
  }

  get active(): Scope {
    return this.scope(this.#activeId);
  }

  get all(): Scope[] {
    return [...this.#scopes.values()];
  }

  isActive(connectionId: string): boolean {
    return connectionId === this.#activeId;
  }

  /** @throws AppError `not_found`. */
  scope(connectionId: string): Scope {
    const scope = this.#scopes.get(connectionId);
    if (!scope) throw notFound(connectionId);
    return scope;
  }

  /** Returns the scope of a connection, or the active one if that was removed: for what needs no service. */
  scopeOrActive(connectionId: string): Scope {
    return this.#scopes.get(connectionId) ?? this.active;
  }

  get(): Connection {
    return this.active.status.get();
  }

  list(): Connection[] {
    return this.all.map(({ status }) => status.get());
  }

  /** Returns the address of the active or another hosted connection; null without one. */
  hostedAddress(): string | null {
    const records = this.#deps.repository.list(1_000);
    const record = records.find(({ connectionId }) => this.isActive(connectionId)) ?? records[0];
    return record?.serviceUrl ?? null;
  }

  retry(): Promise<Connection> {
    return this.active.status.retry();
  }

  test(connectionId: string): Promise<Connection> {
    return this.scope(connectionId).status.retry();
  }

  /** Updates the active connection because the user looks at it. */
  attend(attention: Attention): void {
    this.active.status.attend(attention);
  }

  /** Checks connections after a sleep. Of the hosted ones it asks only the active one; jobs check the others. */
  wakeUp(): void {
    for (const { connectionId, credential, status } of this.all) {
      if (credential === null) void status.retry();
      else if (this.isActive(connectionId)) status.attend('network_changed');
    }
  }

  limits(connectionId: string): RateLimit[] {
    return this.scope(connectionId).budget.limits();
  }

  /** @throws AppError as documented in the contract for `connection.add`. */
  async add(serviceUrl: string, apiKey: string | null): Promise<Connection> {
    const { repository, createScope, clock } = this.#deps;
    const baseUrl = parseServiceUrl(serviceUrl);
    const key = apiKey?.trim() ?? null;
    const account = key === null ? null : await this.#check(baseUrl, key);
    const record: ConnectionRecord = {
      connectionId: randomUUID(),
      kind: key === null ? 'oauth' : 'key',
      serviceUrl: baseUrl,
      account,
      createdAt: Math.floor(clock.now() / 1000),
    };
    const scope = createScope(record);
    if (key !== null) await scope.credential?.replace?.(key);
    repository.put(record);
    this.#scopes.set(record.connectionId, scope);
    scope.start();
    return key === null ? this.signIn(record.connectionId) : scope.status.get();
  }

  /** @throws AppError `conflict` for a connection without sign-in. */
  signIn(connectionId: string): Connection {
    const scope = this.#staying(connectionId);
    if (!scope.signIn) throw new AppError('conflict', 'This connection has no sign-in.');
    this.#signIns.get(connectionId)?.abort(cancelledByUser);
    const stopper = new AbortController();
    this.#signIns.set(connectionId, stopper);
    scope.status.signingIn();
    void scope
      .signIn(stopper.signal)
      .then(
        async () => {
          if (this.#signIns.get(connectionId) === stopper) await scope.status.retry();
        },
        (error: unknown) => {
          if (this.#signIns.get(connectionId) !== stopper) return;
          const isCancelled = error instanceof AppError && error.code === 'cancelled';
          if (!(error instanceof AppError)) this.#deps.log.error('Signing in failed unexpectedly.', error);
          scope.status.signInEnded(isCancelled ? null : error);
        },
      )
      .finally(() => {
        if (this.#signIns.get(connectionId) === stopper) this.#signIns.delete(connectionId);
      });
    return scope.status.get();
  }

  cancelSignIn(connectionId: string): Connection {
    const { status } = this.scope(connectionId);
    const stopper = this.#signIns.get(connectionId);
    this.#signIns.delete(connectionId);
    stopper?.abort(cancelledByUser);
    if (stopper) status.signInEnded(null);
    return status.get();
  }

  /**
   * Replaces the API key of a connection.
   * @throws AppError `conflict` for a connection without a key, and for the key of another team while work has not
   * ended (`another_team`); `unauthorized`. Each of these keeps the old key.
   */
  async setApiKey(connectionId: string, apiKey: string): Promise<Connection> {
    const { credential, status, team } = this.scope(connectionId);
    const serviceUrl = status.get().serviceUrl;
    if (!credential?.replace || serviceUrl === null) {
      throw new AppError('conflict', 'This connection has no API key.');
    }
    const account = await this.#check(serviceUrl, apiKey.trim());
    team.require(account);
    this.#staying(connectionId);
    const saved = credential.replace(apiKey.trim());
    // New work belongs to the team of the new key, which is valid already.
    team.follow(account);
    await saved;
    return status.retry();
  }

  /** @throws AppError `conflict` for the local connection. */
  async signOut(connectionId: string): Promise<Connection> {
    const { credential, status } = this.scope(connectionId);
    if (!credential) throw new AppError('conflict', 'The local service needs no sign-in.');
    this.#signIns.get(connectionId)?.abort(cancelledByUser);
    this.#signIns.delete(connectionId);
    const erased = credential.signOut();
    // Shown at once: the user may have signed in again before the erasure ends.
    status.signedOut();
    await erased;
    return status.get();
  }

  activate(connectionId: string): Connection {
    const next = this.#staying(connectionId);
    const before = this.active;
    this.#deps.settings.write(activeKey, connectionId);
    this.#activeId = connectionId;
    if (before !== next) before.status.tell();
    next.status.tell();
    next.status.attend('returned');
    return next.status.get();
  }

  /**
   * Removes a connection. An unresponsive keychain does not prevent this; it erases the credential later.
   * @throws AppError `conflict` for the local one, and while it has unfinished work.
   */
  async remove(connectionId: string): Promise<void> {
    const scope = this.#staying(connectionId);
    const { repository, onRemoved } = this.#deps;
    if (!scope.credential || !repository.get(connectionId)) {
      throw new AppError('conflict', 'This connection cannot be removed.');
    }
    requireNoWork(scope);
    // New work must go to another connection from now on.
    if (this.isActive(connectionId)) this.activate([...this.#scopes.keys()][0] ?? localConnectionId);
    this.#leaving.add(connectionId);
    try {
      await this.signOut(connectionId);
      // Work that was already on its way may have begun meanwhile.
      requireNoWork(scope);
      this.#scopes.delete(connectionId);
    } finally {
      this.#leaving.delete(connectionId);
    }
    await scope.dispose();
    repository.delete(connectionId);
    onRemoved(connectionId);
  }

  async dispose(): Promise<void> {
    for (const stopper of this.#signIns.values()) stopper.abort(cancelledByUser);
    await Promise.all(this.all.map((scope) => scope.dispose()));
  }

  /** Returns a connection that is not being removed. @throws AppError `not_found`. */
  #staying(connectionId: string): Scope {
    if (this.#leaving.has(connectionId)) throw notFound(connectionId);
    return this.scope(connectionId);
  }

  async #check(serviceUrl: string, apiKey: string): Promise<ConnectionAccount> {
    if (!isApiKey(apiKey)) throw new AppError('unauthorized', 'No API key has such characters.');
    const { whoIs, checkTimeoutMs = usualCheckTimeoutMs } = this.#deps;
    return withinTime(serviceUrl, checkTimeoutMs, (signal) => whoIs(serviceUrl, apiKey, signal));
  }
}

function notFound(connectionId: string): AppError {
  return new AppError('not_found', `There is no connection ${connectionId}.`);
}

/** @throws AppError `conflict` while work of the connection has not ended. */
function requireNoWork({ status }: ManagedScope): void {
  const unfinished = status.get().unfinishedCount;
  if (unfinished === 0) return;
  throw new AppError('conflict', 'Work of this connection has not ended.', {
    details: { reason: 'unfinished_work', unfinished },
  });
}
