import type { Clock } from '../../../src-main/platform.ts';

/** Tells the time of day as it is; waits are shorter by `factor`. For programs that run beside a real service. */
export function createFastClock(factor: number): Clock {
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now() * factor,
    schedule(delayMs, callback) {
      const timer = setTimeout(callback, delayMs / factor);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}
