import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

/** Why a form must not be sent, although its values are valid: a control has an invalid text, or no value yet. */
export type FormHold = 'number_wrong' | 'slides_reading';

/** Returns the key under which a field's text is kept; null if the text is discarded with the form. */
type PlaceOf = (name: string) => string | null;

/** Invalid texts of fields by key, so that a form that is closed and shown again still has them. */
const wrongTexts = new SvelteMap<string, string>();

/** Reasons why the controls of a form block sending, although its values are valid. */
export class FormHolds {
  readonly #holds = new SvelteMap<symbol, FormHold>();
  /** First reason; null when nothing blocks sending. */
  readonly first: FormHold | null = $derived([...this.#holds.values()][0] ?? null);
  readonly #form: FormHolds | null;
  /** Returns the key under which a field's invalid text is kept. */
  readonly placeOf: PlaceOf;

  /** @param form the surrounding form that these controls are a part of; null for a whole form. */
  constructor(form: FormHolds | null, placeOf: PlaceOf) {
    this.#form = form;
    this.placeOf = placeOf;
  }

  /** True if the fields must stay rendered even when hidden: they block sending, or did when the form was closed. */
  get isNeeded(): boolean {
    return this.first !== null || this.hasWrongText;
  }

  /** True if a field here has an invalid text, or had one when the form was closed. */
  get hasWrongText(): boolean {
    return this.#wrongPlaces().length > 0;
  }

  /** Drops the invalid texts of the fields here, after something else replaced their values. */
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
 * Makes the component a form, or a part of the surrounding form: controls below it can block sending.
 * @param placeOf returns the keys for invalid texts; defaults to the surrounding form's, else keeps no texts.
 */
export function setFormHolds(placeOf?: PlaceOf): FormHolds {
  const form = getFormHolds();
  return setContext(key, new FormHolds(form, placeOf ?? ((name) => form?.placeOf(name) ?? null)));
}

/** Makes the component a part of a form whose field names may occur in another part too. */
export function setFormPart(part: () => string): FormHolds {
  const form = getFormHolds();
  return setFormHolds((name) => form?.placeOf(`${part()}\n${name}`) ?? null);
}

/** Returns the invalid text that a field was left with; null if it had none. */
export function wrongTextAt(place: string | null): string | null {
  return place === null ? null : (wrongTexts.get(place) ?? null);
}

/** @param text null for a valid or empty text. */
export function keepWrongText(place: string | null, text: string | null): void {
  if (place === null) return;
  if (text === null) wrongTexts.delete(place);
  else wrongTexts.set(place, text);
}

/** Returns the holds of the surrounding form; null outside of one. */
export function getFormHolds(): FormHolds | null {
  return getContext<FormHolds | undefined>(key) ?? null;
}
