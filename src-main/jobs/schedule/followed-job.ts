import { backoffMs } from '../../../src-shared/backoff.ts';
import type { Log } from '../../platform.ts';
import { isTerminalStatus, type JobReading, type JobRef } from './job-ref.ts';
import { MeasuredSpeed } from './measured-speed.ts';
import { EndEstimate, pollIntervalMs } from './poll-pace.ts';

/** @param leftMs expected time to the job's end; null while it waits, and where it would be a guess. */
export type OnReading = (reading: JobReading, leftMs: number | null) => void;

/** A caller that follows a job. */
export interface JobFollower {
  /** Called for every reading, the last one too; called again with the next reading when it throws. */
  readonly onUpdate: OnReading;
  readonly resolve: (reading: JobReading) => void;
  readonly reject: (error: unknown) => void;
}

/** Number of consecutive `not_found` readings after which a job counts as gone. */
const vanishedAfter = 3;
const missPauseMs = 1_000;
const backoff = { firstMs: 2_000, maxMs: 30_000, jitter: 0.5 };

/** One job with its followers and the time of its next reading. Times are of the monotonic clock. */
export class FollowedJob {
  readonly ref: JobRef;
  readonly followers = new Set<JobFollower>();
  readonly #sinceMs: number;
  /** Time of the last reading before the service began it. */
  #begunMs: number;
  readonly #estimate: EndEstimate;
  readonly #speed = new MeasuredSpeed();
  readonly #expectedMs: number | null;
  #failures = 0;
  #misses = 0;
  #unrecognisedSinceMs: number | null = null;
  /** Time of the next reading. */
  dueMs: number;
  /** Null before the first reading. */
  readMs: number | null = null;
  isBeingRead = false;
  /** True from the first reading that the service works on it. */
  isRunning = false;
  /** True from a reading that the service has not begun it. */
  isWaiting = false;
  /** True if the newest pages of the list do not contain it. */
  isUnlisted = false;

  /**
   * @param typicalMs typical duration of such a job.
   * @param expectedMs duration that earlier jobs let expect; null without them.
   */
  constructor(ref: JobRef, nowMs: number, typicalMs: number, expectedMs: number | null) {
    this.ref = ref;
    this.#sinceMs = nowMs;
    this.#begunMs = nowMs;
    this.#estimate = new EndEstimate(nowMs, expectedMs ?? typicalMs);
    this.#expectedMs = expectedMs;
    this.dueMs = nowMs;
  }

  /** Time since its last reading, as a multiple of its proper interval. */
  urgency(nowMs: number): number {
    return (nowMs - (this.readMs ?? this.#sinceMs)) / this.#intervalMs(nowMs);
  }

  /** Processes a reading. @param spread 0 to 1, keeps jobs from being due together. */
  take(reading: JobReading, nowMs: number, spread: number, log: Log): void {
    this.readMs = nowMs;
    this.#failures = 0;
    this.#misses = 0;
    this.#unrecognisedSinceMs =
      reading.status === 'unrecognised' ? (this.#unrecognisedSinceMs ?? nowMs) : null;
    this.isRunning = reading.status === 'running';
    this.isWaiting = reading.status === 'pending';
    this.#noteProgress(reading, nowMs);
    this.dueMs = nowMs + this.#intervalMs(nowMs) * (0.9 + spread / 5);
    for (const follower of [...this.followers]) {
      try {
        follower.onUpdate(reading, this.#leftMs(nowMs));
      } catch (error) {
        log.warn('A job could not be noted.', { ...this.ref, error });
        continue;
      }
      if (!isTerminalStatus(reading.status)) continue;
      this.followers.delete(follower);
      follower.resolve(reading);
    }
  }

  /** Forgets its speed so far, which changes from now on. */
  measureAnew(): void {
    this.#speed.restart();
  }

  #noteProgress({ progress, attemptIndex }: JobReading, nowMs: number): void {
    if (this.isWaiting) {
      this.#begunMs = nowMs;
      this.#estimate.noteWaiting(nowMs);
      this.#speed.restart();
      return;
    }
    this.#estimate.note(nowMs, progress, attemptIndex);
    this.#speed.note(nowMs, progress, attemptIndex);
  }

  /** Notes that the service does not know the job; fails it after three times in a row. */
  miss(error: unknown, nowMs: number): void {
    this.#misses += 1;
    this.dueMs = nowMs + missPauseMs * this.#misses;
    if (this.#misses >= vanishedAfter) this.fail(error);
  }

  /** Postpones the next reading after a temporary failure. */
  postpone(nowMs: number, spread: number): void {
    this.dueMs = nowMs + backoffMs(backoff, this.#failures, () => spread);
    this.#failures += 1;
  }

  /** Sets the next reading to `dueMs`, whatever failed before. */
  restart(dueMs: number): void {
    this.#failures = 0;
    this.dueMs = dueMs;
  }

  /** Rejects all followers. */
  fail(error: unknown): void {
    const followers = [...this.followers];
    this.followers.clear();
    for (const follower of followers) follower.reject(error);
  }

  #leftMs(nowMs: number): number | null {
    return this.isRunning ? this.#speed.leftMs(nowMs, this.#expectedMs) : null;
  }

  #intervalMs(nowMs: number): number {
    return pollIntervalMs({
      followedMs: nowMs - (this.isWaiting ? this.#sinceMs : this.#begunMs),
      toEndMs: this.#estimate.endMs - nowMs,
      unchangedMs: nowMs - this.#estimate.changedMs,
      stepMs: this.isRunning ? this.#speed.stepMs : null,
      unrecognisedMs: this.#unrecognisedSinceMs === null ? null : nowMs - this.#unrecognisedSinceMs,
    });
  }
}
