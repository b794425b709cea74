/** Callers that ask for the same key while the answer is on its way share it. Nothing is kept afterwards. */
export class SingleFlight<Value> {
  readonly #inFlight = new Map<string, Promise<Value>>();

  run(key: string, work: () => Promise<Value>): Promise<Value> {
    const running = this.#inFlight.get(key);
    if (running) return running;
    const started = work().finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, started);
    return started;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#inFlight.values());
  }
}
