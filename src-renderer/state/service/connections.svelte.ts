import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import {
  type Connection,
  type ConnectionPlan,
  localConnectionId,
  type RateLimit,
} from '../../../src-shared/contract/connection.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** Placeholder until main has sent its connections. */
const starting: Connection = {
  connectionId: localConnectionId,
  kind: 'local',
  isActive: true,
  state: 'starting',
  address: '',
  serviceUrl: null,
  account: null,
  credentialIn: 'none',
  budgetLeft: null,
  unfinishedCount: 0,
  offlineSince: null,
  error: null,
};

export interface ConnectionsDeps {
  readonly client: AppClient;
  /** Called when the active connection becomes known or changes, and when any changes once all are known. */
  readonly onActive?: (connectionId: string, all: readonly Connection[]) => void;
  /** Called when the active connection becomes ready. */
  readonly onReady: () => void;
  /** Called when another connection or team became active: the shown content still belongs to the old one. */
  readonly onSwitch: () => void;
}

/** Input for a new hosted service. */
interface NewConnection {
  readonly serviceUrl: string;
  /** Null: sign in with the browser. */
  readonly apiKey: string | null;
}

/** The app's connections, and the active one, which the screens show. */
export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #byId = new SvelteMap<string, Connection>();
  /** Number of reports per connection, so that an answer never replaces a newer report. */
  readonly #newsCounts: Record<string, number> = {};
  #activeId: string | null = null;
  #wasReady = false;
  /** Team of the active connection; null until it is known. */
  #teamId: string | null = null;

  state = $state<'loading' | 'ready' | 'failed'>('loading');
  /** Error of the last attempt to read the list. */
  error = $state.raw<ErrorBody | null>(null);
  /** Connection shown on the Connections screen; null: the active one. */
  selectedId = $state<string | null>(null);
  /** Set while a connection is being added; `serviceUrl` is the initial address. */
  adding = $state.raw<{ readonly serviceUrl: string | null } | null>(null);
  /** Id of the connection whose API key is being replaced. */
  replacingKeyOf = $state<string | null>(null);

  /** The local connection first, then the others in the order they were added. */
  readonly records: readonly Connection[] = $derived([...this.#byId.values()]);
  /** The active connection. */
  readonly current: Connection = $derived.by(() => {
    const active = this.records.find((each) => each.isActive);
    if (active || this.state !== 'failed') return active ?? starting;
    return { ...starting, state: 'failed', error: this.error };
  });
  readonly selected: Connection = $derived(
    (this.selectedId === null ? undefined : this.#byId.get(this.selectedId)) ?? this.current,
  );
  readonly isReady = $derived(this.current.state === 'ready');
  /** True if work can be started. Main queues it while the service is unreachable or signed out. */
  readonly canTakeWork = $derived(this.current.state !== 'failed');
  /** True for the service on this computer, whose results are drafts. */
  readonly isLocal = $derived(this.current.kind === 'local');

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
  }

  /** Subscribes, then reads the list. Returns the function that unsubscribes. */
  start(): () => void {
    const stops = [
      this.#deps.client.on('connection.changed', (connection) => {
        this.#hear(connection.connectionId);
        this.#take(connection);
      }),
      this.#deps.client.on('connection.removed', ({ connectionId }) => {
        this.#hear(connectionId);
        this.#forget(connectionId);
      }),
    ];
    void this.refresh();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Reads all connections again. Never rejects: a failure is stored in `state` and `error`. */
  async refresh(): Promise<void> {
    const heard = { ...this.#newsCounts };
    try {
      const { connections } = await this.#deps.client.call('connection.list', {});
      const isNewer = (id: string): boolean => this.#newsCounts[id] !== heard[id];
      const listed = connections.map((each) => each.connectionId);
      const gone = [...this.#byId.keys()].filter((id) => !listed.includes(id) && !isNewer(id));
      for (const id of gone) this.#forget(id);
      for (const each of connections) if (!isNewer(each.connectionId)) this.#take(each);
      this.state = 'ready';
      this.error = null;
      this.#tell();
    } catch (error) {
      this.error = errorBodyOf(error);
      if (this.state === 'loading') this.state = 'failed';
    }
  }

  /** Starts or contacts the active service again. @throws AppError as main made it. */
  retry(): Promise<Connection> {
    return this.#ask(this.current.connectionId, () => this.#deps.client.call('connection.retry', {}));
  }

  /** Checks the credential with the service. @throws AppError as main made it. */
  test(connectionId: string): Promise<Connection> {
    return this.#ask(connectionId, () => this.#deps.client.call('connection.test', { connectionId }));
  }

  /** Returns the remaining requests of each rate window. @throws AppError as main made it. */
  async limits(connectionId: string): Promise<readonly RateLimit[]> {
    return (await this.#deps.client.call('connection.limits', { connectionId })).limits;
  }

  /** Returns what is known of a team's plan. @throws AppError as main made it. */
  plan(connectionId: string): Promise<ConnectionPlan> {
    return this.#deps.client.call('connection.plan', { connectionId });
  }

  /** Returns the service address set by a distributor; null if the user enters it. */
  async suggestedAddress(): Promise<string | null> {
    return (await this.#deps.client.call('connection.suggestedAddress', {})).serviceUrl;
  }

  /**
   * Adds a hosted service. Without an API key the browser opens for the sign-in. If the form was closed meanwhile,
   * removes the connection again and returns null.
   * @throws AppError as main made it.
   */
  async add(wanted: NewConnection): Promise<Connection | null> {
    const form = this.adding;
    const added = await this.#deps.client.call('connection.add', wanted);
    // Main reports the connection before it answers: selecting it in the list does not count as leaving the form.
    if (this.adding !== form && this.selectedId !== added.connectionId) {
      await this.remove(added.connectionId);
      return null;
    }
    if (!this.#byId.has(added.connectionId)) this.#take(added);
    this.adding = null;
    this.selectedId = added.connectionId;
    return this.#byId.get(added.connectionId) ?? added;
  }

  /** Opens the system's browser; the record then shows the outcome. @throws AppError as main made it. */
  signIn(connectionId: string): Promise<Connection> {
    return this.#ask(connectionId, () => this.#deps.client.call('connection.signIn', { connectionId }));
  }

  /** @throws AppError as main made it. */
  cancelSignIn(connectionId: string): Promise<Connection> {
    return this.#ask(connectionId, () => this.#deps.client.call('connection.cancelSignIn', { connectionId }));
  }

  /** Passes the key to main and keeps no copy. @throws AppError as main made it. */
  async setApiKey(connectionId: string, apiKey: string): Promise<Connection> {
    const record = await this.#ask(connectionId, () =>
      this.#deps.client.call('connection.setApiKey', { connectionId, apiKey }),
    );
    if (this.replacingKeyOf === connectionId) this.replacingKeyOf = null;
    return record;
  }

  /** @throws AppError as main made it. */
  signOut(connectionId: string): Promise<Connection> {
    return this.#ask(connectionId, () => this.#deps.client.call('connection.signOut', { connectionId }));
  }

  /**
   * Makes a connection the active one, which screens show and new work uses. Work of the others continues.
   * @throws AppError as main made it.
   */
  activate(connectionId: string): Promise<Connection> {
    return this.#ask(connectionId, () => this.#deps.client.call('connection.activate', { connectionId }));
  }

  /** @throws AppError as main made it; `conflict` while the connection has unfinished work. */
  async remove(connectionId: string): Promise<void> {
    await this.#deps.client.call('connection.remove', { connectionId });
    this.#forget(connectionId);
  }

  /** Selects a connection. Null selects the active one. */
  select(connectionId: string | null): void {
    this.selectedId = connectionId;
    this.adding = null;
    this.replacingKeyOf = null;
  }

  /** Opens the form for a new connection. An open form stays, with its test, unless another address is wanted. */
  beginAdding(serviceUrl: string | null = null): void {
    this.replacingKeyOf = null;
    const isOther = serviceUrl !== null && serviceUrl !== this.adding?.serviceUrl;
    if (!this.adding || isOther) this.adding = { serviceUrl };
  }

  /** Opens the form that replaces the API key of a connection. */
  beginReplacingKey(connectionId: string): void {
    this.select(connectionId);
    this.replacingKeyOf = connectionId;
  }

  async #ask(connectionId: string, call: () => Promise<Connection>): Promise<Connection> {
    const heard = this.#newsCounts[connectionId];
    const answer = await call();
    if (this.#newsCounts[connectionId] === heard) this.#take(answer);
    return this.#byId.get(connectionId) ?? answer;
  }

  #hear(connectionId: string): void {
    this.#newsCounts[connectionId] = (this.#newsCounts[connectionId] ?? 0) + 1;
  }

  #take(connection: Connection): void {
    const { connectionId, isActive } = connection;
    if (isActive) {
      for (const [id, each] of this.#byId)
        if (each.isActive) this.#byId.set(id, { ...each, isActive: false });
    }
    this.#byId.set(connectionId, connection);
    this.#tell();
  }

  #forget(connectionId: string): void {
    this.#byId.delete(connectionId);
    if (this.selectedId === connectionId) this.selectedId = null;
    if (this.replacingKeyOf === connectionId) this.replacingKeyOf = null;
  }

  #tell(): void {
    const active = [...this.#byId.values()].find((each) => each.isActive);
    if (!active) return;
    const isReady = active.state === 'ready';
    const hasBecomeReady = isReady && !this.#wasReady;
    this.#deps.onActive?.(active.connectionId, this.state === 'ready' ? this.records : []);
    const isAnother = this.#activeId !== null && this.#activeId !== active.connectionId;
    const teamId = active.account?.teamId ?? (isAnother ? null : this.#teamId);
    const isAnotherTeam = this.#teamId !== null && teamId !== this.#teamId;
    this.#activeId = active.connectionId;
    this.#teamId = teamId;
    this.#wasReady = isReady;
    if (isAnother || isAnotherTeam) this.#deps.onSwitch();
    else if (hasBecomeReady) this.#deps.onReady();
  }
}

export const [getConnections, setConnections] = createContext<Connections>();
