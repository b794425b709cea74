import { z } from 'zod';
import { type ApiErrorBody, apiErrorSchema, jobStatusSchema } from '../../src-shared/api/common.ts';
import type { ServiceLog } from '../service-log.ts';
import { jsonColumn, readRow, readRows } from './rows.ts';
import type { ServiceDatabase } from './service-database.ts';

const jobHeadColumns =
  'job_id, kind, status, attempt_index, completed_stages, progress_percentage, unclean_starts';
const jobHeadRow = z
  .object({
    job_id: z.string(),
    kind: z.string(),
    status: jobStatusSchema,
    attempt_index: z.number().int(),
    completed_stages: z.number().int(),
    progress_percentage: z.number(),
    unclean_starts: z.number().int(),
  })
  .transform((row) => ({
    jobId: row.job_id,
    kind: row.kind,
    status: row.status,
    attemptIndex: row.attempt_index,
    completedStages: row.completed_stages,
    progressPercentage: row.progress_percentage,
    uncleanStarts: row.unclean_starts,
  }));

/** A job without its state. */
export type JobHead = z.output<typeof jobHeadRow>;

/** The job columns every list of records joins, and how they read. */
export const jobColumns = 'jobs.status, jobs.attempt_index, jobs.progress_percentage, jobs.error';
export const jobColumnShape = {
  status: jobStatusSchema,
  attempt_index: z.number().int(),
  progress_percentage: z.number(),
  error: jsonColumn(apiErrorSchema).nullable().catch(null),
};

/** How far a record's job is, as stored. */
export interface JobStanding {
  readonly status: z.output<typeof jobStatusSchema>;
  readonly attemptIndex: number;
  readonly progressPercentage: number;
  readonly error: ApiErrorBody | null;
}

const errorRow = z.object({ error: jobColumnShape.error });
const stateRow = z.object({ state: jsonColumn(z.unknown()) });
const unfinished = "status IN ('pending', 'running')";

/** The queue, and what survives of a job when the service stops. */
export class JobRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  /** `queue`: its jobs are worked one at a time, oldest first. `parentJobId`: the job that works this one itself. */
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

  /** A job that was done before it got its record. */
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

  /** What the stages so far have worked out; null when it cannot be read. */
  readState(jobId: string): { value: unknown } | null {
    const row = this.#database.get('SELECT state FROM jobs WHERE job_id = :jobId', { jobId });
    const state = readRow(stateRow, row, this.#log);
    return state && { value: state.state };
  }

  /** Why a job failed; null when it did not. */
  readError(jobId: string): ApiErrorBody | null {
    const row = this.#database.get('SELECT error FROM jobs WHERE job_id = :jobId', { jobId });
    return readRow(errorRow, row, this.#log)?.error ?? null;
  }

  /** Jobs the last process was working on, oldest first; without those another job works itself. */
  listRunning(): JobHead[] {
    const sql = `SELECT ${jobHeadColumns} FROM jobs
      WHERE status = 'running' AND parent_job_id IS NULL ORDER BY job_order`;
    return readRows(jobHeadRow, this.#database.all(sql), this.#log);
  }

  /** The unfinished jobs that a job works itself, oldest first. */
  listUnfinishedChildren(parentJobId: string): JobHead[] {
    const sql = `SELECT ${jobHeadColumns} FROM jobs
      WHERE parent_job_id = :parentJobId AND ${unfinished} ORDER BY job_order`;
    return readRows(jobHeadRow, this.#database.all(sql, { parentJobId }), this.#log);
  }

  /** The oldest job of one kind that waits for nothing but a free place, with its own place in the queue. */
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

  /** The states of what is still to be done in a queue, oldest first. */
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

  /** Counts a start that is unclean until the job's stage completes or the service stops in order. */
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

  /** False when the job is no longer running: then nothing was changed. */
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

  /** For a job that another one works itself; for the others the engine knows. */
  reportProgress(jobId: string, progressPercentage: number): void {
    this.#database.run(
      `UPDATE jobs SET progress_percentage = :progressPercentage WHERE job_id = :jobId AND status = 'running'`,
      { jobId, progressPercentage },
    );
  }

  /**
   * A terminal state is never left: false when the job had one already. The unfinished jobs it works itself are
   * cancelled with it.
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
