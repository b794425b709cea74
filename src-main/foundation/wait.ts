import { AppError } from '../../src-shared/app-error.ts';
import type { Clock } from '../platform.ts';
import { ElapsedTime } from './elapsed-time.ts';

/** Longest single wait where a sleep of the computer counts: after it, the clocks are read again. */
export const longestNapMs = 30_000;
/** Stops a task that the user cancelled; the record it works on becomes `cancelled`. */
export const cancelledByUser = new AppError('cancelled', 'Cancelled by the user.');
/** Stops a task because the app closes; its record stays as it is and resumes at the next start. */
export const appIsClosing = new AppError('cancelled', 'The app is closing.');

/** @throws AppError `cancelled` when the signal is aborted. */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw stopErrorOf(signal);
}

/** Returns the error with which a stopped task ends. */
export function stopErrorOf(signal: AbortSignal): AppError {
  const reason: unknown = signal.reason;
  return reason instanceof AppError ? reason : cancelledByUser;
}

/** Resolves after `delayMs` of the clock; rejects with `cancelled` as soon as the signal is aborted. */
export function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(stopErrorOf(signal));
      return;
    }
    const stop = (): void => {
      cancelTimer();
      reject(stopErrorOf(signal));
    };
    const cancelTimer = clock.schedule(delayMs, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * As `wait`, and a sleep of the computer counts, even if its timers stand still meanwhile. Ends at most half a minute
 * after waking if the time is over by then.
 */
export async function waitAcrossSleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  const elapsed = new ElapsedTime({ clock });
  elapsed.restart();
  let leftMs = delayMs;
  do {
    // Timers count whole milliseconds.
    await wait(clock, Math.min(longestNapMs, Math.ceil(leftMs)), signal);
    leftMs = delayMs - elapsed.ms;
  } while (leftMs > 0);
}

/** Settles like `promise`, or rejects with `cancelled` as soon as the signal is aborted; the promise itself runs on. */
export function orStopped<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(stopErrorOf(signal));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}

/**
 * Settles like `promise`, or rejects with `cancelled` `graceMs` after the signal, for example on an unresponsive drive.
 * The promise itself runs on.
 */
export async function orLeft<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  { clock, graceMs }: { readonly clock: Clock; readonly graceMs: number },
): Promise<Value> {
  const left = Promise.withResolvers<never>();
  let cancel = (): void => undefined;
  const stop = (): void => {
    cancel = clock.schedule(graceMs, () => {
      left.reject(stopErrorOf(signal));
    });
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([promise, left.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    cancel();
  }
}
