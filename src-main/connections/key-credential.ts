import { AppError } from '../../src-shared/app-error.ts';
import { orStopped } from '../concurrency/wait.ts';
import type { SecretStore } from '../platform.ts';
import type { Credential } from './hosted-service.ts';

/** The API key of a hosted connection, as the keychain has it. */
export class KeyCredential implements Credential {
  readonly #account: string;
  readonly #secrets: SecretStore;
  #kept: string | null = null;
  #isRefused = false;

  constructor(deps: { connectionId: string; secrets: SecretStore }) {
    this.#account = keyAccount(deps.connectionId);
    this.#secrets = deps.secrets;
  }

  async bearer(signal: AbortSignal): Promise<string> {
    if (this.#isRefused) throw new AppError('unauthorized', 'The service does not take this API key.');
    this.#kept ??= await orStopped(this.#secrets.get(this.#account), signal);
    if (this.#kept === null) throw signedOut('There is no API key for this connection.');
    return this.#kept;
  }

  /** There is never another key by itself: the user enters one. */
  renew(refusedBearer: string): Promise<boolean> {
    if (refusedBearer === this.#kept) this.#isRefused = true;
    return Promise.resolve(!this.#isRefused);
  }

  async replace(apiKey: string): Promise<void> {
    await this.#secrets.set(this.#account, apiKey);
    this.#kept = apiKey;
    this.#isRefused = false;
  }

  async erase(): Promise<void> {
    this.#kept = null;
    await this.#secrets.delete(this.#account);
  }
}

/** Name of a connection's API key in the keychain. */
export function keyAccount(connectionId: string): string {
  return `key:${connectionId}`;
}

function signedOut(message: string): AppError {
  return new AppError('signed_out', message);
}
