import type { Clock } from '../platform.ts';

const maxTimerMs = 2_147_483_647;

/**
 * Longest wait for stopped work to end; after it the work is left to itself. An unresponsive drive must block neither a
 * cancellation nor the quit.
 */
export const longestStopMs = 5_000;

/**
 * Timer on the system's clock, even if the app itself uses another clock. Shortens a delay that is longer than Node's
 * maximum.
 */
export const systemTimer: Pick<Clock, 'schedule'> = {
  schedule: (delayMs, callback) => {
    const timeout = setTimeout(callback, Math.min(Math.max(0, delayMs), maxTimerMs));
    return () => {
      clearTimeout(timeout);
    };
  },
};

/**
 * Waits for `work` at most `delayMs`, as it may never end on an unresponsive drive. Does not report which came first.
 */
export async function settleWithin(
  delayMs: number,
  work: Promise<unknown>,
  timer: Pick<Clock, 'schedule'> = systemTimer,
): Promise<void> {
  const tooLong = Promise.withResolvers<undefined>();
  const cancel = timer.schedule(delayMs, () => {
    tooLong.resolve(undefined);
  });
  await Promise.race([work, tooLong.promise]).finally(cancel);
}
