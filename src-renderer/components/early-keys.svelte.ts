import { untrack } from 'svelte';

/** What keys asked of a list before its rows were there; done with the rows that come. */
export class EarlyKeys {
  readonly #isPending: () => boolean;
  #waiting: (() => void)[] = [];

  /** To be made while a component is set up. */
  constructor(isPending: () => boolean) {
    this.#isPending = isPending;
    $effect(() => {
      if (!isPending()) for (const work of this.#waiting.splice(0)) untrack(work);
    });
  }

  /** Does it at once, or as soon as the rows are there. */
  onceThere(work: () => void): void {
    if (this.#isPending()) this.#waiting.push(work);
    else work();
  }

  /** Forgets the keys that wait for rows. */
  forget(): void {
    this.#waiting = [];
  }
}
