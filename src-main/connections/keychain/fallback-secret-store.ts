import { AppError } from '../../../src-shared/app-error.ts';
import type { Keychain, KeychainState } from '../../../src-shared/contract/keychain.ts';
import { SingleFlight } from '../../foundation/single-flight.ts';
import type { Clock, Log, SecretStore } from '../../platform.ts';
import type { AccountsToErase } from './accounts-to-erase.ts';
import { type CallListener, type CallOptions, CallQueue } from './call-queue.ts';
import { keychainStillWaits } from './keychain-errors.ts';

export interface FallbackSecretStoreDeps {
  readonly store: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly toErase: AccountsToErase;
  /** Called with a secret of the keychain that is erased before anyone read it. Never rejects. */
  readonly revoke: (secret: string, signal: AbortSignal) => Promise<void>;
}

/** `session`: in memory only, until the app closes. `none`: missing, or not read yet. */
export type SecretPlace = 'keychain' | 'session' | 'none';

const stateOfCode: Readonly<Record<string, KeychainState>> = {
  keychain_locked: 'locked',
  keychain_denied: 'denied',
  keychain_unavailable: 'unavailable',
};
/** In these states another call would show the user another prompt. */
const promptingStates: readonly KeychainState[] = ['locked', 'denied'];
/** Account that never holds a secret; reading it shows the state of the keychain. */
const nobody = 'nobody';

/**
 * Stores the app's secrets and tracks the state of the keychain. Makes one call at a time; a caller waits at most 20
 * seconds. After the user refused or ignored a prompt, calls fail at once with the same error until `retry`. A secret
 * that the keychain did not take stays in memory, never on the disk. It is written when the keychain answers again,
 * unless the user continues without it. A secret that the keychain did not erase is never returned again. It is erased
 * when the keychain answers, also after a restart.
 */
export class FallbackSecretStore implements SecretStore {
  readonly #deps: FallbackSecretStoreDeps;
  readonly #line: CallQueue;
  readonly #listeners = new Set<(keychain: Keychain) => void>();
  readonly #moveListeners = new Set<() => void>();
  readonly #inMemory = new Map<string, string>();
  readonly #inKeychain = new Set<string>();
  /** Functions that end the wait of each caller. */
  readonly #waiting = new Set<() => void>();
  readonly #erasures = new SingleFlight<void>();
  readonly #closing = new AbortController();
  #state: KeychainState = 'unknown';
  #refusal: AppError | null = null;
  #settling: Promise<void> = Promise.resolve();

  constructor(deps: FallbackSecretStoreDeps) {
    this.#deps = deps;
    this.#line = new CallQueue({
      clock: deps.clock,
      listener: {
        onWaiting: () => {
          if (this.#state !== 'session' && this.#refusal === null) this.#change('waiting');
        },
        onGivenUp: (error) => {
          if (!this.#isSession) this.#note(error);
        },
        onEnded: (error) => {
          this.#note(error);
        },
      },
    });
  }

