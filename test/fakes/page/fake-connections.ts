import { requestsPerHour } from '../../../src-shared/api/rate-groups.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { KeychainState } from '../../../src-shared/contract/app/keychain.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import {
  type Connection,
  type ConnectionPlan,
  localConnectionId,
  type RateLimit,
} from '../../../src-shared/contract/connection.ts';
import type { CallName, EventName, EventPayload, Handlers } from '../../../src-shared/ipc/define.ts';
import { fakeConnection } from './fake-main-data.ts';

type Contract = typeof appContract;
type ConnectionCalls = Extract<CallName<Contract>, `connection.${string}` | `keychain.${string}`>;

export interface FakeConnectionsDeps {
  /** Connection that every installation has. */
  readonly local: Connection;
  readonly nowSeconds: () => number;
  readonly publish: <Name extends EventName<Contract>>(
    name: Name,
    payload: EventPayload<Contract, Name>,
  ) => void;
}

/** Connections and keychain as the page sees them. A sign-in ends when the test calls `endSignIn`. */
export class FakeConnections {
  readonly #deps: FakeConnectionsDeps;
  readonly #records = new Map<string, Connection>();
  #count = 0;
  keychain: KeychainState = 'ok';
  suggestedAddress: string | null = null;
  /** Replaces the limits of the service's plan. */
  fixedLimits: RateLimit[] | null = null;
  plan: ConnectionPlan = { credits: null, refusals: [] };

  constructor(deps: FakeConnectionsDeps) {
    this.#deps = deps;
    this.#records.set(deps.local.connectionId, deps.local);
  }

  get active(): Connection {
    return this.list().find((each) => each.isActive) ?? this.#deps.local;
  }

  list(): Connection[] {
    return [...this.#records.values()];
  }

  /** Adds a hosted connection in any state without notifying the page. */
  add(fields: Partial<Connection> = {}): Connection {
    this.#count += 1;
    const connectionId = fields.connectionId ?? `con-${String(this.#count)}`;
    const connection = fakeConnection({ connectionId, isActive: false, ...fields });
    this.#records.set(connectionId, connection);
    if (connection.isActive) this.#makeActive(connectionId);
    return connection;
  }

  /** Changes a connection and notifies the page. */
  change(connectionId: string, fields: Partial<Connection>): Connection {
    const before = this.get(connectionId);
    const { state = before.state } = fields;
    const offlineSince = state === 'offline' ? (before.offlineSince ?? this.#deps.nowSeconds()) : null;
    const connection = { ...before, offlineSince, ...fields };
    this.#records.set(connectionId, connection);
    this.#deps.publish('connection.changed', connection);
    return connection;
  }

  get(connectionId: string): Connection {
    const connection = this.#records.get(connectionId);
    if (!connection) throw new AppError('not_found', `There is no connection ${connectionId}.`);
    return connection;
  }

  /** Ends a sign-in as the returning browser does: with an account, or refused. */
  endSignIn(connectionId: string, error: AppError | null = null): void {
    if (error) {
      const { code, message, details } = error;
      this.change(connectionId, { state: 'signed_out', error: { code, message, details } });
      return;
    }
    const { account, budgetLeft } = fakeConnection({});
    this.change(connectionId, {
      state: 'ready',
      account,
      budgetLeft,
      error: null,
      credentialIn: this.keychain === 'ok' ? 'keychain' : 'session',
    });
  }

  setKeychain(state: KeychainState): { state: KeychainState } {
    this.keychain = state;
    this.#deps.publish('keychain.changed', { state });
    return { state };
  }

  limits(connectionId: string): RateLimit[] {
    if (this.fixedLimits) return this.fixedLimits;
    const isUsed = this.get(connectionId).state === 'ready';
    return Object.entries(requestsPerHour).map(([group, limit], index) => {
      const share = [0.96, 1, 0.62, 1, 0.08, 1][index % 6] ?? 1;
      const resetsAt = isUsed && share < 1 ? this.#deps.nowSeconds() + 600 + index * 60 : null;
      return { group, limit, remaining: Math.floor(limit * (resetsAt === null ? 1 : share)), resetsAt };
    });
  }

  handlers(): Pick<Handlers<Contract>, ConnectionCalls> {
    return {
      'connection.get': () => this.active,
      'connection.list': () => ({ connections: this.list() }),
      'connection.suggestedAddress': () => ({ serviceUrl: this.suggestedAddress }),
      'connection.retry': () => this.change(this.active.connectionId, { state: 'ready', error: null }),
      'connection.test': ({ connectionId }) => this.change(connectionId, { state: 'ready', error: null }),
      'connection.attend': () => ({}),
      'connection.plan': () => this.plan,
      'connection.limits': ({ connectionId }) => ({ limits: this.limits(connectionId) }),
      'connection.add': ({ serviceUrl, apiKey }) => this.#added(serviceUrl, apiKey),
      'connection.signIn': ({ connectionId }) =>
        this.change(connectionId, { state: 'signing_in', error: null }),
      'connection.cancelSignIn': ({ connectionId }) => this.change(connectionId, { state: 'signed_out' }),
      'connection.setApiKey': ({ connectionId }) =>
        this.change(connectionId, { state: 'ready', error: null, credentialIn: 'keychain' }),
      'connection.signOut': ({ connectionId }) =>
        this.change(connectionId, { state: 'signed_out', account: null, credentialIn: 'none', error: null }),
      'connection.activate': ({ connectionId }) => {
        this.#makeActive(connectionId);
        return this.change(connectionId, {});
      },
      'connection.remove': ({ connectionId }) => this.#remove(connectionId),
      'keychain.get': () => ({ state: this.keychain }),
      'keychain.retry': () => this.setKeychain('ok'),
    };
  }

  #added(serviceUrl: string, apiKey: string | null): Connection {
    if (!URL.canParse(serviceUrl)) {
      throw new AppError('service_address_invalid', 'No address.', { details: { address: serviceUrl } });
    }
    const shared = { serviceUrl, address: new URL(serviceUrl).host };
    const connection = this.add(
      apiKey === null
        ? { ...shared, kind: 'oauth', state: 'signing_in', account: null, credentialIn: 'none' }
        : { ...shared, kind: 'key', state: 'ready' },
    );
    return this.change(connection.connectionId, {});
  }

  #makeActive(connectionId: string): void {
    for (const each of this.list()) {
      this.#records.set(each.connectionId, { ...each, isActive: each.connectionId === connectionId });
    }
  }

  #remove(connectionId: string): Record<string, never> {
    if (this.get(connectionId).unfinishedCount > 0) {
      throw new AppError('conflict', 'It has work.', { details: { reason: 'unfinished_work' } });
    }
    const wasActive = this.get(connectionId).isActive;
    this.#records.delete(connectionId);
    this.#deps.publish('connection.removed', { connectionId });
    if (wasActive) {
      this.#makeActive(localConnectionId);
      this.change(localConnectionId, {});
    }
    return {};
  }
}
