import type { Clock } from '../../platform.ts';

/** Period in which the result of a start request can have been created, in Unix milliseconds of the service's clock. */
export interface StartWindow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** Allowance for the drift of the two clocks and the resolution of the service's time. */
const toleranceMs = 60_000;
/** The client abandons a request after two minutes; the service has started its job by then. */
const longestRequestMs = 120_000;

/** Time at which a start request left. */
export interface StartTime {
  /** Unix milliseconds of this computer's clock, which may be wrong by any amount; null before it left. */
  readonly submittedAtMs: number | null;
  /** How far that clock was ahead of the service's then; null if not known. */
  readonly clockAheadMs: number | null;
}

/** Returns when a start request left by the service's clock, or by this computer's where the difference is not known. */
export function sentAtMs({ submittedAtMs, clockAheadMs }: StartTime): number {
  return (submittedAtMs ?? 0) - (clockAheadMs ?? 0);
}

/**
 * Returns the window of a start request. The clock may have been set since, so its present difference counts only if
 * the one at the start is not known.
 * @param serviceNowMs the service's current time; null when it does not report it.
 */
export function startWindow(start: StartTime, serviceNowMs: number | null, clock: Clock): StartWindow {
  const aheadMs = serviceNowMs === null ? null : clock.now() - serviceNowMs;
  const sentMs = sentAtMs({ ...start, clockAheadMs: start.clockAheadMs ?? aheadMs });
  return { earliestMs: sentMs - toleranceMs, latestMs: sentMs + longestRequestMs + toleranceMs };
}

/** @param createdAt whole Unix seconds. */
export function isWithin(createdAt: number, { earliestMs, latestMs }: StartWindow): boolean {
  return (createdAt + 1) * 1000 >= earliestMs && createdAt * 1000 <= latestMs;
}
