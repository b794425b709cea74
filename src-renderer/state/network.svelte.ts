import type { ErrorBody } from '../../src-shared/app-error.ts';
import type {
  Network as NetworkRecord,
  NetworkTest,
  ProxyChange,
} from '../../src-shared/contract/network.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import { AnswerOrder } from './answer-order.ts';
import type { AppClient } from './app-client.ts';

/** The proxy and the certificates of the app, as main keeps them. */
export class Network {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();

  /** Null until it is read. */
  current = $state.raw<NetworkRecord | null>(null);
  /** What became of the last test; null before one, and after a change. */
  outcome = $state.raw<NetworkTest | ErrorBody | null>(null);
  isTesting = $state(false);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then asks. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#client.on('network.changed', (network) => {
      this.#order.outdate();
      this.#set(network);
    });
    this.#take(this.#client.call('network.get', {})).catch(() => undefined);
    return stop;
  }

  /** @throws AppError `invalid_input` with reason `proxy_address` or `pac_address`. */
  async setProxy(change: ProxyChange): Promise<void> {
    await this.#take(this.#client.call('network.setProxy', change));
  }

  /** @param pem null: none any more. @throws AppError `invalid_input` with reason `no_certificate`. */
  async setAuthorities(pem: string | null): Promise<void> {
    await this.#take(this.#client.call('network.setAuthorities', { pem }));
  }

  /** Never rejects: a failure is the `outcome`. */
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
