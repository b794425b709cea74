import { AppError } from '../../src-shared/app-error.ts';
import { orStopped } from '../foundation/wait.ts';
import type { SecretStore } from '../platform.ts';
import type { Credential } from './hosted-service.ts';

/** True if a text can be an API key, which a header has to hold. */
export function isApiKey(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** API key of a hosted connection, stored in the app's secrets. */
export class KeyCredential implements Credential {
  readonly #account: string;
  readonly #secrets: SecretStore;
  /** Key that the service does not take. */
  #refused: string | null = null;

  constructor(deps: { connectionId: string; secrets: SecretStore }) {
    this.#account = keyAccount(deps.connectionId);
    this.#secrets = deps.secrets;
  }

  async bearer(signal: AbortSignal): Promise<string> {
    const key = await orStopped(this.#secrets.get(this.#account), signal);
    if (key === null) throw new AppError('signed_out', 'There is no API key for this connection.');
    if (isApiKey(key) && key !== this.#refused) return key;
    throw new AppError('unauthorized', 'The service does not take this API key.');
  }

  /** Notes a refusal. No other key can replace it by itself, because the user enters keys. */
  async renew(refusedBearer: string): Promise<boolean> {
    const isCurrent = (await this.#secrets.get(this.#account)) === refusedBearer;
    if (isCurrent) this.#refused = refusedBearer;
    return !isCurrent;
  }

  /** Allows the key again, because services also refuse keys temporarily. */
  retry(): void {
    this.#refused = null;
  }

  /** Replaces the key at once. Resolves when the keychain has it or cannot take it now. */
  async replace(apiKey: string): Promise<void> {
    this.#refused = null;
    await this.#secrets.set(this.#account, apiKey);
  }

  async signOut(): Promise<void> {
    this.#refused = null;
    await this.#secrets.delete(this.#account);
  }
}

/** Returns the name of a connection's API key in the keychain. */
export function keyAccount(connectionId: string): string {
  return `key:${connectionId}`;
}
