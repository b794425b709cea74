import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

/** Why a form waits although its values could be sent: what a control shows is no value, or not yet. */
export type FormHold = 'number_wrong' | 'slides_reading';

/** What the controls of a form know and its values do not. */
export class FormHolds {
  readonly #holds = new SvelteMap<symbol, FormHold>();
  /** The first of them; null when nothing speaks against sending. */
  readonly first: FormHold | null = $derived([...this.#holds.values()][0] ?? null);
  readonly #form: FormHolds | null;

  /** @param form that these controls are a part of; null for a whole one. */
  constructor(form: FormHolds | null) {
    this.#form = form;
  }

  /** Keeps the form from being sent until the returned function is called. */
  hold(reason: FormHold): () => void {
    const id = Symbol(reason);
    this.#holds.set(id, reason);
    const release = this.#form?.hold(reason);
    return () => {
      this.#holds.delete(id);
      release?.();
    };
  }
}

const key = Symbol('form holds');

/** Makes the component a form, or a part of the one it lies in: the controls below it hold it up. */
export function setFormHolds(): FormHolds {
  return setContext(key, new FormHolds(getFormHolds()));
}

/** Those of the form a control lies in; null outside of one. */
export function getFormHolds(): FormHolds | null {
  return getContext<FormHolds | undefined>(key) ?? null;
}
