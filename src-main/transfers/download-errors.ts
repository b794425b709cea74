import { AppError } from '../../src-shared/app-error.ts';

/** True for failures after which the transfer is tried again from where it was. */
export function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  if (error.code === 'service_unreachable') return true;
  return (
    error.code === 'download_failed' &&
    ['stalled', 'cut_off', 'busy'].includes(String(error.details['reason']))
  );
}

/** The connection ended before everything was there. */
export function cutOff(receivedBytes: number, totalBytes: number | null, cause?: unknown): AppError {
  return new AppError('download_failed', 'The connection ended early.', {
    details: { reason: 'cut_off', receivedBytes, ...(totalBytes === null ? {} : { totalBytes }) },
    cause,
  });
}

/** The storage said no; `busy` may pass. */
export function refusedBy(status: number): AppError {
  const isBusy = status === 429 || status === 408 || status >= 500;
  return new AppError('download_failed', `The storage answered ${String(status)}.`, {
    details: { reason: isBusy ? 'busy' : 'refused', status },
  });
}

/** The sizes do not agree, so the file is not the one that was announced. */
export function incomplete(receivedBytes: number, expectedBytes: number): AppError {
  return new AppError('download_incomplete', 'The file has another size than was announced.', {
    details: { receivedBytes, expectedBytes },
  });
}

/** The last of several failures. */
export function gaveUp(last: unknown, receivedBytes: number, totalBytes: number | null): AppError {
  const reason = last instanceof AppError ? String(last.details['reason'] ?? last.code) : 'unknown';
  return new AppError('download_failed', 'The download was tried several times.', {
    details: { reason, receivedBytes, ...(totalBytes === null ? {} : { totalBytes }) },
    cause: last,
  });
}

/** Too little arrived for too long. */
export function stalled(): AppError {
  return new AppError('download_failed', 'The transfer stalled.', { details: { reason: 'stalled' } });
}
