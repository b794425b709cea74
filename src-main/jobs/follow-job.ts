import type { JobStatus } from '../../src-shared/api/common.ts';
import { AppError } from '../../src-shared/app-error.ts';
import { stopErrorOf, wait } from '../concurrency/wait.ts';
import type { Clock } from '../platform.ts';

export interface FollowOptions<Job> {
  readonly read: () => Promise<Job>;
  /** Hears every reading, the last one too. */
  readonly onUpdate: (job: Job) => void;
  /** The pause before the next reading, told anew each time. */
  readonly intervalMs: () => number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const longestBackoffMs = 30_000;
/** So many readings in a row must say that a job is gone. */
export const vanishedAfter = 3;

/** True when nothing more happens to a job (specification §3). */
export function isTerminal(status: JobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/** True for what may pass by itself while a job runs on at the service. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof AppError &&
    !['not_found', 'cancelled', 'internal', 'forbidden', 'service_refused'].includes(error.code)
  );
}

/** The pause after `failures` readings in a row went wrong. */
export function backoffMs(failures: number, intervalMs: number): number {
  return Math.max(intervalMs, Math.min(longestBackoffMs, 1_000 * 2 ** Math.min(10, failures)));
}

/**
 * Reads a job until it is terminal. What may pass (no network, a restarting service, a used-up budget) is waited
 * out for as long as it takes.
 * @throws AppError `not_found` when the job vanished, `cancelled`.
 */
export async function followJob<Job extends { readonly status: JobStatus }>(
  options: FollowOptions<Job>,
): Promise<Job> {
  const { read, onUpdate, intervalMs, clock, signal } = options;
  let failures = 0;
  let misses = 0;
  for (;;) {
    try {
      const job = await read();
      onUpdate(job);
      if (isTerminal(job.status)) return job;
      failures = 0;
      misses = 0;
    } catch (error) {
      if (signal.aborted) throw stopErrorOf(signal);
      misses = error instanceof AppError && error.code === 'not_found' ? misses + 1 : 0;
      if (misses === 0 && !isPassing(error)) throw error;
      if (misses >= vanishedAfter) throw error;
      failures += 1;
    }
    await wait(clock, failures === 0 ? intervalMs() : backoffMs(failures, intervalMs()), signal);
  }
}
