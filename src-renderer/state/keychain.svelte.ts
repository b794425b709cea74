import type { Keychain as KeychainRecord, KeychainState } from '../../src-shared/contract/keychain.ts';
import type { AppClient } from './app-client.ts';

/** How the system's keychain answers, which keeps credentials. */
export class Keychain {
  readonly #client: AppClient;
  /** Counts what was learned of the state, so that an older reading never replaces a newer one. */
  #changes = 0;

  state = $state<KeychainState>('unknown');
  /** It is being asked once more. */
  isAsking = $state(false);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then asks. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#client.on('keychain.changed', ({ state }) => {
      this.#take(state);
    });
    void this.refresh();
    return stop;
  }

  /** Reads its state. It stays as it is where main does not answer, or where a newer state came meanwhile. */
  async refresh(): Promise<void> {
    const changes = this.#changes;
    const answer = await this.#client.call('keychain.get', {}).catch(() => null);
    if (answer && changes === this.#changes) this.#take(answer.state);
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
      this.#take((await call()).state);
    } finally {
      this.isAsking = false;
    }
  }

  #take(state: KeychainState): void {
    this.#changes += 1;
    this.state = state;
  }
}
