import type { Clock } from '../platform.ts';

/** Period in which the result of a start request can have been created, in Unix milliseconds of the service's clock. */
export interface StartWindow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** Allowance for the drift of the two clocks and the resolution of the service's time. */
const toleranceMs = 60_000;
/** The client abandons a request after two minutes; the service has started its job by then. */
const longestRequestMs = 120_000;

/**
 * Returns the window of a request sent at `submittedAtMs` of this computer's clock, which may be wrong by any amount.
 * @param serviceNowMs the service's current time; null when it does not report it.
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
