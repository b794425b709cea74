import { AppError } from '../../src-shared/app-error.ts';

const found = {
  not_started: 'it shows no such job',
  unclear: 'what it shows may be it or not',
  not_listed: 'it keeps no list to find it in',
} as const;

/** Kind of start, as the user reads it: a kind of job, or the place for an upload. */
export type StartedThing = 'tool' | 'export' | 'interchange' | 'remix' | 'message' | 'upload';

/**
 * Returns the error for a start that the service never confirmed and that could not be found there. Only the user can
 * decide whether to send it again.
 * @param outcome `unclear`: the service shows something that may be this start or somebody else's.
 */
export function startUnconfirmed(outcome: keyof typeof found, cause: unknown, what?: StartedThing): AppError {
  return new AppError('start_unconfirmed', `The service never confirmed the start, and ${found[outcome]}.`, {
    details: {
      ...(cause instanceof AppError ? cause.details : {}),
      outcome,
      ...(what === undefined ? {} : { what }),
    },
    cause,
  });
}
