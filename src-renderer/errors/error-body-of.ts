import { AppError, type ErrorBody, toErrorBody } from '../../src-shared/app-error.ts';

/** Converts any thrown value to an error body. Anything but an `AppError` is a fault of the page and keeps its text. */
export function errorBodyOf(error: unknown): ErrorBody {
  if (error instanceof AppError) return toErrorBody(error);
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), details: {} };
}
