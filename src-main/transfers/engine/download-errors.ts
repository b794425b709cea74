import { AppError } from '../../../src-shared/app-error.ts';

/** True for a failed download whose cause is often temporary. */
export function isPassingDownload(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'download_failed' &&
    ['stalled', 'cut_off', 'busy', 'interrupted'].includes(String(error.details['reason']))
  );
}

/** The connection ended before all bytes arrived. */
export function cutOff(receivedBytes: number, totalBytes: number | null, cause?: unknown): AppError {
  return new AppError('download_failed', 'The connection ended early.', {
    details: { reason: 'cut_off', receivedBytes, ...(totalBytes === null ? {} : { totalBytes }) },
    cause,
  });
}

/** The storage refused the request; `busy` may be temporary. */
export function refusedBy(status: number): AppError {
  const isBusy = status === 429 || status === 408 || status >= 500;
  return new AppError('download_failed', `The storage answered ${String(status)}.`, {
    details: { reason: isBusy ? 'busy' : 'refused', status },
  });
}

/** The response is compressed although the request excluded that; usually an intermediary on the network does this. */
export function packed(encoding: string): AppError {
  return new AppError('download_failed', `The answer came packed as ${encoding.slice(0, 40)}.`, {
    details: { reason: 'packed', encoding: encoding.slice(0, 40) },
  });
}

/** A web page arrived instead of the file. */
export function pageInPlace(url: string): AppError {
  const { host } = new URL(url);
  return new AppError('network_sign_in', `A web page came in place of a file of ${host}.`, {
    details: { host },
  });
}

/** The sizes differ, so the file is not the announced one. */
export function incomplete(receivedBytes: number, expectedBytes: number): AppError {
  return new AppError('download_incomplete', 'The file has another size than was announced.', {
    details: { receivedBytes, expectedBytes },
  });
}

/** Returns the error that ends a download for now: the last failure, with the bytes received if it is temporary. */
export function gaveUp(last: unknown, receivedBytes: number, totalBytes: number | null): unknown {
  if (!isPassingDownload(last)) return last;
  const reason = last instanceof AppError ? String(last.details['reason'] ?? last.code) : 'unknown';
  return new AppError('download_failed', 'The download was tried several times.', {
    details: { reason, receivedBytes, ...(totalBytes === null ? {} : { totalBytes }) },
    cause: last,
  });
}

/** Too few bytes arrived for too long. */
export function stalled(): AppError {
  return new AppError('download_failed', 'The transfer stalled.', { details: { reason: 'stalled' } });
}

/** The file has the announced size but not the announced checksum. */
export function corrupted(receivedBytes: number): AppError {
  return new AppError('download_failed', 'The file has another checksum than was announced.', {
    details: { reason: 'corrupted', receivedBytes },
  });
}

/** A thread died while it held the task, which may be tried again. */
export function interrupted(): AppError {
  return new AppError('download_failed', 'A thread of the transfers ended.', {
    details: { reason: 'interrupted' },
  });
}
