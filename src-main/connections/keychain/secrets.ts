import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import { backoffMs } from '../../../src-shared/backoff.ts';
import type { Keychain, KeychainState } from '../../../src-shared/contract/app/keychain.ts';
import { Semaphore } from '../../foundation/semaphore.ts';
import type { Clock, Log, SecretStore } from '../../platform.ts';
import type { SettingsRepository } from '../../state/settings-repository.ts';
import { keychainStillWaits } from './keychain-errors.ts';

export interface SecretsDeps {
  readonly store: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Lists the accounts to erase at the next start; null to list them only until the app closes. */
  readonly settings: Pick<SettingsRepository, 'read' | 'write'> | null;
}

/** `session`: in memory only, until the app closes. `none`: missing, or not read yet. */
type SecretPlace = 'keychain' | 'session' | 'none';

const settingsKey = 'accountsToErase';
const accountsSchema = z.array(z.string());
/** Time after which the user sees that the keychain waits. */
const noticedAfterMs = 1_000;
/** Time after which a caller stops waiting. */
const callerTimeoutMs = 20_000;
/** Maximum time that the last try to save takes when the app closes. */
const closingMs = 5_000;
const backoff = { firstMs: 2_000, maxMs: 60_000, jitter: 0 };
/** Account that never holds a secret; reading it shows the state of the keychain. */
const nobody = 'nobody';

/**
 * The app's secrets: in memory since they were read or written, and in the keychain as soon as it takes them. Never
 * writes one to the disk. Makes one call to the keychain at a time: an unanswered prompt then holds one thread, not all
 * that file access needs. After the user refused or ignored a prompt, calls fail at once until `retry`.
 *
 * A secret in the keychain that was replaced or deleted is never returned again: if the keychain does not take the
 * change, its account is listed in the settings, and the next start erases it.
 */
export class Secrets implements SecretStore {
  readonly #deps: SecretsDeps;
  readonly #turns = new Semaphore(1);
  readonly #closing = new AbortController();
  readonly #stateListeners = new Set<(keychain: Keychain) => void>();
  readonly #placeListeners = new Set<() => void>();
  /** Null for a deleted secret. */
  readonly #inMemory = new Map<string, string | null>();
  /** Accounts whose entry in the keychain is out of date. Null until it is read, because the state opens later. */
  #unsaved: Set<string> | null = null;
  #state: KeychainState = 'ok';
  /** Error of the prompt that the user refused or ignored. */
  #refusal: AppError | null = null;
  #retries = 0;
  #cancelRetry = (): void => undefined;

  constructor(deps: SecretsDeps) {
    this.#deps = deps;
  }

  /** Erases what an earlier run could not. */
  start(): void {
    void this.#saveAll();
  }

