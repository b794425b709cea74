import type { Connection as ConnectionRecord } from '../../src-shared/contract/connection.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import type { AppClient } from './app-client.ts';

const starting: ConnectionRecord = {
  kind: 'local',
  state: 'starting',
  address: '',
  account: null,
  budgetLeft: null,
  error: null,
};

export interface ConnectionDeps {
  readonly client: AppClient;
  /** Called when the service has become ready after it was not. */
  readonly onReady: () => void;
}

/** The service the app speaks to. */
export class Connection {
  readonly #deps: ConnectionDeps;

  current = $state.raw<ConnectionRecord>(starting);
  readonly isReady = $derived(this.current.state === 'ready');
  /** Work can be taken on while the service still starts: main keeps it until it answers. */
  readonly canTakeWork = $derived(this.current.state !== 'failed');
  /** Results of the service on this computer are drafts. */
  readonly isLocal = $derived(this.current.kind === 'local');

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  /** Subscribes, then asks. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#deps.client.on('connection.changed', (connection) => {
      this.#take(connection);
    });
    void this.refresh();
    return stop;
  }

  refresh(): Promise<void> {
    return this.#read(() => this.#deps.client.call('connection.get', {}));
  }

  /** Starts or calls the service anew after a failure. */
  retry(): Promise<void> {
    return this.#read(() => this.#deps.client.call('connection.retry', {}));
  }

  #take(connection: ConnectionRecord): void {
    const wasReady = this.isReady;
    this.current = connection;
    if (this.isReady && !wasReady) this.#deps.onReady();
  }

  async #read(ask: () => Promise<ConnectionRecord>): Promise<void> {
    try {
      this.#take(await ask());
    } catch (error) {
      this.current = { ...this.current, state: 'failed', error: errorBodyOf(error) };
    }
  }
}
