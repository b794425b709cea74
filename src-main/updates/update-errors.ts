import { AppError } from '../../src-shared/app-error.ts';
import { refused } from './release.ts';

/** What went wrong with an update, in the words that updates have for it. */
export function updateErrorOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, details } = error;
  if (code === 'update_refused' || code === 'update_failed') return error;
  if (code === 'disk_full')
    return new AppError(code, message, { details: { ...details, reason: 'update' }, cause: error });
  if (details['reason'] === 'corrupted')
    return refused('hash', 'The package of the update is not the one that was signed.', error);
  return new AppError('update_failed', message, { details: { ...details, cause: code }, cause: error });
}
