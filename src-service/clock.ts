import { setTimeout as wait } from 'node:timers/promises';

/** Time as the service sees it. */
export interface Clock {
  /** Unix time in milliseconds. */
  nowMs(): number;
  /** Resolves after the delay, rejects as soon as the signal is aborted. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  wait: async (delayMs, signal) => {
    await wait(delayMs, undefined, { signal });
  },
};

/** Unix time in whole seconds, as the wire carries it. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.nowMs() / 1000);
}
