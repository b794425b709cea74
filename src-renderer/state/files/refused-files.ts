import type { Messages } from '../../../src-shared/i18n/messages.ts';
import { presentError } from '../../../src-shared/i18n/present-error.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import type { Toasts } from '../window/toasts.svelte.ts';

/** A file that was not taken, with the reason. */
export interface FailedFile {
  readonly file: File;
  readonly error: unknown;
}

/** Maximum number of names in one notice. */
const maxNamed = 8;

/** Shows notices about files that were not taken. */
export class RefusedFiles {
  readonly #toasts: Toasts;
  readonly #messages: Messages;

  constructor(deps: { readonly toasts: Toasts; readonly messages: Messages }) {
    this.#toasts = deps.toasts;
    this.#messages = deps.messages;
  }

  /** Shows one notice per reason of failure, so that each of many files is accounted for. */
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

  /** Reports files of unsupported kinds. */
  unsupported(others: readonly File[]): void {
    const [other] = others;
    if (!other) return;
    const words =
      others.length === 1
        ? this.#messages.text('drop.unsupported', { name: other.name })
        : this.#messages.text('drop.unsupportedMany', { count: others.length });
    this.#toasts.show({ kind: 'bad', text: words });
  }

  /** Reports captions that belong neither to media beside them nor to a version. */
  captions(captions: readonly File[]): void {
    const [caption] = captions;
    if (!caption) return;
    const values = { count: captions.length, name: caption.name };
    this.#toasts.show({ kind: 'bad', text: this.#messages.text('intake.captions', values) });
  }
}
