import { AppError } from '../../../src-shared/app-error.ts';
import type { LastingSecretStore } from '../../platform.ts';
import { keychainErrorOf } from './keychain-errors.ts';
import type { NativeKeychain } from './native-keychain.ts';

export interface KeychainSecretStoreDeps {
  /** Called until it succeeds once. */
  readonly load: () => Promise<NativeKeychain>;
  readonly platform: NodeJS.Platform;
}

const serviceName = 'Dailies';
/** Entry without a secret. If it can be written, the keychain is open. */
const probe = { account: 'keychain-check', value: 'open' } as const;
/** Windows refuses credentials beyond 2,560 bytes. */
const maxSecretBytes = 2_400;

/**
 * Stores secrets in the operating system's keychain. A call can last until the user unlocks the keychain, so callers
 * make one at a time, see `Secrets`.
 *
 * On Linux a locked keychain answers like an empty one: nothing found, nothing deleted, no error. So the store
 * writes to it before it trusts such an answer, which unlocks the keychain or fails.
 */
export class KeychainSecretStore implements LastingSecretStore {
  readonly isLasting = true;
  readonly #deps: KeychainSecretStoreDeps;
  #native: NativeKeychain | null = null;
  #isOpen = false;

  constructor(deps: KeychainSecretStoreDeps) {
    this.#deps = deps;
  }

  get(account: string): Promise<string | null> {
    return this.#use(async (native) => {
      const wasOpen = this.#isOpen;
      await this.#open(native);
      const secret = await native.getPassword(serviceName, account);
      if (secret !== null || !wasOpen || !this.#hidesItsLock) return secret;
      // The keychain was open once, but may have been locked since.
      this.#isOpen = false;
      await this.#open(native);
      return native.getPassword(serviceName, account);
    });
  }

  /**
   * Stores a secret; resolves when it can be read back.
   * @throws AppError `invalid_input` for a secret that is empty, holds a NUL or has more than 2,400 bytes.
   */
  async set(account: string, secret: string): Promise<void> {
    if (secret === '' || secret.includes('\0') || Buffer.byteLength(secret) > maxSecretBytes) {
      throw new AppError('invalid_input', 'Such a secret does not fit into a keychain.');
    }
    await this.#use(async (native) => {
      await native.setPassword(serviceName, account, secret);
      if ((await native.getPassword(serviceName, account)) !== secret) {
        throw new AppError('keychain_unavailable', 'The keychain did not keep what was written.');
      }
      this.#isOpen = true;
    });
  }

  async delete(account: string): Promise<void> {
    await this.#use(async (native) => {
      if (await native.deletePassword(serviceName, account)) return;
      this.#isOpen = false;
      await this.#open(native);
      await native.deletePassword(serviceName, account);
      if ((await native.getPassword(serviceName, account)) === null) return;
      throw new AppError('keychain_unavailable', 'The keychain did not delete what it holds.');
    });
  }

  get #hidesItsLock(): boolean {
    return this.#deps.platform === 'linux';
  }

  async #open(native: NativeKeychain): Promise<void> {
    if (this.#isOpen || !this.#hidesItsLock) return;
    await native.setPassword(serviceName, probe.account, probe.value);
    this.#isOpen = true;
  }

  async #use<Value>(work: (native: NativeKeychain) => Promise<Value>): Promise<Value> {
    try {
      this.#native ??= await this.#deps.load();
      return await work(this.#native);
    } catch (cause) {
      this.#isOpen = false;
      throw keychainErrorOf(cause);
    }
  }
}
