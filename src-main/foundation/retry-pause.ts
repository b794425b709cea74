import { AppError } from '../../src-shared/app-error.ts';
import { backoffMs } from '../../src-shared/backoff.ts';

const backoff = { firstMs: 1_000, maxMs: 60_000 };

/** Returns the pause that the service asked for in its refusal; null if it named none. */
export function askedPauseMs(error: unknown): number | null {
  const seconds = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : null;
}

/**
 * Returns the pause before the next try: half a second to a minute, longer each time, plus any pause that the service
 * asked for.
 * @param attempt zero-based.
 */
export function retryPauseMs(error: unknown, attempt: number): number {
  const askedMs = askedPauseMs(error) ?? 0;
  return askedMs + backoffMs({ ...backoff, jitter: askedMs === 0 ? 0.5 : 1 }, attempt);
}
