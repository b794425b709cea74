/** Runs a task for each key at most once at a time: who asks for it again meanwhile gets the same promise. */
export class OnceEach<Key> {
  readonly #running = new Map<Key, Promise<void>>();

  run(key: Key, task: () => Promise<void>): Promise<void> {
    const known = this.#running.get(key);
    if (known) return known;
    const running = task().finally(() => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    });
    this.#running.set(key, running);
    return running;
  }

  /** What runs goes on, and starts again at the next call. */
  forget(): void {
    this.#running.clear();
  }
}
