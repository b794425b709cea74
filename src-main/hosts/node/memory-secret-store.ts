import type { LastingSecretStore } from '../../platform.ts';

/** Keeps secrets while the process runs, for hosts without a keychain. Writes nothing to disk. */
export class MemorySecretStore implements LastingSecretStore {
  readonly isLasting = false;
  readonly #secrets: Map<string, string>;

  constructor(secrets: Iterable<readonly [account: string, secret: string]> = []) {
    this.#secrets = new Map(secrets);
  }

  get(account: string): Promise<string | null> {
    return Promise.resolve(this.#secrets.get(account) ?? null);
  }

  set(account: string, secret: string): Promise<void> {
    this.#secrets.set(account, secret);
    return Promise.resolve();
  }

  delete(account: string): Promise<void> {
    this.#secrets.delete(account);
    return Promise.resolve();
  }
}
