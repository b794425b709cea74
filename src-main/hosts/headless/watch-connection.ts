import { AppError, fromErrorBody } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Connection } from '../../../src-shared/contract/connection.ts';
import { needsOf } from '../../../src-shared/error-policy.ts';
import { createClient } from '../../../src-shared/ipc/client.ts';
import type { App } from '../../app/compose.ts';
import type { Clock } from '../../platform.ts';

/** Time after which the app gives up a service that does not answer. */
const unreachableTimeoutMs = 30_000;
const lookEveryMs = 20_000;

/**
 * Gives up when the service refuses the credential or does not answer for half a minute. Checks again and again, as
 * following a job alone would wait for an answer without limit.
 * @returns a signal that aborts with an AppError, and a function that ends the watch.
 */
export function watchConnection(
  app: Pick<App, 'router' | 'subscribe'>,
  clock: Clock,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const client = createClient<AppContract>({ invoke: app.router, subscribe: app.subscribe });
  const lost = new AbortController();
  let isReady = false;
  let cancelTimer: (() => void) | null = null;
  const look = (connection: Connection): void => {
    if (!connection.isActive) return;
    isReady = connection.state === 'ready';
    if (isReady) {
      cancelTimer?.();
      cancelTimer = null;
    }
    if (!['failed', 'offline', 'signed_out'].includes(connection.state)) return;
    const error = errorOf(connection);
    const giveUp = (): void => {
      lost.abort(error);
    };
    // Here nobody can sign in or repair the local service.
    if (needsOf(error) === 'sign_in' || error.code === 'service_stopped') giveUp();
    else cancelTimer ??= clock.schedule(unreachableTimeoutMs, giveUp);
  };
  const unsubscribe = client.on('connection.changed', look);
  const askAgain = (): void => {
    if (isReady) client.call('connection.retry', {}).then(look, () => undefined);
    callOffAsking = clock.schedule(lookEveryMs, askAgain);
  };
  let callOffAsking = clock.schedule(lookEveryMs, askAgain);
  client.call('connection.get', {}).then(look, () => undefined);
  return {
    signal: lost.signal,
    end: () => {
      unsubscribe();
      callOffAsking();
      cancelTimer?.();
    },
  };
}

function errorOf({ state, error }: Connection): AppError {
  if (error !== null) return fromErrorBody(error);
  return state === 'signed_out'
    ? new AppError('signed_out', 'There is no credential the service takes.')
    : new AppError('service_unreachable', 'The service does not answer.');
}