  /** Tries a last time to save the secrets in memory. Waits at most 5 seconds for the keychain. */
  async dispose(): Promise<void> {
    this.#cancelRetry();
    const cancelTimer = this.#deps.clock.schedule(closingMs, () => {
      this.#closing.abort();
    });
    for (const account of this.#unsavedSecrets) await this.#save(account);
    cancelTimer();
    this.#closing.abort();
  }

  /**
   * Returns a secret; null if there is none.
   * @throws AppError `keychain_locked`, `keychain_denied`, `keychain_unavailable` if only the keychain may know it.
   */
  async get(account: string): Promise<string | null> {
    const known = this.#known(account);
    if (known !== undefined) return known;
    return this.#call(async () => {
      const secret = await this.#deps.store.get(account);
      // The secret may have been replaced or deleted meanwhile.
      const changed = this.#known(account);
      if (changed !== undefined) return changed;
      if (secret !== null) this.#inMemory.set(account, secret);
      this.#tellPlace();
      return secret;
    });
  }

  /** Stores a secret, valid at once. Resolves when the keychain has it or cannot take it now. Never rejects. */
  async set(account: string, secret: string): Promise<void> {
    this.#inMemory.set(account, secret);
    this.#accounts.add(account);
    this.#tellPlace();
    this.#retries = 0;
    await this.#save(account);
    this.#planRetry();
  }

  /** Deletes a secret at once. Resolves when the keychain has erased it or cannot do so now. Never rejects. */
  async delete(account: string): Promise<void> {
    this.#inMemory.set(account, null);
    this.#accounts.add(account);
    this.#list();
    this.#tellPlace();
    await this.#save(account);
  }

  /** Returns where the secret is, as far as it was read or written since the app started. */
  whereIs(account: string): SecretPlace {
    if ((this.#inMemory.get(account) ?? null) === null) return 'none';
    return this.#accounts.has(account) ? 'session' : 'keychain';
  }

  /** State of the keychain now. Unlike `get`, this reads no secret. */
  get keychain(): Keychain {
    return { state: this.#state };
  }

  /** Tries the keychain again. If it answers, it is brought up to date. Never rejects. */
  async retry(): Promise<Keychain> {
    this.#refusal = null;
    try {
      await this.#call(() => this.#deps.store.get(nobody));
      await this.#saveAll();
    } catch (error) {
      this.#deps.log.info('The keychain did not answer another try.', { error });
    }
    return this.keychain;
  }

  /** Calls back after every change of the state. Returns the function that ends the subscription. */
  onChange(listener: (keychain: Keychain) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Calls back when a secret may be in another place. Returns the function that ends the subscription. */
  onPlaceChange(listener: () => void): () => void {
    this.#placeListeners.add(listener);
    return () => this.#placeListeners.delete(listener);
  }

  get #accounts(): Set<string> {
    return (this.#unsaved ??= new Set(this.#deps.settings?.read(settingsKey, accountsSchema)));
  }

  get #unsavedSecrets(): string[] {
    return [...this.#accounts].filter((account) => this.whereIs(account) === 'session');
  }

  /** Returns a secret or null; undefined if only the keychain may know it. */
  #known(account: string): string | null | undefined {
    const secret = this.#inMemory.get(account);
    return secret === undefined && this.#accounts.has(account) ? null : secret;
  }

  async #saveAll(): Promise<void> {
    for (const account of [...this.#accounts]) await this.#save(account);
    this.#planRetry();
  }

  /** Brings an entry of the keychain up to date. Never rejects. */
  async #save(account: string): Promise<void> {
    const isErasure = this.whereIs(account) === 'none';
    try {
      await this.#call(() => this.#write(account), isErasure);
    } catch (error) {
      this.#deps.log.warn('The keychain is not up to date.', { account, error });
      this.#list();
    }
  }

  /** Writes the newest secret, even if its caller stopped waiting before the user answered the prompt. */
  async #write(account: string): Promise<void> {
    const { store } = this.#deps;
    if (!this.#accounts.has(account)) return;
    const secret = this.#inMemory.get(account) ?? null;
    if (secret === null) await store.delete(account);
    else await store.set(account, secret);
    if ((this.#inMemory.get(account) ?? null) !== secret) return;
    this.#accounts.delete(account);
    this.#list();
    this.#tellPlace();
  }

  /** Lists the unsaved accounts for the next start. On a full disk, they are listed until the app closes. */
  #list(): void {
    const { settings, log } = this.#deps;
    const accounts = [...this.#accounts];
    try {
      const listed = settings?.read(settingsKey, accountsSchema) ?? [];
      if (listed.join() !== accounts.join()) settings?.write(settingsKey, accounts);
    } catch (error) {
      log.warn('The accounts to erase were not written to the disk.', { error });
    }
  }

  /** Saves again later, unless that would show the user another prompt. */
  #planRetry(): void {
    this.#cancelRetry();
    if (this.#state !== 'unavailable' || this.#refusal !== null || this.#closing.signal.aborted) return;
    if (this.#unsavedSecrets.length === 0) return;
    this.#cancelRetry = this.#deps.clock.schedule(backoffMs(backoff, this.#retries), () => {
      void this.#saveAll();
    });
    this.#retries += 1;
  }

  /**
   * Makes a call in its turn. A call that has begun cannot be stopped; one whose caller stopped waiting is not begun.
   * @throws AppError `keychain_locked` if the call did not end in 20 seconds or before the app closes.
   */
  #call<Value>(call: () => Promise<Value>, isErasure = false): Promise<Value> {
    const { clock } = this.#deps;
    const { signal: closing } = this.#closing;
    if (closing.aborted) return Promise.reject(keychainStillWaits());
    if (this.#refusal) return Promise.reject(this.#refusal);
    return new Promise((resolve, reject) => {
      const stopper = new AbortController();
      const cancelNotice = clock.schedule(noticedAfterMs, () => {
        if (this.#refusal === null) this.#change('waiting');
      });
      const cancelTimeout = clock.schedule(callerTimeoutMs, () => {
        giveUp();
      });
      const stopWaiting = (): void => {
        cancelNotice();
        cancelTimeout();
        closing.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => {
        const error = keychainStillWaits();
        stopWaiting();
        stopper.abort();
        if (!closing.aborted) this.#note(error, isErasure);
        reject(error);
      };
      closing.addEventListener('abort', giveUp, { once: true });
      const turn = async (): Promise<void> => {
        try {
          // The call before this one may have been refused.
          if (this.#refusal) throw this.#refusal;
          const value = await call();
          this.#note(null, isErasure);
          resolve(value);
        } catch (error) {
          this.#note(error, isErasure);
          reject(error);
        } finally {
          stopWaiting();
        }
      };
      this.#turns.run(stopper.signal, turn).catch(() => undefined);
    });
  }

  #note(error: unknown, isErasure: boolean): void {
    if (error === null) {
      this.#refusal = null;
      this.#retries = 0;
      this.#change('ok');
      return;
    }
    if (!(error instanceof AppError) || !error.code.startsWith('keychain_')) return;
    const isMissing = error.code === 'keychain_unavailable';
    if (!isMissing) this.#refusal = error;
    // A system without a keychain holds nothing to erase, so the user need not know.
    if (!isMissing || !isErasure) this.#change('unavailable');
    else if (this.#state === 'waiting') this.#change('ok');
  }

  #change(state: KeychainState): void {
    if (state === this.#state) return;
    this.#state = state;
    if (state === 'unavailable') this.#deps.log.warn('The keychain cannot be used.', {});
    for (const listener of this.#stateListeners) listener({ state });
    if (state === 'ok') void this.#saveAll();
  }

  #tellPlace(): void {
    for (const listener of this.#placeListeners) listener();
  }
}
