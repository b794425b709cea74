import { createContext } from 'svelte';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type {
  Network as NetworkRecord,
  NetworkTest,
  ProxyChange,
} from '../../../src-shared/contract/app/network.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** The app's proxy and certificates, mirrored from main. */
export class Network {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();

  /** Null until read. */
  current = $state.raw<NetworkRecord | null>(null);
  /** Result of the last test; null before one, and after a change. */
  outcome = $state.raw<NetworkTest | ErrorBody | null>(null);
  isTesting = $state(false);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then reads the settings. Returns the function that unsubscribes. */
  start(): () => void {
    const stop = this.#client.on('network.changed', (network) => {
      this.#order.outdate();
      this.#set(network);
    });
    void this.refresh();
    return stop;
  }

  /** Reads the settings. If main does not answer, the known ones stay. */
  async refresh(): Promise<void> {
    await this.#take(this.#client.call('network.get', {})).catch(() => undefined);
  }

  /** @throws AppError `invalid_input` with reason `proxy_address` or `pac_address`. */
  async setProxy(change: ProxyChange): Promise<void> {
    await this.#take(this.#client.call('network.setProxy', change));
  }

  /** @param pem null removes the certificates. @throws AppError `invalid_input` with reason `no_certificate`. */
  async setAuthorities(pem: string | null): Promise<void> {
    await this.#take(this.#client.call('network.setAuthorities', { pem }));
  }

  /** Tests the connection. Never rejects: a failure is stored in `outcome`. */
  async test(): Promise<void> {
    this.isTesting = true;
    this.outcome = null;
    this.outcome = await this.#client.call('network.test', {}).catch(errorBodyOf);
    this.isTesting = false;
  }

  async #take(answer: Promise<NetworkRecord>): Promise<void> {
    const isNews = this.#order.begin();
    const network = await answer;
    if (isNews()) this.#set(network);
  }

  #set(network: NetworkRecord): void {
    this.current = network;
    this.outcome = null;
  }
}

export const [getNetwork, setNetwork] = createContext<Network>();
