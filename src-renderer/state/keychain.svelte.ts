import type { Keychain as KeychainRecord, KeychainState } from '../../src-shared/contract/keychain.ts';
import type { AppClient } from './app-client.ts';

/** How the system's keychain answers, which keeps credentials. */
export class Keychain {
  readonly #client: AppClient;

  state = $state<KeychainState>('unknown');
  /** It is being asked once more. */
  isAsking = $state(false);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then asks. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#client.on('keychain.changed', ({ state }) => {
      this.state = state;
    });
    void this.refresh();
    return stop;
  }

  /** Reads its state anew. Where main does not answer, it stays as it was last told. */
  async refresh(): Promise<void> {
    const answer = await this.#client.call('keychain.get', {}).catch(() => null);
    if (answer) this.state = answer.state;
  }

  /** Asks the keychain again, for example after the user unlocked it. @throws AppError as main made it. */
  retry(): Promise<void> {
    return this.#ask(() => this.#client.call('keychain.retry', {}));
  }

  /** Keeps credentials in memory until the app closes. @throws AppError as main made it. */
  useSession(): Promise<void> {
    return this.#ask(() => this.#client.call('keychain.useSession', {}));
  }

  async #ask(call: () => Promise<KeychainRecord>): Promise<void> {
    this.isAsking = true;
    try {
      this.state = (await call()).state;
    } finally {
      this.isAsking = false;
    }
  }
}
