import { AppError } from '../../src-shared/app-error.ts';
import type { Keychain, KeychainState } from '../../src-shared/contract/keychain.ts';
import type { Clock, Log, SecretStore } from '../platform.ts';
import { CallLine } from './call-line.ts';

export interface SecretKeeperDeps {
  readonly store: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** `session`: in memory, gone when the app closes. `none`: not there, or not asked for yet. */
export type SecretPlace = 'keychain' | 'session' | 'none';

const stateOfCode: Readonly<Record<string, KeychainState>> = {
  keychain_locked: 'locked',
  keychain_denied: 'denied',
  keychain_unavailable: 'unavailable',
};
/** Asking again would show the user another prompt. */
const promptingStates: readonly KeychainState[] = ['locked', 'denied'];
/** Nothing is ever kept there; asking for it tells how the keychain is. */
const nobody = 'nobody';

/**
 * The secrets of the app and how the keychain is that holds them. One call is made at a time; a caller waits at most
 * 20 seconds. Once the user refused or ignored a prompt, calls fail at once with the same error until `retry`. The
 * user may also go on without the keychain: then secrets stay in memory, and never reach the disk.
 */
export class SecretKeeper implements SecretStore {
  readonly #deps: SecretKeeperDeps;
  readonly #line: CallLine;
  readonly #listeners = new Set<(keychain: Keychain) => void>();
  readonly #sessionSecrets = new Map<string, string>();
  readonly #inKeychain = new Set<string>();
  #state: KeychainState = 'unknown';
  #refusal: AppError | null = null;

  constructor(deps: SecretKeeperDeps) {
    this.#deps = deps;
    this.#line = new CallLine({
      clock: deps.clock,
      listener: {
        onWaiting: () => {
          if (this.#state !== 'session' && this.#refusal === null) this.#change('waiting');
        },
        onGivenUp: (error) => {
          this.#note(error);
        },
        onEnded: (error) => {
          this.#note(error);
        },
      },
    });
  }

  /**
   * Null when there is none. While the session has the secrets, null too for one that only the keychain holds.
   * @throws AppError `keychain_locked`, `keychain_denied`, `keychain_unavailable`.
   */
  async get(account: string): Promise<string | null> {
    const held = this.#sessionSecrets.get(account);
    if (held !== undefined || this.#state === 'session') return held ?? null;
    const secret = await this.#call(() => this.#deps.store.get(account));
    if (secret === null) this.#inKeychain.delete(account);
    else this.#inKeychain.add(account);
    return secret;
  }

  /** @throws AppError as `get`, and `invalid_input` for a secret that no keychain takes. */
  async set(account: string, secret: string): Promise<void> {
    const isSession = this.#state === 'session';
    if (isSession || this.#sessionSecrets.has(account)) this.#sessionSecrets.set(account, secret);
    if (isSession) return;
    await this.#call(() => this.#deps.store.set(account, secret));
    this.#inKeychain.add(account);
    if (this.#sessionSecrets.get(account) === secret) this.#sessionSecrets.delete(account);
  }

  /** While the session has the secrets, one that the keychain holds is deleted there only if it answers. */
  async delete(account: string): Promise<void> {
    this.#sessionSecrets.delete(account);
    const isSession = this.#state === 'session';
    try {
      await this.#call(() => this.#deps.store.delete(account));
      this.#inKeychain.delete(account);
    } catch (error) {
      if (!isSession) throw error;
      this.#deps.log.warn('What the keychain may hold was not deleted.', { account, error });
    }
  }

  /** Where the secret is, as far as it was asked for or written since the app started. */
  whereIs(account: string): SecretPlace {
    if (this.#sessionSecrets.has(account)) return 'session';
    return this.#inKeychain.has(account) && this.#state !== 'session' ? 'keychain' : 'none';
  }

  /** How the keychain is now. Not to be mixed up with `get`, which reads a secret. */
  get keychain(): Keychain {
    return { state: this.#state };
  }

  /** Asks the keychain again. What the session held goes into it when it answers; never rejects. */
  async retry(): Promise<Keychain> {
    this.#refusal = null;
    try {
      await this.#line.run(() => this.#deps.store.get(nobody));
      if (this.#state === 'session') this.#change('ok');
      for (const [account, secret] of this.#sessionSecrets) await this.set(account, secret);
    } catch (error) {
      this.#deps.log.info('The keychain was asked again in vain.', { error });
    }
    return this.keychain;
  }

  /** Keeps secrets in memory until the app closes or `retry` succeeds. */
  useSession(): Keychain {
    this.#refusal = null;
    this.#change('session');
    return this.keychain;
  }

  /** Hears every change of the state. Returns the function that ends the subscription. */
  onChange(listener: (keychain: Keychain) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #call<Value>(call: () => Promise<Value>): Promise<Value> {
    const guarded = (): Promise<Value> => {
      // The call before this one may have been refused while it stood in line.
      if (this.#refusal) return Promise.reject(this.#refusal);
      return call();
    };
    return this.#refusal ? Promise.reject(this.#refusal) : this.#line.run(guarded);
  }

  #note(error: unknown): void {
    const state = error === null ? 'ok' : error instanceof AppError ? stateOfCode[error.code] : undefined;
    if (state === undefined || this.#state === 'session') return;
    this.#refusal = error instanceof AppError && promptingStates.includes(state) ? error : null;
    this.#change(state);
  }

  #change(state: KeychainState): void {
    if (state === this.#state) return;
    this.#state = state;
    if (state !== 'ok' && state !== 'waiting') {
      this.#deps.log.warn('The state of the keychain changed.', { state });
    }
    for (const listener of this.#listeners) listener({ state });
  }
}
