import { AppError } from '../../src-shared/app-error.ts';
import type { SecretStore } from '../platform.ts';

/** The part of keytar that is used. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

const serviceName = 'Dailies';
/** Windows refuses credentials beyond 2,560 bytes. */
const maxSecretBytes = 2_400;

/**
 * Secrets in the operating system's keychain. Calls go out one at a time: each holds a thread of the pool that
 * file access needs too, and an unanswered unlock prompt would otherwise take them all.
 */
export class KeychainSecretStore implements SecretStore {
  readonly #keychain: Keychain;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: { keychain: Keychain }) {
    this.#keychain = deps.keychain;
  }

  get(account: string): Promise<string | null> {
    return this.#inTurn(() => this.#keychain.getPassword(serviceName, account));
  }

  async set(account: string, secret: string): Promise<void> {
    if (Buffer.byteLength(secret) > maxSecretBytes) {
      throw new AppError('invalid_input', 'The secret is longer than a keychain takes.');
    }
    await this.#inTurn(() => this.#keychain.setPassword(serviceName, account, secret));
  }

  async delete(account: string): Promise<void> {
    await this.#inTurn(() => this.#keychain.deletePassword(serviceName, account));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work).catch((cause: unknown) => {
      throw keychainError(cause);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

function keychainError(cause: unknown): AppError {
  const text = cause instanceof Error ? cause.message : String(cause);
  const isLocked = /locked|dismissed|denied|user canceled/i.test(text);
  return new AppError(
    isLocked ? 'keychain_locked' : 'keychain_unavailable',
    `The keychain answered: ${text}`,
    {
      cause,
    },
  );
}
