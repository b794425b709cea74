import { AppError } from '../../../src-shared/app-error.ts';

/** Returns the error for a file that the system's trash does not take. Its volume may have no trash. */
export function notTrashed(path: string, cause: unknown): AppError {
  return new AppError('not_trashed', 'The system did not move it to the trash.', {
    details: { path },
    cause,
  });
}
