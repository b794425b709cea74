import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

/** Why a form waits although its values could be sent: what a control shows is no value, or not yet. */
export type FormHold = 'number_wrong' | 'slides_reading';

/** Names a field among all that keep their text; null where it is given up with the form. */
type PlaceOf = (name: string) => string | null;

/** What is written in fields and is no value, by their places: a form that is left and shown again has it as it was. */
const wrongTexts = new SvelteMap<string, string>();

/** What the controls of a form know and its values do not. */
export class FormHolds {
  readonly #holds = new SvelteMap<symbol, FormHold>();
  /** The first of them; null when nothing speaks against sending. */
  readonly first: FormHold | null = $derived([...this.#holds.values()][0] ?? null);
  readonly #form: FormHolds | null;
  /** Where the text of a field is kept while it is wrong. */
  readonly placeOf: PlaceOf;

  /** @param form that these controls are a part of; null for a whole one. */
  constructor(form: FormHolds | null, placeOf: PlaceOf) {
    this.#form = form;
    this.placeOf = placeOf;
  }

  /** Whether what is in here has to stay, out of sight too: it holds the form up, or did when it was left. */
  get isNeeded(): boolean {
    return this.first !== null || this.hasWrongText;
  }

  /** Whether a field in here has, or was left with, a text that is no value. */
  get hasWrongText(): boolean {
    return this.#wrongPlaces().length > 0;
  }

  /** Drops the wrong texts of fields in here, which something else took the place of. */
  forgetWrongTexts(): void {
    for (const place of this.#wrongPlaces()) wrongTexts.delete(place);
  }

  #wrongPlaces(): readonly string[] {
    const place = this.placeOf('');
    return place === null ? [] : [...wrongTexts.keys()].filter((each) => each.startsWith(place));
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

/**
 * Makes the component a form, or a part of the one it lies in: the controls below it hold it up.
 * @param placeOf where texts are kept that are no values; as the form around it has it when left out, else nowhere.
 */
export function setFormHolds(placeOf?: PlaceOf): FormHolds {
  const form = getFormHolds();
  return setContext(key, new FormHolds(form, placeOf ?? ((name) => form?.placeOf(name) ?? null)));
}

/** Makes the component a part of a form whose fields may be called as those of another part. */
export function setFormPart(part: () => string): FormHolds {
  const form = getFormHolds();
  return setFormHolds((name) => form?.placeOf(`${part()}\n${name}`) ?? null);
}

/** The wrong text of a field, as it was left; null where it had none. */
export function wrongTextAt(place: string | null): string | null {
  return place === null ? null : (wrongTexts.get(place) ?? null);
}

/** @param text null for one that is a value, or none. */
export function keepWrongText(place: string | null, text: string | null): void {
  if (place === null) return;
  if (text === null) wrongTexts.delete(place);
  else wrongTexts.set(place, text);
}

/** Those of the form a control lies in; null outside of one. */
export function getFormHolds(): FormHolds | null {
  return getContext<FormHolds | undefined>(key) ?? null;
}
