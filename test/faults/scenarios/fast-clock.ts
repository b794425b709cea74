import type { Clock } from '../../../src-main/platform.ts';

/** Creates a clock with the real time of day and waits divided by `factor`, for programs beside a real service. */
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
