import { z } from 'zod';
import { type ApiErrorBody, apiErrorSchema, jobStatusSchema } from '../../../src-shared/api/common.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jsonColumn, readRow, readRows } from './rows.ts';
import { Table, type TableDeps } from './table.ts';

const jobHeadSchema = z.object({
  jobId: z.string(),
  jobOrder: z.number().int(),
  kind: z.string(),
  status: jobStatusSchema,
  attemptIndex: z.number().int(),
  completedStages: z.number().int(),
  progressPercentage: z.number(),
  uncleanStarts: z.number().int(),
});

/** A job without its state. */
export type JobHead = z.output<typeof jobHeadSchema>;

/** The fields of its job that a record has. */
export const jobShape = {
  status: jobStatusSchema,
  attemptIndex: z.number().int(),
  progressPercentage: z.number(),
  error: jsonColumn(apiErrorSchema).nullable().catch(null),
};

/** Stored status and progress of a record's job. */
export type JobStanding = Readonly<z.output<z.ZodObject<typeof jobShape>>>;

const running = { status: 'running' };
const errorRow = z.object({ error: jobShape.error });
const stateRow = z.object({ state: jsonColumn(z.unknown()) });
/** Condition for jobs that have not ended. */
export const unfinished = "status IN ('pending', 'running')";

/** The job queue and all job state that survives a restart. */
export class JobRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;
  readonly #heads: Table<typeof jobHeadSchema>;

  constructor(deps: TableDeps) {
    this.#database = deps.database;
    this.#log = deps.log;
    this.#heads = new Table(deps, { name: 'jobs', schema: jobHeadSchema });
  }

  /** Jobs with the same `queue` run one at a time, oldest first. The job `parentJobId` runs this one itself. */
  insert(job: {
    jobId: string;
    kind: string;
    state: unknown;
    queue?: string | undefined;
    parentJobId?: string | undefined;
  }): void {
    this.#heads.insert({ ...job, state: JSON.stringify(job.state), status: 'pending' });
  }

  /** Adds a job that was done before it got its record. */
  insertSucceeded(jobId: string, kind: string): void {
    this.#heads.insert({ jobId, kind, status: 'succeeded', state: '{}', progressPercentage: 100 });
  }

  find(jobId: string): JobHead | null {
    return this.#heads.find('WHERE job_id = :jobId', { jobId });
  }

  /** Returns the results of the stages so far; null if unreadable. */
  readState(jobId: string): { value: unknown } | null {
    const row = this.#database.get('SELECT state FROM jobs WHERE job_id = :jobId', { jobId });
    const state = readRow(stateRow, row, this.#log);
    return state && { value: state.state };
  }

  /** Returns why a job failed; null if it did not. */
  readError(jobId: string): ApiErrorBody | null {
    const row = this.#database.get('SELECT error FROM jobs WHERE job_id = :jobId', { jobId });
    return readRow(errorRow, row, this.#log)?.error ?? null;
  }

  /** Returns the jobs the last process was running, oldest first, without those that another job runs itself. */
  listRunning(): JobHead[] {
    return this.#heads.list(`WHERE status = 'running' AND parent_job_id IS NULL ORDER BY job_order`);
  }

  /** Returns the unfinished jobs that a job runs itself, oldest first. */
  listUnfinishedChildren(parentJobId: string): JobHead[] {
    const rest = `WHERE parent_job_id = :parentJobId AND ${unfinished} ORDER BY job_order`;
    return this.#heads.list(rest, { parentJobId });
  }

  /** Returns the oldest job of a kind that is ready to run, with its queue position. */
  nextPending(kind: string): JobHead | null {
    return this.#heads.find(
      `WHERE status = 'pending' AND kind = :kind AND parent_job_id IS NULL AND NOT EXISTS (
         SELECT 1 FROM jobs AS earlier WHERE earlier.queue = jobs.queue
           AND earlier.job_order < jobs.job_order AND earlier.status IN ('pending', 'running'))
       ORDER BY job_order LIMIT 1`,
      { kind },
    );
  }

  /** Returns the states of a queue's unfinished jobs, oldest first. */
  listUnfinishedStates(queue: string): unknown[] {
    const sql = `SELECT state FROM jobs WHERE queue = :queue AND ${unfinished} ORDER BY job_order`;
    return readRows(stateRow, this.#database.all(sql, { queue }), this.#log).map(({ state }) => state);
  }

  isUnfinished(jobId: string): boolean {
    return (
      this.#database.get(`SELECT 1 FROM jobs WHERE job_id = :jobId AND ${unfinished}`, { jobId }) !==
      undefined
    );
  }

  /** Counts the start as unclean until a stage of the job completes or the service stops cleanly. */
  markRunning(jobId: string): void {
    this.#database.run(
      `UPDATE jobs SET status = 'running', unclean_starts = unclean_starts + 1
       WHERE job_id = :jobId AND ${unfinished}`,
      { jobId },
    );
  }

  markStoppedInOrder(jobId: string): void {
    this.#heads.update({ jobId }, { uncleanStarts: 0 });
  }

  raiseAttempt(jobId: string): void {
    this.#heads.update({ jobId }, { progressPercentage: 0 }, { attempt_index: 'attempt_index + 1' });
  }

  /** Stores a stage's result. Returns false and changes nothing if the job is no longer running. */
  completeStage(
    jobId: string,
    stage: { completedStages: number; state: unknown; progressPercentage: number },
  ): boolean {
    const values = { ...stage, state: JSON.stringify(stage.state), uncleanStarts: 1 };
    return this.#heads.update({ jobId, ...running }, values) === 1;
  }

  /** Stores the progress of a job that another one runs itself. The engine knows the progress of all others. */
  reportProgress(jobId: string, progressPercentage: number): void {
    this.#heads.update({ jobId, ...running }, { progressPercentage });
  }

  /**
   * Ends a job and cancels the unfinished jobs it runs itself. Returns false if it had already ended, since a terminal
   * state is final.
   */
  finish(
    jobId: string,
    end: { status: 'succeeded' | 'failed' | 'cancelled'; error?: ApiErrorBody; progressPercentage?: number },
  ): boolean {
    const changes = this.#database.run(
      `UPDATE jobs SET status = :status, error = :error,
         progress_percentage = coalesce(:progressPercentage, progress_percentage)
       WHERE job_id = :jobId AND ${unfinished}`,
      {
        jobId,
        status: end.status,
        error: end.error ? JSON.stringify(end.error) : null,
        progressPercentage: end.status === 'succeeded' ? 100 : (end.progressPercentage ?? null),
      },
    );
    if (changes === 1) this.#cancelChildren(jobId);
    return changes === 1;
  }

  #cancelChildren(parentJobId: string): void {
    this.#database.run(
      `UPDATE jobs SET status = 'cancelled' WHERE parent_job_id = :parentJobId AND ${unfinished}`,
      { parentJobId },
    );
  }
}
