import { AppError } from '../../src-shared/app-error.ts';
import { orStopped } from '../foundation/wait.ts';
import type { SecretStore } from '../platform.ts';
import type { Credential } from './hosted-service.ts';
import { isOfKeychain } from './keychain/keychain-errors.ts';

/** True if a text can be an API key, which a header has to hold. */
export function isApiKey(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** The secrets of the app. */
type KeySecrets = SecretStore & { giveUp(account: string): Promise<void> };

/** API key of a hosted connection, stored in the app's secrets. */
export class KeyCredential implements Credential {
  readonly #account: string;
  readonly #secrets: KeySecrets;
  #kept: string | null = null;
  #isRefused = false;
  /** Counts keys and sign-outs, so that an older answer of the keychain is dropped. */
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
    // The key may have been erased or replaced before the keychain answered.
    if (changes !== this.#changes) return this.bearer(signal);
    if (kept === null) throw signedOut();
    if (!isApiKey(kept)) throw notTaken();
    this.#kept = kept;
    return kept;
  }

  /** Notes a refusal. No other key can replace it by itself, because the user enters keys. */
  renew(refusedBearer: string): Promise<boolean> {
    if (refusedBearer === this.#kept) this.#isRefused = true;
    return Promise.resolve(!this.#isRefused);
  }

  /** Allows the key again, because services also refuse keys temporarily. */
  retry(): void {
    this.#isRefused = false;
  }

  /**
   * Replaces the key. If the keychain does not take it, `FallbackSecretStore` keeps it in memory until the app closes,
   * and reports that.
   * @param options.isFirst true for a new connection, which has no previous key.
   * @returns false if another key or a sign-out came after.
   */
  async replace(apiKey: string, { isFirst = false } = {}): Promise<boolean> {
    this.#changes += 1;
    const change = this.#changes;
    // Erases the old key first: a keychain that refuses the new one must not return the old one after a restart.
    if (!isFirst) await this.#secrets.giveUp(this.#account).catch(throwUnlessOfKeychain);
    if (change !== this.#changes) return false;
    await this.#secrets.set(this.#account, apiKey).catch(throwUnlessOfKeychain);
    // A sign-out may have happened meanwhile.
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

/** Returns the name of a connection's API key in the keychain. */
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
