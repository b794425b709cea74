import { backoffMs } from '../../../src-shared/backoff.ts';
import type { Log } from '../../platform.ts';
import { isTerminalStatus, type JobReading, type JobRef } from './job-ref.ts';
import { EndEstimate, pollIntervalMs } from './poll-pace.ts';

/** Somebody who waits for a job. */
export interface JobFollower {
  /** Called for every reading, the last one too; again with the next reading when it throws. */
  readonly onUpdate: (reading: JobReading) => void;
  readonly resolve: (reading: JobReading) => void;
  readonly reject: (error: unknown) => void;
}

/** So many readings in a row must say that a job is gone. */
const vanishedAfter = 3;
const missPauseMs = 1_000;
const backoff = { firstMs: 2_000, maxMs: 30_000, jitter: 0.5 };

/** One job with those who follow it, and when it is to be read again. Times are of the monotonic clock. */
export class FollowedJob {
  readonly ref: JobRef;
  readonly followers = new Set<JobFollower>();
  readonly #sinceMs: number;
  readonly #estimate: EndEstimate;
  #failures = 0;
  #misses = 0;
  #unrecognisedSinceMs: number | null = null;
  /** When it is to be read next. */
  dueMs: number;
  /** Null before the first reading. */
  readMs: number | null = null;
  isBeingRead = false;
  /** The newest pages of the list do not have it. */
  isUnlisted = false;

  constructor(ref: JobRef, nowMs: number, typicalMs: number) {
    this.ref = ref;
    this.#sinceMs = nowMs;
    this.#estimate = new EndEstimate(nowMs, typicalMs);
    this.dueMs = nowMs;
  }

  /** How long it waits to be read, as a multiple of the pause it should have. */
  urgency(nowMs: number): number {
    return (nowMs - (this.readMs ?? this.#sinceMs)) / this.#intervalMs(nowMs);
  }

  /** Takes a reading. @param spread 0 to 1, keeps jobs from being due together. */
  take(reading: JobReading, nowMs: number, spread: number, log: Log): void {
    this.readMs = nowMs;
    this.#failures = 0;
    this.#misses = 0;
    this.#unrecognisedSinceMs =
      reading.status === 'unrecognised' ? (this.#unrecognisedSinceMs ?? nowMs) : null;
    this.#estimate.note(nowMs, reading.progress, reading.attemptIndex);
    this.dueMs = nowMs + this.#intervalMs(nowMs) * (0.9 + spread / 5);
    for (const follower of [...this.followers]) {
      try {
        follower.onUpdate(reading);
      } catch (error) {
        log.warn('A job could not be noted.', { ...this.ref, error });
        continue;
      }
      if (!isTerminalStatus(reading.status)) continue;
      this.followers.delete(follower);
      follower.resolve(reading);
    }
  }

  /** The service does not know it; three times in a row ends it. */
  miss(error: unknown, nowMs: number): void {
    this.#misses += 1;
    this.dueMs = nowMs + missPauseMs * this.#misses;
    if (this.#misses >= vanishedAfter) this.fail(error);
  }

  /** A reading went wrong that may go well later. */
  postpone(nowMs: number, spread: number): void {
    this.dueMs = nowMs + backoffMs(backoff, this.#failures, () => spread);
    this.#failures += 1;
  }

  /** Whatever went wrong before, it is read at `dueMs`. */
  restart(dueMs: number): void {
    this.#failures = 0;
    this.dueMs = dueMs;
  }

  /** Ends it for everybody. */
  fail(error: unknown): void {
    const followers = [...this.followers];
    this.followers.clear();
    for (const follower of followers) follower.reject(error);
  }

  #intervalMs(nowMs: number): number {
    return pollIntervalMs({
      followedMs: nowMs - this.#sinceMs,
      toEndMs: this.#estimate.endMs - nowMs,
      unchangedMs: nowMs - this.#estimate.changedMs,
      unrecognisedMs: this.#unrecognisedSinceMs === null ? null : nowMs - this.#unrecognisedSinceMs,
    });
  }
}
