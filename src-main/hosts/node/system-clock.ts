import { systemTimer } from '../../foundation/settle-within.ts';
import type { Clock } from '../../platform.ts';

/** The machine's own time. */
export function createSystemClock(): Clock {
  return { now: () => Date.now(), monotonicMs: () => performance.now(), ...systemTimer };
}
