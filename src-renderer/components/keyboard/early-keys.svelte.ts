import { untrack } from 'svelte';

/** Queues the actions of keys pressed before a list has its rows, and runs them once the rows are there. */
export class EarlyKeys {
  readonly #isPending: () => boolean;
  #waiting: (() => void)[] = [];

  /** Must be created during component initialisation. */
  constructor(isPending: () => boolean) {
    this.#isPending = isPending;
    $effect(() => {
      if (!isPending()) for (const work of this.#waiting.splice(0)) untrack(work);
    });
  }

  /** Runs the action at once, or as soon as the rows are there. */
  onceThere(work: () => void): void {
    if (this.#isPending()) this.#waiting.push(work);
    else work();
  }

  /** Discards the queued actions. */
  forget(): void {
    this.#waiting = [];
  }
}
