import { AppError, type ErrorBody, fromErrorBody, toErrorBody } from '../../../src-shared/app-error.ts';

/** The reason why a call failed, as plain data that passes between threads. */
export interface CallFailure {
  readonly body: ErrorBody;
  /** Anything but an `AppError`; null for one. */
  readonly bug: Error | null;
}

export function failureOf(error: unknown): CallFailure {
  const isKnown = error instanceof AppError;
  const bug = isKnown ? null : error instanceof Error ? error : new Error(String(error));
  return { body: toErrorBody(error), bug };
}

export function errorOf({ body, bug }: CallFailure): Error {
  return bug ?? fromErrorBody(body);
}
