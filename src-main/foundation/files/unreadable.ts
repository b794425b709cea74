import { AppError } from '../../../src-shared/app-error.ts';

/** What reasons mean, for logs and terminals. */
const wordsOfReason: Readonly<Record<string, string>> = {
  missing: 'there is no such file. Check its path.',
  locked: 'you have no permission, or another program uses it.',
  not_a_file: 'it is not a file.',
  leads_out: 'it is a link to another folder.',
  changed: 'it has changed meanwhile.',
  incomplete: 'a part of it is missing.',
  damaged: 'it is damaged: its end or its index is missing.',
  empty: 'it is empty.',
  too_large: 'it is too large.',
  too_slow: 'its drive does not respond.',
};

/**
 * Makes the error for a file that cannot be used; `reason` is one of the above, or the system's code.
 */
export function unreadable(displayName: string, reason: string, cause?: unknown): AppError {
  const words = wordsOfReason[reason] ?? `${reason}.`;
  return new AppError('file_unreadable', `${displayName} cannot be read: ${words}`, {
    details: { displayName, reason },
    cause,
  });
}