  /** Erases what an earlier run could not, if the keychain answers. Shows nothing if it does not. */
  start(): void {
    const { log, store, toErase } = this.#deps;
    if (toErase.all.length === 0) return;
    const listener: CallListener = {
      onWaiting: () => undefined,
      onGivenUp: () => undefined,
      onEnded: (error) => {
        if (error === null) this.#note(null);
      },
    };
    this.#call(() => store.get(nobody), { listener }).catch((error: unknown) => {
      log.info('The keychain has still to erase something.', { error });
    });
  }

  /** Stops waiting for the keychain. The next start erases what is not erased by now. */
  async dispose(): Promise<void> {
    this.#closing.abort();
    this.#letGo();
    await this.#settling;
  }

  /**
   * Returns a secret; null if it is missing, or if it is to be erased. During a session without the keychain, also null
   * for a secret that only the keychain holds.
   * @throws AppError `keychain_locked`, `keychain_denied`, `keychain_unavailable`.
   */
  async get(account: string): Promise<string | null> {
    const { toErase } = this.#deps;
    const held = this.#inMemory.get(account);
    if (held !== undefined || this.#isSession || toErase.has(account)) return held ?? null;
    try {
      return await this.#call(async () => {
        const secret = await this.#deps.store.get(account);
        if (secret === null) this.#inKeychain.delete(account);
        else this.#inKeychain.add(account);
        this.#tellMove();
        return toErase.has(account) ? null : secret;
      });
    } catch (error) {
      if (this.#isSession) return this.#inMemory.get(account) ?? null;
      throw error;
    }
  }

  /**
   * Stores a secret. Even if this fails, the secret is valid until the app closes.
   * @throws AppError as `get`, and `invalid_input` for a secret that no keychain takes.
   */
  async set(account: string, secret: string): Promise<void> {
    this.#inMemory.set(account, secret);
    this.#tellMove();
    if (this.#isSession) return;
    try {
      await this.#move(account, secret);
    } catch (error) {
      if (!this.#isSession) throw error;
    }
  }

  /**
   * Deletes a secret. During a session, nobody waits for the keychain, which erases it when it answers.
   * @throws AppError as `get` if the keychain may still hold the secret; it erases it as soon as it answers.
   */
  async delete(account: string): Promise<void> {
    this.#inMemory.delete(account);
    this.#deps.toErase.add(account);
    this.#tellMove();
    if (!this.#isSession) {
      try {
        await this.#erase(account);
        return;
      } catch (error) {
        if (!this.#isSession) throw error;
        this.#logKept(account, error);
      }
    }
    void this.#tryToErase(account);
  }

  /**
   * As `delete`, for a secret that another one replaces: during a session without the keychain, it makes no call now.
   */
  async giveUp(account: string): Promise<void> {
    if (!this.#isSession) return this.delete(account);
    this.#inMemory.delete(account);
    this.#deps.toErase.add(account);
    this.#tellMove();
  }

  /** Returns where the secret is, as far as it was read or written since the app started. */
  whereIs(account: string): SecretPlace {
    if (this.#inMemory.has(account)) return 'session';
    return this.#inKeychain.has(account) ? 'keychain' : 'none';
  }

  /** State of the keychain now. Unlike `get`, this reads no secret. */
  get keychain(): Keychain {
    return { state: this.#state };
  }

  /** Tries the keychain again. If it answers, the secrets in memory are written to it. Never rejects. */
  async retry(): Promise<Keychain> {
    this.#refusal = null;
    try {
      await this.#line.run(() => this.#deps.store.get(nobody));
      this.#change('ok');
      await this.#settling;
    } catch (error) {
      this.#deps.log.info('The keychain was asked again in vain.', { error });
    }
    return this.keychain;
  }

  /** Keeps secrets in memory until the app closes or `retry` succeeds. Ends the wait of all callers. */
  useSession(): Keychain {
    this.#refusal = null;
    this.#change('session');
    this.#letGo();
    return this.keychain;
  }

  /** Calls back after every change of the state. Returns the function that ends the subscription. */
  onChange(listener: (keychain: Keychain) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back when a secret may be in another place. Returns the function that ends the subscription. */
  onMove(listener: () => void): () => void {
    this.#moveListeners.add(listener);
    return () => this.#moveListeners.delete(listener);
  }

  get #isSession(): boolean {
    return this.#state === 'session';
  }

  #letGo(): void {
    for (const letGo of this.#waiting) letGo();
  }

  /**
   * Writes into the keychain, even if the caller stopped waiting before the user answered the prompt. Skips a secret
   * that was replaced or deleted meanwhile.
   */
  async #move(account: string, secret: string): Promise<void> {
    if (this.#deps.toErase.has(account)) await this.#eraseUnread(account);
    await this.#call(async () => {
      if (this.#isSession || this.#inMemory.get(account) !== secret) return;
      await this.#deps.store.set(account, secret);
      this.#inKeychain.add(account);
      if (this.#inMemory.get(account) === secret) this.#inMemory.delete(account);
      this.#tellMove();
    });
  }

  /** Revokes a secret of the keychain that nobody has read, and erases it there. */
  #eraseUnread(account: string): Promise<void> {
    const { store, toErase, revoke } = this.#deps;
    return this.#erasures.run(account, async () => {
      const isUnawaited = this.#isSession;
      const secret = await this.#call(async () => (toErase.has(account) ? store.get(account) : null), {
        isUnawaited,
      });
      if (secret !== null) await revoke(secret, this.#closing.signal);
      await this.#erase(account);
    });
  }

  async #erase(account: string): Promise<void> {
    const { store, toErase } = this.#deps;
    await this.#call(
      async () => {
        // The secret may have been erased meanwhile, and another one written.
        if (!toErase.has(account)) return;
        await store.delete(account);
        toErase.remove(account);
        this.#inKeychain.delete(account);
        this.#tellMove();
      },
      { isUnawaited: this.#isSession },
    );
  }

  /** Writes the secrets in memory into the keychain, which answers again, and erases what it has not erased. */
  async #settle(): Promise<void> {
    for (const [account, secret] of [...this.#inMemory]) {
      await this.#move(account, secret).catch((error: unknown) => {
        this.#deps.log.warn('A secret is still in memory only.', { account, error });
      });
    }
    for (const account of this.#deps.toErase.all) await this.#tryToErase(account);
  }

  /** Never rejects. */
  async #tryToErase(account: string): Promise<void> {
    const wasAwaited = !this.#isSession;
    try {
      await this.#eraseUnread(account);
    } catch (error) {
      this.#logKept(account, error);
      // `useSession` ended the wait of this call along with all others.
      if (wasAwaited && this.#isSession) await this.#tryToErase(account);
    }
  }

  #logKept(account: string, error: unknown): void {
    this.#deps.log.warn('What the keychain may hold was not deleted.', { account, error });
  }

  #call<Value>(call: () => Promise<Value>, options?: CallOptions): Promise<Value> {
    const known = this.#refusal;
    const guarded = (): Promise<Value> => {
      // The call before this one may have been refused while this one waited in the queue.
      if (this.#refusal && this.#refusal !== known) return Promise.reject(this.#refusal);
      return call();
    };
    // During a session, only a sign-out calls the keychain, and each one tries again.
    const refusal = this.#closing.signal.aborted ? keychainStillWaits() : this.#isSession ? null : known;
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      const letGo = (): void => {
        reject(keychainStillWaits());
      };
      this.#waiting.add(letGo);
      void this.#line
        .run(guarded, options)
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(letGo));
    });
  }

  #note(error: unknown): void {
    const state = error === null ? 'ok' : error instanceof AppError ? stateOfCode[error.code] : undefined;
    if (state === undefined) return;
    this.#refusal = error instanceof AppError && promptingStates.includes(state) ? error : null;
    if (!this.#isSession) this.#change(state);
  }

  #change(state: KeychainState): void {
    if (state === this.#state) return;
    this.#state = state;
    if (state !== 'ok' && state !== 'waiting') {
      this.#deps.log.warn('The state of the keychain changed.', { state });
    }
    for (const listener of this.#listeners) listener({ state });
    if (state === 'ok') this.#settling = this.#settling.then(() => this.#settle());
  }

  #tellMove(): void {
    for (const listener of this.#moveListeners) listener();
  }
}
