import { z } from 'zod';
import { type ApiErrorBody, apiErrorSchema, jobStatusSchema } from '../../../src-shared/api/common.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jsonColumn, readRow, readRows } from './rows.ts';

const jobHeadColumns =
  'job_id, job_order, kind, status, attempt_index, completed_stages, progress_percentage, unclean_starts';
const jobHeadRow = z
  .object({
    job_id: z.string(),
    job_order: z.number().int(),
    kind: z.string(),
    status: jobStatusSchema,
    attempt_index: z.number().int(),
    completed_stages: z.number().int(),
    progress_percentage: z.number(),
    unclean_starts: z.number().int(),
  })
  .transform((row) => ({
    jobId: row.job_id,
    jobOrder: row.job_order,
    kind: row.kind,
    status: row.status,
    attemptIndex: row.attempt_index,
    completedStages: row.completed_stages,
    progressPercentage: row.progress_percentage,
    uncleanStarts: row.unclean_starts,
  }));

/** A job without its state. */
export type JobHead = z.output<typeof jobHeadRow>;

/** The job columns that every list of records joins, and their schemas. */
export const jobColumns = 'jobs.status, jobs.attempt_index, jobs.progress_percentage, jobs.error';
export const jobColumnShape = {
  status: jobStatusSchema,
  attempt_index: z.number().int(),
  progress_percentage: z.number(),
  error: jsonColumn(apiErrorSchema).nullable().catch(null),
};

/** Stored status and progress of a record's job. */
export interface JobStanding {
  readonly status: z.output<typeof jobStatusSchema>;
  readonly attemptIndex: number;
  readonly progressPercentage: number;
  readonly error: ApiErrorBody | null;
}

const errorRow = z.object({ error: jobColumnShape.error });
const stateRow = z.object({ state: jsonColumn(z.unknown()) });
const unfinished = "status IN ('pending', 'running')";

/** The job queue and all job state that survives a restart. */
export class JobRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  /** Jobs with the same `queue` run one at a time, oldest first. The job `parentJobId` runs this one itself. */
  insert(job: {
    jobId: string;
    kind: string;
    state: unknown;
    queue?: string | undefined;
    parentJobId?: string | undefined;
  }): void {
    this.#database.run(
      `INSERT INTO jobs (job_id, kind, status, state, queue, parent_job_id)
       VALUES (:jobId, :kind, 'pending', :state, :queue, :parentJobId)`,
      {
        jobId: job.jobId,
        kind: job.kind,
        state: JSON.stringify(job.state),
        queue: job.queue ?? null,
        parentJobId: job.parentJobId ?? null,
      },
    );
  }

  /** Adds a job that was done before it got its record. */
  insertSucceeded(jobId: string, kind: string): void {
    this.#database.run(
      `INSERT INTO jobs (job_id, kind, status, state, progress_percentage)
       VALUES (:jobId, :kind, 'succeeded', '{}', 100)`,
      { jobId, kind },
    );
  }

  find(jobId: string): JobHead | null {
    const row = this.#database.get(`SELECT ${jobHeadColumns} FROM jobs WHERE job_id = :jobId`, { jobId });
    return readRow(jobHeadRow, row, this.#log);
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
    const sql = `SELECT ${jobHeadColumns} FROM jobs
      WHERE status = 'running' AND parent_job_id IS NULL ORDER BY job_order`;
    return readRows(jobHeadRow, this.#database.all(sql), this.#log);
  }

  /** Returns the unfinished jobs that a job runs itself, oldest first. */
  listUnfinishedChildren(parentJobId: string): JobHead[] {
    const sql = `SELECT ${jobHeadColumns} FROM jobs
      WHERE parent_job_id = :parentJobId AND ${unfinished} ORDER BY job_order`;
    return readRows(jobHeadRow, this.#database.all(sql, { parentJobId }), this.#log);
  }

  /** Returns the oldest job of a kind that is ready to run, with its queue position. */
  nextPending(kind: string): { jobId: string; jobOrder: number } | null {
    const row = this.#database.get(
      `SELECT job_id AS jobId, job_order AS jobOrder FROM jobs
       WHERE status = 'pending' AND kind = :kind AND parent_job_id IS NULL AND NOT EXISTS (
         SELECT 1 FROM jobs AS earlier WHERE earlier.queue = jobs.queue
           AND earlier.job_order < jobs.job_order AND earlier.status IN ('pending', 'running'))
       ORDER BY job_order LIMIT 1`,
      { kind },
    );
    return readRow(z.object({ jobId: z.string(), jobOrder: z.number() }), row, this.#log);
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
    this.#database.run('UPDATE jobs SET unclean_starts = 0 WHERE job_id = :jobId', { jobId });
  }

  raiseAttempt(jobId: string): void {
    this.#database.run(
      `UPDATE jobs SET attempt_index = attempt_index + 1, progress_percentage = 0 WHERE job_id = :jobId`,
      { jobId },
    );
  }

  /** Stores a stage's result. Returns false and changes nothing if the job is no longer running. */
  completeStage(
    jobId: string,
    stage: { completedStages: number; state: unknown; progressPercentage: number },
  ): boolean {
    const changes = this.#database.run(
      `UPDATE jobs SET completed_stages = :completedStages, state = :state,
         progress_percentage = :progressPercentage, unclean_starts = 1
       WHERE job_id = :jobId AND status = 'running'`,
      { jobId, ...stage, state: JSON.stringify(stage.state) },
    );
    return changes === 1;
  }

  /** Stores the progress of a job that another one runs itself. The engine knows the progress of all others. */
  reportProgress(jobId: string, progressPercentage: number): void {
    this.#database.run(
      `UPDATE jobs SET progress_percentage = :progressPercentage WHERE job_id = :jobId AND status = 'running'`,
      { jobId, progressPercentage },
    );
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
