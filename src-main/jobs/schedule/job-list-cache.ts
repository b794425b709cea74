import { AppError } from '../../../src-shared/app-error.ts';
import type { Page } from '../../api/paginate.ts';
import type { FollowedJob } from './followed-job.ts';
import { type JobReader, recordsPerPage } from './job-readers.ts';
import type { JobReading, JobRef } from './job-ref.ts';

/** So few jobs missing on the pages that should have them are read one by one instead of paging on. */
const fewMissing = 2;
const maxPages = 20;
const unusableForMs = 300_000;
/** A round that began so lately still brings the others soon. */
const freshRoundMs = 1_500;

export interface ListRound {
  readonly signal: AbortSignal;
  /** Resolves with true when the next page may be asked for, with false when the round is to end. */
  readonly takeTurn: () => Promise<boolean>;
  readonly onReading: (job: FollowedJob, reading: JobReading) => void;
}

/** The jobs one list of the service shows: all runs, all tool executions, or those of one project. */
export class JobListCache {
  readonly jobs = new Set<FollowedJob>();
  readonly reader: JobReader;
  readonly #parentId: string;
  #roundSinceMs: number | null = null;
  #unusableUntilMs = 0;

  constructor(reader: JobReader, parentId: string) {
    this.reader = reader;
    this.#parentId = parentId;
  }

  /** The jobs are found on one list: those of one project, or all of a kind that has one list for all. */
  static keyOf({ kind, parentId }: JobRef): string {
    return `${kind} ${kind === 'export' || kind === 'remix' ? (parentId ?? '') : ''}`;
  }

  get isBusy(): boolean {
    return this.#roundSinceMs !== null;
  }

  /** True when one request for the list is better than one for each job. */
  isUsed(nowMs: number): boolean {
    const { list, single } = this.reader;
    if (!list) return false;
    if (!single) return true;
    if (nowMs < this.#unusableUntilMs) return false;
    let count = 0;
    for (const job of this.jobs) {
      if (!job.isUnlisted) count += 1;
      if (count >= list.fromCount) return true;
    }
    return false;
  }

  /** When the list is to be read next; infinite when nothing waits for it. */
  get dueMs(): number {
    let dueMs = Infinity;
    for (const job of this.jobs) if (!job.isUnlisted) dueMs = Math.min(dueMs, job.dueMs);
    return dueMs;
  }

  /** True when the list brings this job soon, so that it need not be asked for by itself. */
  brings(job: FollowedJob, nowMs: number): boolean {
    if (job.isUnlisted || !this.isUsed(nowMs)) return false;
    if (job.readMs === null) return true;
    return this.#roundSinceMs !== null && nowMs - this.#roundSinceMs < freshRoundMs;
  }

  /** Reads one job at a time for a while. False when there is no other way than the list. */
  giveUp(nowMs: number): boolean {
    this.#unusableUntilMs = nowMs + unusableForMs;
    return this.reader.single !== null;
  }

  /**
   * Reads as many pages as it takes to see every job.
   * @returns those it looked for and the whole list does not have, if there is no other way to ask for them.
   */
  async read(nowMs: number, round: ListRound): Promise<FollowedJob[]> {
    this.#roundSinceMs = nowMs;
    try {
      return await this.#readPages(round);
    } finally {
      this.#roundSinceMs = null;
    }
  }

  async #readPages(round: ListRound): Promise<FollowedJob[]> {
    const listed = [...this.jobs].filter((job) => !job.isUnlisted);
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

  /** @returns where the next page begins. */
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

  /** True when the next pages are not worth reading for what is still missing. */
  #isEnough(page: number, wantedCount: number, missingCount: number): boolean {
    const isPastThem = page >= Math.ceil(wantedCount / recordsPerPage);
    return this.reader.single !== null && isPastThem && missingCount <= fewMissing;
  }
}

/** What a list says that has no parent to be a list of. */
export function missingOnList(ref: JobRef): AppError {
  return new AppError('not_found', `The service has no ${ref.kind} ${ref.jobId}.`);
}
