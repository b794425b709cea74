import { isPassing } from '../../src-shared/error-policy.ts';
import type { Log } from '../platform.ts';
import { waitOut, type WaitingDeps } from './waiting.ts';

const mostTries = 5;

/**
 * Asks the service to call a job off; what passes is waited out.
 * @returns false when it would not, so that the job goes on. @throws AppError `cancelled` when the signal is aborted.
 */
export async function callOff(
  request: () => Promise<unknown>,
  deps: WaitingDeps & { readonly log: Log },
  signal: AbortSignal,
): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await deps.availability.whenReady(signal);
      await request();
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      if (!isPassing(error) || attempt + 1 >= mostTries) {
        deps.log.warn('A job could not be called off.', { error });
        return false;
      }
      await waitOut(error, attempt, deps, signal);
    }
  }
}
