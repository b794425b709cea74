import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import { rawFileName } from '../../../src-shared/contract/material.ts';
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

  /**
   * Shows one notice per reason of failure, so that each of many files is accounted for.
   * @param before name of the file that stays in place of a single one.
   */
  failed(failed: readonly FailedFile[], before?: string): void {
    const reported = failed.map(({ file, error }) => ({ name: file.name, body: errorBodyOf(error) }));
    const wordsOf = (body: ErrorBody): string => presentError(body, this.#messages).short;
    for (const files of Map.groupBy(reported, ({ body }) => wordsOf(body)).values()) {
      const [first] = files;
      if (!first) continue;
      const names = files.map(({ name }) => name);
      const kept = (): string =>
        before === undefined ? '' : ` ${this.#messages.text('intake.kept', { name: before })}`;
      this.#toasts.show({
        kind: 'bad',
        text: () => `${this.#listOf(names)}: ${wordsOf(first.body)}${kept()}`,
      });
    }
  }

  /** Reports files of unsupported kinds. */
  unsupported(files: readonly File[]): void {
    const raw = files.filter(({ name }) => rawFileName.test(name));
    const others = files.filter((file) => !raw.includes(file));
    const refusal = new AppError('file_type_unsupported', 'It is a raw file.', {
      details: { reason: 'raw' },
    });
    this.failed(raw.map((file) => ({ file, error: refusal })));
    const [other] = others;
    if (!other) return;
    const { text } = this.#messages;
    this.#toasts.show({
      kind: 'bad',
      text: () =>
        others.length === 1
          ? text('drop.unsupported', { name: other.name })
          : text('drop.unsupportedMany', { count: others.length }),
    });
  }

  /** Reports captions that belong neither to media beside them nor to a version. */
  captions(captions: readonly File[]): void {
    const [caption] = captions;
    if (!caption) return;
    const values = { count: captions.length, name: caption.name };
    this.#toasts.show({ kind: 'bad', text: () => this.#messages.text('intake.captions', values) });
  }

  #listOf(names: readonly string[]): string {
    const { text, languageTag } = this.#messages;
    const shown = names.slice(0, maxNamed);
    const rest = names.length - shown.length;
    const all = rest > 0 ? [...shown, text('intake.more', { count: rest })] : shown;
    return new Intl.ListFormat(languageTag, { type: 'unit' }).format(all);
  }
}
