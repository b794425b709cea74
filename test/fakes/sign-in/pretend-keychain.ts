import type { NativeKeychain } from '../../../src-main/connections/keychain/native-keychain.ts';

/**
 * Keychain that behaves like those of the systems. If locked, it answers as an empty one and refuses only writes, as on
 * Linux. A prompt holds calls until somebody answers it.
 */
export class PretendKeychain implements NativeKeychain {
  readonly items = new Map<string, string>();
  /** Calls in order, for example `get key:1`. */
  readonly calls: string[] = [];
  running = 0;
  maxAtOnce = 0;
  isLocked = false;
  /** Error with which every call fails. */
  failure: Error | null = null;
  /** Drops all written values, as a broken keychain would. */
  isForgetful = false;
  #prompt: Promise<void> | null = null;
  #answerPrompt = (): void => undefined;

  /** Makes all further calls wait for the user. */
  showPrompt(): void {
    this.#prompt = new Promise((resolve) => {
      this.#answerPrompt = resolve;
    });
  }

  answerPrompt(): void {
    this.#prompt = null;
    this.#answerPrompt();
  }

  getPassword(_service: string, account: string): Promise<string | null> {
    return this.#call(`get ${account}`, () => (this.isLocked ? null : (this.items.get(account) ?? null)));
  }

  setPassword(_service: string, account: string, password: string): Promise<void> {
    return this.#call(`set ${account}`, () => {
      if (this.isLocked) throw new Error('Cannot create an item in a locked collection');
      if (!this.isForgetful) this.items.set(account, password);
    });
  }

  deletePassword(_service: string, account: string): Promise<boolean> {
    return this.#call(`delete ${account}`, () => !this.isLocked && this.items.delete(account));
  }

  async #call<Value>(name: string, work: () => Value): Promise<Value> {
    this.calls.push(name);
    this.running += 1;
    this.maxAtOnce = Math.max(this.maxAtOnce, this.running);
    try {
      await (this.#prompt ?? new Promise((resolve) => setImmediate(resolve)));
      if (this.failure) throw this.failure;
      return work();
    } finally {
      this.running -= 1;
    }
  }
}
