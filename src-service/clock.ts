import { setTimeout as wait } from 'node:timers/promises';

/** The service's source of time. */
export interface Clock {
  /** Unix time in milliseconds. */
  nowMs(): number;
  /** Resolves after the delay; rejects as soon as the signal is aborted. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  wait: async (delayMs, signal) => {
    await wait(delayMs, undefined, { signal });
  },
};

/** Unix time in whole seconds, as used in the API. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.nowMs() / 1000);
}
