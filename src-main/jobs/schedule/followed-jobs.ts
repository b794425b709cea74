import { FollowedJob, type JobFollower } from './followed-job.ts';
import { JobListCache } from './job-list-cache.ts';
import type { JobReader } from './job-readers.ts';
import type { JobKind, JobRef } from './job-ref.ts';

/** The followed jobs, grouped by the service's list that contains them. */
export class FollowedJobs {
  readonly #readers: Readonly<Record<JobKind, JobReader>>;
  readonly #jobs = new Map<string, FollowedJob>();
  readonly #lists = new Map<string, JobListCache>();

  constructor(readers: Readonly<Record<JobKind, JobReader>>) {
    this.#readers = readers;
  }

  get count(): number {
    return this.#jobs.size;
  }

  get all(): Iterable<FollowedJob> {
    return this.#jobs.values();
  }

  get lists(): Iterable<JobListCache> {
    return this.#lists.values();
  }

  /**
   * Adds a follower; the job is due at once.
   * @param expectedSeconds typical duration of the job; default is that of its kind.
   */
  add(ref: JobRef, follower: JobFollower, nowMs: number, expectedSeconds: number | undefined): void {
    const key = keyOf(ref);
    const reader = this.#readers[ref.kind];
    const expectedMs = expectedSeconds === undefined ? null : expectedSeconds * 1_000;
    const job = this.#jobs.get(key) ?? new FollowedJob(ref, nowMs, reader.typicalSeconds * 1_000, expectedMs);
    job.followers.add(follower);
    job.dueMs = Math.min(job.dueMs, nowMs);
    this.#jobs.set(key, job);
    const listKey = JobListCache.keyOf(ref);
    const list = this.#lists.get(listKey) ?? new JobListCache(reader, ref.parentId ?? '');
    list.jobs.add(job);
    this.#lists.set(listKey, list);
  }

  remove(ref: JobRef, follower: JobFollower): void {
    const job = this.#jobs.get(keyOf(ref));
    job?.followers.delete(follower);
    if (job) this.forgetIfAlone(job);
  }

  forgetIfAlone(job: FollowedJob): void {
    if (job.followers.size > 0) return;
    const key = keyOf(job.ref);
    // After a late answer the key may stand for a job that was added since.
    if (this.#jobs.get(key) === job) this.#jobs.delete(key);
    const listKey = JobListCache.keyOf(job.ref);
    const list = this.#lists.get(listKey);
    list?.jobs.delete(job);
    if (list?.jobs.size === 0) this.#lists.delete(listKey);
  }

  /** Returns the most urgent due job of a kind to read singly; null if none is due, with the time of the next one. */
  mostUrgent(kind: JobKind, nowMs: number): { readonly job: FollowedJob | null; readonly nextDueMs: number } {
    let job: FollowedJob | null = null;
    let highest = 0;
    let nextDueMs = Infinity;
    for (const other of this.#jobs.values()) {
      if (other.ref.kind !== kind || other.isBeingRead) continue;
      if (this.#lists.get(JobListCache.keyOf(other.ref))?.brings(other, nowMs)) continue;
      if (other.dueMs > nowMs) {
        nextDueMs = Math.min(nextDueMs, other.dueMs);
        continue;
      }
      const urgency = other.readMs === null ? Infinity : other.urgency(nowMs);
      if (job && urgency <= highest) continue;
      job = other;
      highest = urgency;
    }
    return { job, nextDueMs };
  }
}

function keyOf({ kind, jobId }: JobRef): string {
  return `${kind} ${jobId}`;
}
