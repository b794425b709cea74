import { AppError } from '../../src-shared/app-error.ts';

const found = {
  not_started: 'it shows no such job',
  unclear: 'what it shows may be it or not',
} as const;

/**
 * What a start ends with that the service never confirmed and that could not be found there: only the user can tell
 * whether it is to be sent again. @param outcome `unclear`: the service shows what may be it, or may be another's.
 */
export function startUnconfirmed(outcome: keyof typeof found, cause: unknown): AppError {
  return new AppError('start_unconfirmed', `The service never confirmed the start, and ${found[outcome]}.`, {
    details: { ...(cause instanceof AppError ? cause.details : {}), outcome },
    cause,
  });
}
