import { AppError, type ErrorBody, toErrorBody } from '../../src-shared/app-error.ts';

/** Any thrown value as the body of an error. What is not an `AppError` is a fault of the page and keeps its text. */
export function errorBodyOf(error: unknown): ErrorBody {
  if (error instanceof AppError) return toErrorBody(error);
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), details: {} };
}
