/** Events are deleted after 30 days, delivered or not. */
export const keptSeconds = 30 * 24 * 3_600;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses before each further attempt (contract supplement §5). */
const pausesMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour];
/** A pause is up to this share longer or shorter, so that receivers do not get everything at the same moment. */
const jitter = 0.15;

/**
 * How long to wait after an attempt that failed, in milliseconds; null when it was the last one.
 * @param attempts made so far, at least 1
 * @param chance from 0 to 1
 */
export function pauseAfter(attempts: number, chance: number): number | null {
  const pauseMs = pausesMs[attempts - 1];
  return pauseMs === undefined ? null : Math.round(pauseMs * (1 - jitter + 2 * jitter * chance));
}
