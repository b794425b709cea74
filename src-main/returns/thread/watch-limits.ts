import type { Clock } from '../../platform.ts';

/** Limits of a thread's work on one file. */
export interface ReadLimits {
  /** Time of the thread's own work, in milliseconds. A big project of an editor takes a few seconds. */
  readonly workMs: number;
  /** Time with all waits for drives, in milliseconds. */
  readonly wholeMs: number;
}

/** What took too long: the thread's own work, or a drive. */
export type Exceeded = 'work' | 'drive';

const lookEveryMs = 250;

/**
 * Watches a thread's work.
 * @param busyMs returns the time for which the thread has worked since its start.
 * @param onExceeded called once.
 * @returns a function that ends the watch.
 */
export function watchLimits(
  { workMs, wholeMs }: ReadLimits,
  timer: Pick<Clock, 'schedule'>,
  busyMs: () => number,
  onExceeded: (limit: Exceeded) => void,
): () => void {
  const busyBefore = busyMs();
  let leftMs = wholeMs;
  let cancel = (): void => undefined;
  const look = (): void => {
    leftMs -= lookEveryMs;
    if (busyMs() - busyBefore > workMs) onExceeded('work');
    else if (leftMs <= 0) onExceeded('drive');
    else cancel = timer.schedule(lookEveryMs, look);
  };
  cancel = timer.schedule(lookEveryMs, look);
  return () => {
    cancel();
  };
}
