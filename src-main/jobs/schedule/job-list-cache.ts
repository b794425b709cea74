import { AppError } from '../../../src-shared/app-error.ts';
import type { Page } from '../../api/paginate.ts';
import type { FollowedJob } from './followed-job.ts';
import { type JobReader, recordsPerPage } from './job-readers.ts';
import type { JobReading, JobRef } from './job-ref.ts';

/** Up to this many jobs missing on the expected pages are read one by one instead of from further pages. */
const fewMissing = 2;
const maxPages = 20;
const unusableForMs = 300_000;
/** Age up to which a running round is expected to bring the other jobs soon. */
const freshRoundMs = 1_500;

export interface ListRound {
  readonly signal: AbortSignal;
  /** Resolves with true when the next page may be requested, with false when the round must end. */
  readonly takeTurn: () => Promise<boolean>;
  readonly onReading: (job: FollowedJob, reading: JobReading) => void;
}

/** The followed jobs of one list of the service: all runs, all tool executions, or the jobs of one project. */
export class JobListCache {
  readonly jobs = new Set<FollowedJob>();
  readonly reader: JobReader;
  readonly #parentId: string;
  #roundSinceMs: number | null = null;
  #unusableUntilMs = 0;
  /** Jobs that the list reads at one moment. */
  #known: { readonly key: string; readonly jobs: ReadonlySet<FollowedJob> } = { key: '', jobs: new Set() };

  constructor(reader: JobReader, parentId: string) {
    this.reader = reader;
    this.#parentId = parentId;
  }

  /** Returns the key of the list that contains the job: per project, or one for all jobs of its kind. */
  static keyOf({ kind, parentId }: JobRef): string {
    return `${kind} ${kind === 'export' || kind === 'remix' ? (parentId ?? '') : ''}`;
  }

  get isBusy(): boolean {
    return this.#roundSinceMs !== null;
  }

  /** True when one request for the list is better than one request per job. */
  isUsed(nowMs: number): boolean {
    const { list, single } = this.reader;
    if (!list) return false;
    if (!single) return true;
    if (nowMs < this.#unusableUntilMs) return false;
    return this.#listed(nowMs).size >= list.fromCount;
  }

  /**
   * Jobs that the list reads. A few running ones are read singly where they can be, because only a single reading tells
   * the stage.
   */
  #listed(nowMs: number): ReadonlySet<FollowedJob> {
    const key = `${String(nowMs)} ${String(this.jobs.size)}`;
    if (this.#known.key === key) return this.#known.jobs;
    const { list, single } = this.reader;
    const listed = [...this.jobs].filter((job) => !job.isUnlisted);
    const waiting = listed.filter((job) => !job.isRunning);
    const isFew = listed.length - waiting.length < (list?.fromCount ?? 0);
    this.#known = { key, jobs: new Set(single && isFew ? waiting : listed) };
    return this.#known.jobs;
  }

  /** Time of the next reading of the list; infinite when no job waits for it. */
  dueMs(nowMs: number): number {
    let dueMs = Infinity;
    for (const job of this.#listed(nowMs)) dueMs = Math.min(dueMs, job.dueMs);
    return dueMs;
  }

  /** True when the list will soon bring this job, so that it needs no request of its own. */
  brings(job: FollowedJob, nowMs: number): boolean {
    if (!this.isUsed(nowMs) || !this.#listed(nowMs).has(job)) return false;
    if (job.readMs === null) return true;
    return this.#roundSinceMs !== null && nowMs - this.#roundSinceMs < freshRoundMs;
  }

  /** Switches to single readings for a while. False when the list is the only way. */
  giveUp(nowMs: number): boolean {
    this.#unusableUntilMs = nowMs + unusableForMs;
    return this.reader.single !== null;
  }

  /**
   * Reads pages until every job is seen.
   * @returns the jobs missing on the complete list, if there is no other way to read them.
   */
  async read(nowMs: number, round: ListRound): Promise<FollowedJob[]> {
    this.#roundSinceMs = nowMs;
    try {
      return await this.#readPages(nowMs, round);
    } finally {
      this.#roundSinceMs = null;
    }
  }

  async #readPages(nowMs: number, round: ListRound): Promise<FollowedJob[]> {
    const listed = [...this.#listed(nowMs)];
    const missing = new Map(listed.map((job) => [job.ref.jobId, job]));
    let cursor: string | null = null;
    for (let page = 1; page <= maxPages && missing.size > 0; page += 1) {
      if (page > 1 && !(await round.takeTurn())) return [];
      cursor = await this.#readPage(cursor, missing, round);
      if (cursor === null || this.#isEnough(page, listed.length, missing.size)) break;
    }
    if (!this.reader.single) return cursor === null ? [...missing.values()] : [];
    for (const job of missing.values()) job.isUnlisted = true;
    return [];
  }

  /** Reads one page. @returns the cursor of the next page. */
  async #readPage(
    cursor: string | null,
    missing: Map<string, FollowedJob>,
    round: ListRound,
  ): Promise<string | null> {
    const page: Page<JobReading> | undefined = await this.reader.list?.readPage(
      this.#parentId,
      cursor,
      round.signal,
    );
    for (const reading of page?.items ?? []) {
      const job = missing.get(reading.ref.jobId);
      if (job && missing.delete(reading.ref.jobId)) round.onReading(job, reading);
    }
    return page?.nextCursor ?? null;
  }

  /** True when further pages are not worth reading for the jobs still missing. */
  #isEnough(page: number, wantedCount: number, missingCount: number): boolean {
    const isPastThem = page >= Math.ceil(wantedCount / recordsPerPage);
    return this.reader.single !== null && isPastThem && missingCount <= fewMissing;
  }
}

/** Error for a job that is missing on its list, when the list is the only way to read it. */
export function missingOnList(ref: JobRef): AppError {
  return new AppError('not_found', `The service has no ${ref.kind} ${ref.jobId}.`);
}
