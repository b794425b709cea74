import { SvelteSet } from 'svelte/reactivity';

/** Ids of things with a running action, independent of what is shown. */
export class BusyIds {
  readonly #ids = new SvelteSet<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Runs an action and marks the id as busy until it has ended. Rejects as the action does. */
  async during<T>(id: string, action: () => Promise<T>): Promise<T> {
    this.#ids.add(id);
    try {
      return await action();
    } finally {
      this.#ids.delete(id);
    }
  }
}
