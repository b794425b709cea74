import type { Clock } from '../platform.ts';

/** When what a start request made can have been made, in Unix milliseconds by the service's clock. */
export interface StartWindow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** How far the two clocks may have drifted since, and how coarse the service tells its time. */
const toleranceMs = 60_000;
/** A request is given up after two minutes; what it started was begun by then. */
const longestRequestMs = 120_000;

/**
 * The window of a request that left at `submittedAtMs` of this computer's clock, which may be wrong by any amount.
 * @param serviceNowMs the service's own time now; null when it does not tell it.
 */
export function startWindow(submittedAtMs: number, serviceNowMs: number | null, clock: Clock): StartWindow {
  const aheadMs = serviceNowMs === null ? 0 : clock.now() - serviceNowMs;
  const sentMs = submittedAtMs - aheadMs;
  return { earliestMs: sentMs - toleranceMs, latestMs: sentMs + longestRequestMs + toleranceMs };
}

/** @param createdAt whole Unix seconds. */
export function isWithin(createdAt: number, { earliestMs, latestMs }: StartWindow): boolean {
  return (createdAt + 1) * 1000 >= earliestMs && createdAt * 1000 <= latestMs;
}
