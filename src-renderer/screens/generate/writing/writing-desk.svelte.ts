import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { getDraft } from '../../../state/draft/draft.svelte.ts';
import { getIntake } from '../../../state/files/intake.svelte.ts';
import type { Writing } from '../../../state/writing/writings.svelte.ts';

/** A field of the draft whose text the service can write. */
export interface WritingField {
  /** Name of its text within the draft. */
  readonly name: string;
  /** What the user calls the field. */
  readonly label: string;
  /** True for a whole script, which the words on the buttons then call so. */
  readonly isScript: boolean;
  readonly text: string;
  /** Puts a written text in place of the whole one. */
  readonly use: (result: string) => void;
  /** Puts a written text in place of the selection, or at the cursor. */
  readonly insert: (result: string) => void;
  readonly focus: () => void;
}

/** The fields on the screen that the service can write for, one of which has a written text beside it. */
export class WritingDesk {
  readonly #fields = new SvelteMap<string, WritingField>();
  readonly writing: Writing;
  /** The field with a written text; null for none. */
  readonly shown: WritingField | null = $derived.by(() => {
    const { task, textName } = this.writing;
    return task === null ? null : (this.#fields.get(textName) ?? null);
  });
  /** Focuses the written text. */
  enter = (): void => undefined;

  constructor(writing: Writing) {
    this.writing = writing;
  }

  /** Returns the function that removes the field. */
  add(field: WritingField): () => void {
    this.#fields.set(field.name, field);
    return () => {
      if (this.#fields.get(field.name) === field) this.#fields.delete(field.name);
    };
  }
}

const [getWritingDesk, setDesk] = createContext<WritingDesk>();
export { getWritingDesk };

/** Lets the fields below the component have texts written for the shown draft. */
export function setWritingDesk(): WritingDesk {
  const { key } = getDraft();
  return setDesk(new WritingDesk(getIntake().scripts.writings.of(key)));
}
