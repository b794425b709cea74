import { z } from 'zod';
import type { Log } from '../../platform.ts';
import type { SettingsRepository } from '../../state/settings-repository.ts';

const key = 'accountsToErase';
const accountsSchema = z.array(z.string());

/** Accounts whose secrets were given up while the keychain, which may hold them, did not answer. */
export class AccountsToErase {
  readonly #settings: Pick<SettingsRepository, 'read' | 'write'> | null;
  readonly #log: Log;
  /** Null until it is read, because the state opens after this object is made. */
  #known: Set<string> | null = null;

  /** @param deps.settings null to keep the accounts only until the app closes. */
  constructor(deps: { settings: Pick<SettingsRepository, 'read' | 'write'> | null; log: Log }) {
    this.#settings = deps.settings;
    this.#log = deps.log;
  }

  get all(): string[] {
    return [...this.#accounts];
  }

  has(account: string): boolean {
    return this.#accounts.has(account);
  }

  add(account: string): void {
    this.#accounts.add(account);
    this.#keep();
  }

  remove(account: string): void {
    if (this.#accounts.delete(account)) this.#keep();
  }

  get #accounts(): Set<string> {
    return (this.#known ??= new Set(this.#settings?.read(key, accountsSchema)));
  }

  /** On a full disk, the accounts are kept until the app closes. */
  #keep(): void {
    try {
      this.#settings?.write(key, this.all);
    } catch (error) {
      this.#log.warn('What the keychain is to erase was not noted on the disk.', { error });
    }
  }
}
