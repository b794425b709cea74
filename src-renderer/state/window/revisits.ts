/**
 * Moments at which the lists that are shown are read from the service again, because other programs may have changed
 * them: the user returns to the window, or the service is ready again.
 */
export class Revisits {
  readonly #listeners = new Set<() => void>();

  /** Calls back at each. Returns the function that unsubscribes. */
  readonly on = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
