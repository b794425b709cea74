import { AppError } from '../../src-shared/app-error.ts';

/** The system's trash does not take a file: there may be none on its volume. */
export function notTrashed(path: string, cause: unknown): AppError {
  return new AppError('not_trashed', 'The system did not move it to the trash.', {
    details: { path },
    cause,
  });
}
