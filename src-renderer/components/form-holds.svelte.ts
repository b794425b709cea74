import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

/** Why a form waits although its values could be sent: what a control shows is no value, or not yet. */
export type FormHold = 'number_wrong' | 'slides_reading';

/** What the controls of a form know and its values do not. */
export class FormHolds {
  readonly #holds = new SvelteMap<symbol, FormHold>();
  /** The first of them; null when nothing speaks against sending. */
  readonly first: FormHold | null = $derived([...this.#holds.values()][0] ?? null);

  /** Keeps the form from being sent until the returned function is called. */
  hold(reason: FormHold): () => void {
    const id = Symbol(reason);
    this.#holds.set(id, reason);
    return () => void this.#holds.delete(id);
  }
}

const key = Symbol('form holds');

/** Makes the component a form: the controls below it hold it up. */
export function setFormHolds(): FormHolds {
  return setContext(key, new FormHolds());
}

/** Those of the form a control lies in; null outside of one. */
export function getFormHolds(): FormHolds | null {
  return getContext<FormHolds | undefined>(key) ?? null;
}
