import { AppError } from '../../src-shared/app-error.ts';
import type { Clock, Log } from '../platform.ts';
import { wait } from './wait.ts';

const pauseMs = 5_000;

/**
 * Stores a record that must not be lost, such as the id of a job that costs credits. Retries however long the disk is
 * full. The first try runs before the function returns.
 * @throws AppError `cancelled` when the signal is aborted.
 */
export async function storeWithRetry(
  store: () => unknown,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await store();
      return;
    } catch (error) {
      log.error('A record could not be stored; it is tried again.', error);
      await wait(clock, pauseMs, signal);
    }
  }
}

/** Returns the error for a cancellation that holds while the app runs, but that the full disk did not store. */
export function cancelledUnsaved(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'disk_full') return error;
  const details = { ...error.details, reason: 'end_not_saved' };
  return new AppError('disk_full', 'It is cancelled, which is not saved yet.', { details, cause: error });
}
