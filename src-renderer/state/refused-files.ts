import type { Messages } from '../../src-shared/i18n/messages.ts';
import { presentError } from '../../src-shared/i18n/present-error.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import type { Toasts } from './toasts.svelte.ts';

/** A file that could not be taken in, and why. */
export interface FailedFile {
  readonly file: File;
  readonly error: unknown;
}

/** The most names one notice spells out. */
const maxNamed = 8;

/** Notices about files that are not taken in. */
export class RefusedFiles {
  readonly #toasts: Toasts;
  readonly #messages: Messages;

  constructor(deps: { readonly toasts: Toasts; readonly messages: Messages }) {
    this.#toasts = deps.toasts;
    this.#messages = deps.messages;
  }

  /** One notice for files that failed for the same reason, so that many of them leave none unsaid. */
  failed(failed: readonly FailedFile[]): void {
    const reported = failed.map(({ file, error }) => {
      const { short } = presentError(errorBodyOf(error), this.#messages);
      return { name: file.name, words: short };
    });
    for (const [words, files] of Map.groupBy(reported, (each) => each.words)) {
      const names = files.slice(0, maxNamed).map(({ name }) => name);
      const rest = files.length - names.length;
      const all = rest > 0 ? [...names, this.#messages.text('intake.more', { count: rest })] : names;
      const list = new Intl.ListFormat(this.#messages.languageTag, { type: 'unit' }).format(all);
      this.#toasts.show({ kind: 'bad', text: `${list}: ${words}` });
    }
  }

  /** Files of kinds that have no use. */
  unsupported(others: readonly File[]): void {
    const [other] = others;
    if (!other) return;
    const words =
      others.length === 1
        ? this.#messages.text('drop.unsupported', { name: other.name })
        : this.#messages.text('drop.unsupportedMany', { count: others.length });
    this.#toasts.show({ kind: 'bad', text: words });
  }

  /** Captions that belong neither to media beside them nor to a version. */
  captions(captions: readonly File[]): void {
    const [caption] = captions;
    if (!caption) return;
    const values = { count: captions.length, name: caption.name };
    this.#toasts.show({ kind: 'bad', text: this.#messages.text('intake.captions', values) });
  }
}
