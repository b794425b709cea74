import { AppError, type ErrorCode } from '../../src-shared/app-error.ts';
import type { Availability } from '../api/availability.ts';
import { wait } from '../foundation/wait.ts';
import type { Clock, Log } from '../platform.ts';

export interface WaitingDeps {
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
}

const waitedFor = new Set<ErrorCode>([
  'service_unreachable',
  'service_stopped',
  'network_sign_in',
  'signed_out',
  'unauthorized',
  'rate_limited',
  'keychain_locked',
  'keychain_unavailable',
  'keychain_denied',
]);

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const storePauseMs = 5_000;

/** True for what work waits for instead of failing: the network, the service, the sign-in, the next rate window. */
export function isWaitedFor(error: unknown): boolean {
  return error instanceof AppError && waitedFor.has(error.code);
}

/** True for a failed reading that is worth another one. */
export function isPassing(error: unknown): boolean {
  const isOfService =
    error instanceof AppError &&
    (error.code === 'service_failed' || error.code === 'service_answer_unreadable');
  return isOfService || isWaitedFor(error);
}

/**
 * Resolves when it is worth trying again after `error`: after a growing pause of up to a minute, or the one that the
 * service asked for, and as soon as the connection is ready.
 * @param attempt zero-based.
 */
export async function waitOut(
  error: unknown,
  attempt: number,
  { availability, clock }: WaitingDeps,
  signal: AbortSignal,
): Promise<void> {
  const askedSeconds = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined;
  const grownMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(10, attempt));
  const pauseMs = typeof askedSeconds === 'number' ? askedSeconds * 1000 : grownMs / 2;
  await wait(clock, pauseMs + (Math.random() * grownMs) / 2, signal);
  await availability.whenReady(signal);
}

/** What `read` gives; failures that pass are waited out. @throws what does not pass, `cancelled`. */
export async function readPatiently<Value>(
  read: () => Promise<Value>,
  deps: WaitingDeps,
  signal: AbortSignal,
): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      await waitOut(error, attempt, deps, signal);
    }
  }
}

/** Notes what must not be lost, such as the id of a job that costs credits, however long the disk is full. */
export async function storePatiently(
  store: () => unknown,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await store();
      return;
    } catch (error) {
      log.error('How a job stands could not be noted; it is tried again.', error);
      await wait(clock, storePauseMs, signal);
    }
  }
}
