import { AppError, fromErrorBody } from '../../../src-shared/app-error.ts';
import { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { Connection } from '../../../src-shared/contract/connection.ts';
import { needsOf } from '../../../src-shared/error-policy.ts';
import { createClient } from '../../../src-shared/ipc/client.ts';
import type { App } from '../../app/compose.ts';
import type { Clock } from '../../platform.ts';

/** A service that does not answer for so long is given up. */
const unreachableTimeoutMs = 30_000;
const lookEveryMs = 20_000;

/**
 * Gives up when the service refuses the credential, or does not answer for half a minute. It is asked again and
 * again: whoever follows a job waits for an answer as long as it takes.
 * @returns a signal that is aborted with an AppError, and what ends the watch.
 */
export function watchConnection(
  app: Pick<App, 'router' | 'subscribe'>,
  clock: Clock,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const client = createClient(appContract, { invoke: app.router, subscribe: app.subscribe });
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
    // Nobody is there to sign in or to repair the local service.
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
