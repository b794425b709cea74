import { AppError } from '../../../src-shared/app-error.ts';

/** Answers of the storage to a PUT that no other address would change. */
const finalStatuses = new Set([411, 413, 414, 415, 422]);

/**
 * The storage did not take the bytes: `service_refused` when it never will, else `service_failed`, as another address
 * may be taken.
 */
export function refusedByStorage(status: number, displayName: string): AppError {
  const code = finalStatuses.has(status) ? 'service_refused' : 'service_failed';
  return new AppError(code, `The storage answered ${String(status)} to an upload.`, {
    details: { status, displayName },
  });
}

/**
 * What a PUT without an answer means to the transfer: the service was reached just before, so it is not the network
 * that is waited for. Other errors stay.
 */
export function errorOfPut(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'service_unreachable') return error;
  return new AppError('service_failed', error.message, { details: error.details, cause: error });
}
