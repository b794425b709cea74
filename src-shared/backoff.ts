/** How pauses between tries grow, in milliseconds. */
export interface BackoffPolicy {
  /** Before the second try; each further pause is twice as long. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** Share of a pause that is left to chance, 0 to 1, so that many do not come back together. */
  readonly jitter: number;
}

/**
 * The pause before another try.
 * @param failures in a row before the last one, so 0 gives the first pause; a success starts from 0 again.
 * @param random 0 to 1; 1 gives the longest pause.
 */
export function backoffMs(
  { firstMs, maxMs, jitter }: BackoffPolicy,
  failures: number,
  random: () => number = Math.random,
): number {
  const longestMs = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures));
  return jitter === 0 ? longestMs : longestMs * (1 - jitter + jitter * random());
}
