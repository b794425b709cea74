import type { Clock } from '../../platform.ts';

/** Limits of a thread's work on one file. */
export interface ReadLimits {
  /** Time of the thread's own work, in milliseconds. A big project of an editor takes a few seconds. */
  readonly workMs: number;
  /** Time with all waits for drives, in milliseconds. */
  readonly wholeMs: number;
  /** Bytes of the thread's heap and buffers, garbage included. */
  readonly memoryBytes: number;
}

/** What took too much: the thread's own work, a drive, or the memory. */
export type Exceeded = 'work' | 'drive' | 'memory';

/** A thread that is watched. */
export interface WatchedThread {
  /** Milliseconds for which it has worked since its start. */
  readonly busyMs: number;
  readonly usedMemoryBytes: () => Promise<number>;
}

const checkEveryMs = 250;

/**
 * Watches a thread's work.
 * @param onExceeded called once.
 * @returns a function that ends the watch.
 */
export function watchLimits(
  thread: WatchedThread,
  { workMs, wholeMs, memoryBytes }: ReadLimits,
  timer: Pick<Clock, 'schedule'>,
  onExceeded: (limit: Exceeded) => void,
): () => void {
  const busyBefore = thread.busyMs;
  let leftMs = wholeMs;
  let usedBytes = 0;
  let isMeasuring = false;
  let cancel = (): void => undefined;
  const measure = async (): Promise<void> => {
    isMeasuring = true;
    usedBytes = await thread.usedMemoryBytes();
    isMeasuring = false;
  };
  const check = (): void => {
    leftMs -= checkEveryMs;
    // The thread answers only between two of its steps.
    if (!isMeasuring) void measure();
    if (usedBytes > memoryBytes) onExceeded('memory');
    else if (thread.busyMs - busyBefore > workMs) onExceeded('work');
    else if (leftMs <= 0) onExceeded('drive');
    else cancel = timer.schedule(checkEveryMs, check);
  };
  cancel = timer.schedule(checkEveryMs, check);
  return () => {
    cancel();
  };
}
