import type { Clock } from '../platform.ts';

const maxTimerMs = 2_147_483_647;

/**
 * Time as the system counts it, also where the app's own clock is another one. A delay longer than what Node can hold is
 * cut to that.
 */
export const systemTimer: Pick<Clock, 'schedule'> = {
  schedule: (delayMs, callback) => {
    const timeout = setTimeout(callback, Math.min(Math.max(0, delayMs), maxTimerMs));
    return () => {
      clearTimeout(timeout);
    };
  },
};

/** Waits for work that may never end, as on a drive that does not answer, but not longer than `delayMs`. Nobody learns which it was. */
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
