/** Events are deleted after 30 days, delivered or not. */
export const keptSeconds = 30 * 24 * 3_600;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses before the further attempts (contract supplement §5). */
const pausesMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour];
/** Random change of each pause, as a share in both directions, so that receivers do not get everything at once. */
const jitter = 0.15;

/**
 * Returns the pause after a failed attempt in milliseconds; null after the last one.
 * @param attempts made so far, at least 1
 * @param chance random number from 0 to 1
 */
export function pauseAfter(attempts: number, chance: number): number | null {
  const pauseMs = pausesMs[attempts - 1];
  return pauseMs === undefined ? null : Math.round(pauseMs * (1 - jitter + 2 * jitter * chance));
}
