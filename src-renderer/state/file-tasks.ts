import { errorBodyOf } from '../errors/error-body-of.ts';
import { presentError } from '../errors/present-error.ts';
import type { Messages } from '../i18n/messages.ts';
import type { Toasts } from './toasts.svelte.ts';

/** A file that could not be taken in, and why. */
export interface FailedFile {
  readonly file: File;
  readonly error: unknown;
}

/** The most names one notice spells out. */
const maxNamed = 8;

/** One notice for files that failed for the same reason, so that many of them leave none unsaid. */
export function tellFailed(failed: readonly FailedFile[], toasts: Toasts, messages: Messages): void {
  const reported = failed.map(({ file, error }) => {
    const { title, fix } = presentError(errorBodyOf(error), messages);
    return { name: file.name, words: `${title}. ${fix}` };
  });
  for (const [words, files] of Map.groupBy(reported, (each) => each.words)) {
    const names = files.slice(0, maxNamed).map(({ name }) => name);
    const rest = files.length - names.length;
    const all = rest > 0 ? [...names, messages.text('intake.more', { count: rest })] : names;
    const list = new Intl.ListFormat(messages.languageTag, { type: 'unit' }).format(all);
    toasts.show({ kind: 'bad', text: `${list}: ${words}` });
  }
}
