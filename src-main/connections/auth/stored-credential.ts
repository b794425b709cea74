import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import { backoffMs } from '../../../src-shared/backoff.ts';
import type { Keychain } from '../../../src-shared/contract/keychain.ts';
import type { Clock, Log, SecretStore } from '../../platform.ts';

const credentialSchema = z.object({
  formatVersion: z.literal(1),
  issuer: z.url(),
  clientId: z.string().min(1),
  refreshToken: z.string().min(1),
  /** Service for which the credential is valid; it is never sent to another. */
  resource: z.string(),
});

/** Part of a sign-in that outlives the app. Access tokens stay in memory only. */
export type OAuthCredential = Omit<z.infer<typeof credentialSchema>, 'formatVersion'>;

/** Returns null for a secret that is no credential. */
export function parseCredential(text: string): OAuthCredential | null {
  try {
    return credentialSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Secrets of the app, with notice of changes in the keychain's state. */
export type WatchedSecrets = SecretStore & { onChange(listener: (keychain: Keychain) => void): () => void };

/** True if a credential is valid for the service at `baseUrl`. */
export function isFor(credential: OAuthCredential, baseUrl: string): boolean {
  return URL.parse(credential.resource)?.href === new URL(baseUrl).href;
}

export interface StoredCredentialDeps {
  /** Name of the account in the keychain. */
  readonly account: string;
  readonly secrets: WatchedSecrets;
  readonly clock: Clock;
  readonly log: Log;
}

const backoff = { firstMs: 2_000, maxMs: 60_000, jitter: 0 };

/**
 * Holds the credential of one connection, in the keychain and in memory. If the keychain does not take a new one, it
 * stays in memory and is written later, because the previous one is no longer valid.
 */
export class StoredCredential {
  readonly #deps: StoredCredentialDeps;
  /** Undefined until it was read. */
  #value: OAuthCredential | null | undefined;
  #isSaved = true;
  #tries = 0;
  #cancelTimer = (): void => undefined;
  #saving: Promise<void> = Promise.resolve();
  readonly #stopListening: () => void;

  constructor(deps: StoredCredentialDeps) {
    this.#deps = deps;
    this.#stopListening = deps.secrets.onChange(({ state }) => {
      if (state !== 'ok' && state !== 'session') return;
      // A credential that was missing during the session may be in the keychain.
      if (this.#value === null) this.#value = undefined;
      this.#saveAgain();
    });
  }

  /** Returns null if nobody is signed in. @throws AppError `keychain_*`; the next call reads again. */
  async read(): Promise<OAuthCredential | null> {
    if (this.#value !== undefined) return this.#value;
    const text = await this.#deps.secrets.get(this.#deps.account);
    // A write or erasure may have happened meanwhile.
    if (this.#value === undefined) this.#value = text === null ? null : this.#parse(text);
    return this.#value;
  }

  /** Stores a credential. Resolves when the keychain has it or cannot take it now. Never rejects. */
  async write(credential: OAuthCredential): Promise<void> {
    this.#value = credential;
    this.#isSaved = false;
    this.#tries = 0;
    await this.#save();
  }

  /** Forgets it at once. @throws AppError `keychain_*` when the keychain may still hold it. */
  async erase(): Promise<void> {
    this.#value = null;
    this.#isSaved = true;
    this.#cancelTimer();
    await this.#deps.secrets.delete(this.#deps.account);
  }

  /** Tries a last time to write a credential that the keychain has not taken yet. */
  async dispose(): Promise<void> {
    this.#stopListening();
    this.#cancelTimer();
    await this.#saving;
    if (!this.#isSaved) await this.#save();
    this.#cancelTimer();
  }

  #parse(text: string): OAuthCredential | null {
    const credential = parseCredential(text);
    const { account, log } = this.#deps;
    if (credential === null) log.warn('What the keychain holds is no credential.', { account });
    return credential;
  }

  #save(): Promise<void> {
    this.#cancelTimer();
    this.#saving = this.#saving.then(() => this.#saveOnce());
    return this.#saving;
  }

  async #saveOnce(): Promise<void> {
    const credential = this.#value;
    if (!credential || this.#isSaved) return;
    const { account, secrets, clock, log } = this.#deps;
    try {
      await secrets.set(account, JSON.stringify({ formatVersion: 1, ...credential }));
      if (this.#value === credential) this.#isSaved = true;
    } catch (error) {
      log.warn('A new credential is in memory only.', { account, error });
      // A credential too large for the keychain will not fit later.
      if (error instanceof AppError && error.code === 'invalid_input') return;
      this.#cancelTimer = clock.schedule(backoffMs(backoff, this.#tries), () => {
        this.#saveAgain();
      });
      this.#tries += 1;
    }
  }

  #saveAgain(): void {
    if (!this.#isSaved) void this.#save();
  }
}
