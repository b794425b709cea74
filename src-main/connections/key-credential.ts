import { AppError } from '../../src-shared/app-error.ts';
import { orStopped } from '../foundation/wait.ts';
import type { SecretStore } from '../platform.ts';
import type { Credential } from './hosted-service.ts';
import { isOfKeychain } from './keychain/keychain-errors.ts';

/** Whether a text can be an API key: it has to stand in a header. */
export function isApiKey(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** The secrets of the app. */
type KeySecrets = SecretStore & { giveUp(account: string): Promise<void> };

/** The API key of a hosted connection, as the app's secrets have it. */
export class KeyCredential implements Credential {
  readonly #account: string;
  readonly #secrets: KeySecrets;
  #kept: string | null = null;
  #isRefused = false;
  /** Counts keys and sign-outs: what the keychain was asked for before one is worth nothing. */
  #changes = 0;

  constructor(deps: { connectionId: string; secrets: KeySecrets }) {
    this.#account = keyAccount(deps.connectionId);
    this.#secrets = deps.secrets;
  }

  async bearer(signal: AbortSignal): Promise<string> {
    if (this.#isRefused) throw notTaken();
    if (this.#kept !== null) return this.#kept;
    const changes = this.#changes;
    const kept = await orStopped(this.#secrets.get(this.#account), signal);
    // It may have been erased or replaced while the keychain was asked.
    if (changes !== this.#changes) return this.bearer(signal);
    if (kept === null) throw signedOut();
    if (!isApiKey(kept)) throw notTaken();
    this.#kept = kept;
    return kept;
  }

  /** There is never another key by itself: the user enters one. */
  renew(refusedBearer: string): Promise<boolean> {
    if (refusedBearer === this.#kept) this.#isRefused = true;
    return Promise.resolve(!this.#isRefused);
  }

  /** Services refuse keys in passing too. */
  retry(): void {
    this.#isRefused = false;
  }

  /**
   * Where the keychain does not take it, it is in memory until the app closes; `FallbackSecretStore` tells so.
   * @param options.isFirst true for a new connection, which has none before.
   * @returns false when another key or a sign-out came after.
   */
  async replace(apiKey: string, { isFirst = false } = {}): Promise<boolean> {
    this.#changes += 1;
    const change = this.#changes;
    // The one before is erased first: a keychain that does not take the new one must not give it after a restart.
    if (!isFirst) await this.#secrets.giveUp(this.#account).catch(throwUnlessOfKeychain);
    if (change !== this.#changes) return false;
    await this.#secrets.set(this.#account, apiKey).catch(throwUnlessOfKeychain);
    // There may have been a sign-out meanwhile.
    if (change !== this.#changes) return false;
    this.#begin(apiKey);
    return true;
  }

  async signOut(): Promise<void> {
    this.#begin(null);
    await this.#secrets.delete(this.#account);
  }

  #begin(apiKey: string | null): void {
    this.#changes += 1;
    this.#kept = apiKey;
    this.#isRefused = false;
  }
}

/** Name of a connection's API key in the keychain. */
export function keyAccount(connectionId: string): string {
  return `key:${connectionId}`;
}

function throwUnlessOfKeychain(error: unknown): void {
  if (!isOfKeychain(error)) throw error;
}

function signedOut(): AppError {
  return new AppError('signed_out', 'There is no API key for this connection.');
}

function notTaken(): AppError {
  return new AppError('unauthorized', 'The service does not take this API key.');
}
