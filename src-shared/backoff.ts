/** How delays between attempts grow, in milliseconds. */
export interface BackoffPolicy {
  /** Delay before the second attempt. Each further delay is twice as long. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** Random share of a delay, 0 to 1, so that many clients do not retry at the same moment. */
  readonly jitter: number;
}

/**
 * Returns the delay before the next attempt, in milliseconds.
 * @param failures consecutive failures before the last one: 0 gives the first delay. A success resets the count to 0.
 * @param random returns 0 to 1; 1 gives the longest delay.
 */
export function backoffMs(
  { firstMs, maxMs, jitter }: BackoffPolicy,
  failures: number,
  random: () => number = Math.random,
): number {
  const longestMs = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures));
  return jitter === 0 ? longestMs : longestMs * (1 - jitter + jitter * random());
}
