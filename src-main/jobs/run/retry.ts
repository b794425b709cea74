import { isPassing } from '../../../src-shared/error-policy.ts';
import type { Availability } from '../../api/http/availability.ts';
import { retryPauseMs } from '../../foundation/retry-pause.ts';
import { stopErrorOf, throwIfStopped, waitAcrossSleep } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';

export interface RetryDeps {
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
}

const maxCancelTries = 5;

/**
 * Waits until a retry after `error` makes sense: a growing pause of up to a minute, plus any pause that the service
 * requested, and then until the connection is ready.
 * @param attempt zero-based.
 */
export async function waitToRetry(
  error: unknown,
  attempt: number,
  { availability, clock }: RetryDeps,
  signal: AbortSignal,
): Promise<void> {
  await waitAcrossSleep(clock, retryPauseMs(error, attempt), signal);
  await availability.whenReady(signal);
}

/**
 * Repeats work, with pauses as `waitToRetry`, while it fails with errors that are worth another attempt.
 * @param isWorthAgain receives the number of earlier attempts too.
 * @throws AppError the last error; `cancelled` or the signal's reason when that is aborted.
 */
export async function repeat<Value>(
  work: () => Promise<Value>,
  isWorthAgain: (error: unknown, attempt: number) => boolean,
  deps: RetryDeps,
  signal: AbortSignal,
): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw stopErrorOf(signal);
      if (!isWorthAgain(error, attempt)) throw error;
      await waitToRetry(error, attempt, deps, signal);
    }
  }
}

/**
 * Asks the service to cancel a job, with retries after temporary failures.
 * @returns false when the service refuses or the last try fails, so that the job continues.
 * @throws AppError `cancelled` when the signal is aborted.
 */
export async function cancelAtService(
  request: () => Promise<unknown>,
  deps: RetryDeps & { readonly log: Log },
  signal: AbortSignal,
): Promise<boolean> {
  const ask = async (): Promise<void> => {
    await deps.availability.whenReady(signal);
    await request();
  };
  try {
    await repeat(ask, (error, attempt) => isPassing(error) && attempt + 1 < maxCancelTries, deps, signal);
    return true;
  } catch (error) {
    throwIfStopped(signal);
    deps.log.warn('A job could not be cancelled.', { error });
    return false;
  }
}
