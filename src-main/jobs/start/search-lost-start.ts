import { AppError } from '../../../src-shared/app-error.ts';
import { isPassing, isWaitedFor } from '../../../src-shared/error-policy.ts';
import { type StartedThing, startUnconfirmed } from '../../api/start-unconfirmed.ts';
import { wait } from '../../foundation/wait.ts';
import type { Log } from '../../platform.ts';
import { repeat, type RetryDeps } from '../run/retry.ts';

/** Pauses before each look at the service; the first and the last look are a minute apart. */
const lookPausesMs: readonly number[] = [2_000, 5_000, 15_000, 40_000];
/** Statuses of a gateway whose service has not answered in time. */
const gatewayStatuses = new Set<unknown>([502, 504]);

export interface LostStartSearch<Found extends object> {
  /**
   * Looks for the job. `none`: the service shows no such job. `unclear`: it shows a candidate that cannot be
   * distinguished from others. Null where it keeps no list of such jobs.
   */
  readonly look: (() => Promise<Found | 'none' | 'unclear'>) | null;
  /** Reason why the answer is missing; null after a restart. */
  readonly cause: unknown;
  readonly what: StartedThing | undefined;
}

/**
 * Finds the job of a start whose answer was lost, as the service shows it. Never sends the start again.
 * @throws AppError `start_unconfirmed` when the service shows none or the owner is unclear; `service_failed` when it
 * shows none and reported the failure itself; `cancelled`.
 */
export async function searchLostStart<Found extends object>(
  { look, cause, what }: LostStartSearch<Found>,
  deps: RetryDeps & { readonly log: Log },
  signal: AbortSignal,
): Promise<Found> {
  let finding: 'none' | 'unclear' = 'none';
  if (look === null) throw saysItFailed(cause) ? cause : startUnconfirmed('not_listed', cause, what);
  for (const pauseMs of lookPausesMs) {
    await wait(deps.clock, pauseMs, signal);
    const seen = await repeat(look, isWaitedFor, deps, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      // The next look may succeed; meanwhile others wait for their turn.
      if (isPassing(error)) return 'unclear' as const;
      deps.log.warn('The service does not show whether it took a start.', { error });
      throw startUnconfirmed('unclear', cause ?? error, what);
    });
    if (typeof seen === 'object') return seen;
    finding = seen;
  }
  if (finding === 'unclear') throw startUnconfirmed('unclear', cause, what);
  throw saysItFailed(cause) ? cause : startUnconfirmed('not_started', cause, what);
}

/** True for a failure that the service itself reported. */
function saysItFailed(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'service_failed') return false;
  const { status, reason } = error.details;
  return reason !== undefined && !gatewayStatuses.has(status);
}
