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
  /** Called with a secret of the keychain that is erased without having been read. Never rejects. */
  readonly revoke: (secret: string, signal: AbortSignal) => Promise<void>;
}

/** `session`: in memory alone, gone when the app closes. `none`: not there, or not asked for yet. */
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
 * 20 seconds. Once the user refused or ignored a prompt, calls fail at once with the same error until `retry`. What the
 * keychain has not taken stays in memory and never reaches the disk; it goes there as soon as the keychain answers
 * again, unless the user goes on without one. What it has not erased is not given to anybody any more, and is erased
 * then, also after a restart.
 */
export class FallbackSecretStore implements SecretStore {
  readonly #deps: FallbackSecretStoreDeps;
  readonly #line: CallQueue;
  readonly #listeners = new Set<(keychain: Keychain) => void>();
  readonly #moveListeners = new Set<() => void>();
  readonly #inMemory = new Map<string, string>();
  readonly #inKeychain = new Set<string>();
  /** Ends the wait of each caller. */
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

  /** Erases what an earlier run could not, if the keychain answers. Nothing is shown of one that does not. */
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

  /** Lets go of the keychain. What it has not erased by now is erased after the next start. */
  async dispose(): Promise<void> {
    this.#closing.abort();
    this.#letGo();
    await this.#settling;
  }

  /**
   * Null when there is none, and for one that is to be erased. While the session has the secrets, null too for one that
   * only the keychain holds.
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
   * Whatever becomes of this, the secret is good until the app closes.
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
   * From now on there is none. While the session has the secrets, nobody waits for the keychain: it erases it when it answers.
   * @throws AppError as `get` when the keychain may still hold it; it is erased there as soon as it answers.
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
   * As `delete`, for a secret whose place another one takes: while the session has the secrets, the keychain is not
   * asked now.
   */
  async giveUp(account: string): Promise<void> {
    if (!this.#isSession) return this.delete(account);
    this.#inMemory.delete(account);
    this.#deps.toErase.add(account);
    this.#tellMove();
  }

  /** Where the secret is, as far as it was asked for or written since the app started. */
  whereIs(account: string): SecretPlace {
    if (this.#inMemory.has(account)) return 'session';
    return this.#inKeychain.has(account) ? 'keychain' : 'none';
  }

  /** How the keychain is now. Not to be mixed up with `get`, which reads a secret. */
  get keychain(): Keychain {
    return { state: this.#state };
  }

  /** Asks the keychain again. What is in memory goes into it when it answers; never rejects. */
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

  /** Keeps secrets in memory until the app closes or `retry` succeeds. Nobody waits for the keychain any longer. */
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
   * Writes into the keychain, even when the caller stopped waiting before the prompt was answered. What was replaced or
   * deleted meanwhile is not written any more.
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

  /** Erases from the keychain what nobody has read, and ends what it stands for. */
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
        // It may have been erased since, and another one written.
        if (!toErase.has(account)) return;
        await store.delete(account);
        toErase.remove(account);
        this.#inKeychain.delete(account);
        this.#tellMove();
      },
      { isUnawaited: this.#isSession },
    );
  }

  /** The keychain answers again: it gets what is in memory, and erases what it has not erased. */
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
      // It was let go with everybody who waited.
      if (wasAwaited && this.#isSession) await this.#tryToErase(account);
    }
  }

  #logKept(account: string, error: unknown): void {
    this.#deps.log.warn('What the keychain may hold was not deleted.', { account, error });
  }

  #call<Value>(call: () => Promise<Value>, options?: CallOptions): Promise<Value> {
    const known = this.#refusal;
    const guarded = (): Promise<Value> => {
      // The call before this one may have been refused while it stood in line.
      if (this.#refusal && this.#refusal !== known) return Promise.reject(this.#refusal);
      return call();
    };
    // In a session the keychain is asked for what the user signs out of alone, and for each of it anew.
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
