import type { Clock } from '../../platform.ts';

/** The machine's own time. A timer longer than what Node can hold is cut to that. */
export function createSystemClock(): Clock {
  const maxTimerMs = 2_147_483_647;
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    schedule(delayMs, callback) {
      const timer = setTimeout(callback, Math.min(Math.max(0, delayMs), maxTimerMs));
      return () => {
        clearTimeout(timer);
      };
    },
  };
}
