import { SvelteSet } from 'svelte/reactivity';

/** Ids that something is being done for, whatever is looked at meanwhile. */
export class BusyIds {
  readonly #ids = new SvelteSet<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Does it, and holds the id until it is done or has failed. Rejects as it does. */
  async during<T>(id: string, action: () => Promise<T>): Promise<T> {
    this.#ids.add(id);
    try {
      return await action();
    } finally {
      this.#ids.delete(id);
    }
  }
}
