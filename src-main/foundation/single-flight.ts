/** Shares one answer among all callers that request the same key while it is pending. Keeps nothing afterwards. */
export class SingleFlight<Value> {
  readonly #inFlight = new Map<string, Promise<Value>>();

  run(key: string, work: () => Promise<Value>): Promise<Value> {
    const running = this.#inFlight.get(key);
    if (running) return running;
    const started = work().finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, started);
    return started;
  }

  /** Resolves when no answer is pending. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#inFlight.values());
  }
}
