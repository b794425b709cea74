import type { Clock } from '../../platform.ts';

/** Waits for work that may never end, but not longer than `delayMs`. Nobody learns which it was. */
export async function settleWithin(
  delayMs: number,
  timer: Pick<Clock, 'schedule'>,
  work: Promise<unknown>,
): Promise<void> {
  const tooLong = Promise.withResolvers<undefined>();
  const cancel = timer.schedule(delayMs, () => {
    tooLong.resolve(undefined);
  });
  await Promise.race([work, tooLong.promise]);
  cancel();
}
