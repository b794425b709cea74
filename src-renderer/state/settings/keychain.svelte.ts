import { createContext } from 'svelte';
import type { Keychain as KeychainRecord, KeychainState } from '../../../src-shared/contract/app/keychain.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** State of the system's keychain, which keeps credentials. */
export class Keychain {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();

  state = $state<KeychainState>('ok');
  /** True while `retry` is running. */
  isAsking = $state(false);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then reads the state. Returns the function that unsubscribes. */
  start(): () => void {
    const stop = this.#client.on('keychain.changed', ({ state }) => {
      this.#order.outdate();
      this.state = state;
    });
    void this.refresh();
    return stop;
  }

  /** Reads the state. Keeps the known one if main does not answer, or if a newer state arrived meanwhile. */
  async refresh(): Promise<void> {
    await this.#take(this.#client.call('keychain.get', {})).catch(() => undefined);
  }

  /** Asks the keychain again, for example after the user unlocked it. @throws AppError as main made it. */
  async retry(): Promise<void> {
    this.isAsking = true;
    try {
      await this.#take(this.#client.call('keychain.retry', {}));
    } finally {
      this.isAsking = false;
    }
  }

  async #take(answer: Promise<KeychainRecord>): Promise<void> {
    const isNews = this.#order.begin();
    const { state } = await answer;
    if (isNews()) this.state = state;
  }
}

export const [getKeychain, setKeychain] = createContext<Keychain>();
