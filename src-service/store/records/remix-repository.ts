import { z } from 'zod';
import type { ApiErrorBody } from '../../../src-shared/api/common.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jobColumns, jobColumnShape } from './job-repository.ts';
import { type ListedRow, listRows, type PageWindow, upperBound } from './newest-first.ts';

const remixRow = z
  .object({
    remix_action_id: z.string(),
    project_id: z.string(),
    type: z.string(),
    ...jobColumnShape,
  })
  .transform((row) => ({
    remixActionId: row.remix_action_id,
    projectId: row.project_id,
    type: row.type,
    status: row.status,
    attemptIndex: row.attempt_index,
    progressPercentage: row.progress_percentage,
    error: row.error,
  }));

/** A remix action with its job's status. Its id is its job's id. */
export type StoredRemixAction = z.output<typeof remixRow>;

/** Remix actions of projects, newest first. */
export class RemixRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  /** Stores an action. @param action `requestId` is the same for all actions of one request */
  insert(action: {
    remixActionId: string;
    requestId: string;
    projectId: string;
    teamId: string;
    userId: string;
    type: string;
  }): void {
    this.#database.run(
      `INSERT INTO remix_actions (remix_action_id, request_id, project_id, team_id, user_id, type)
       VALUES (:remixActionId, :requestId, :projectId, :teamId, :userId, :type)`,
      action,
    );
  }

  list(projectId: string, window: PageWindow): ListedRow<StoredRemixAction>[] {
    const rows = this.#database.all(
      `SELECT remix_action_id, remix_order, project_id, type, ${jobColumns}
       FROM remix_actions JOIN jobs ON jobs.job_id = remix_action_id
       WHERE project_id = :projectId AND remix_order < :before ORDER BY remix_order DESC LIMIT :count`,
      { projectId, before: upperBound(window), count: window.count },
    );
    return listRows(remixRow, rows, 'remix_order', this.#log);
  }

  /** Returns the ids of the actions in a workflow run's request, oldest first. */
  listOfRun(runId: string): string[] {
    const rows = this.#database.all(
      'SELECT job_id AS jobId FROM jobs WHERE parent_job_id = :runId ORDER BY job_order',
      { runId },
    );
    return z
      .array(z.object({ jobId: z.string() }))
      .parse(rows)
      .map(({ jobId }) => jobId);
  }

  /** Cancels the later actions of the same request. */
  cancelFollowing(remixActionId: string, error: ApiErrorBody): void {
    this.#database.run(
      `UPDATE jobs SET status = 'cancelled', error = :error
       WHERE status IN ('pending', 'running') AND job_id IN (
         SELECT later.remix_action_id FROM remix_actions AS later
         JOIN remix_actions AS failed ON failed.request_id = later.request_id
         WHERE failed.remix_action_id = :remixActionId AND later.remix_order > failed.remix_order)`,
      { remixActionId, error: JSON.stringify(error) },
    );
  }
}
