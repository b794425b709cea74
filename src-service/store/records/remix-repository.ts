import { z } from 'zod';
import type { ApiErrorBody } from '../../../src-shared/api/common.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jobShape } from './job-repository.ts';
import type { ListedRow, PageWindow } from './newest-first.ts';
import { Table, type TableDeps } from './table.ts';

const remixSchema = z.object({
  remixActionId: z.string(),
  projectId: z.string(),
  type: z.string(),
  ...jobShape,
});

/** A remix action with its job's status. Its id is its job's id. */
export type StoredRemixAction = z.output<typeof remixSchema>;

/** Remix actions of projects, newest first. */
export class RemixRepository {
  readonly #database: ServiceDatabase;
  readonly #table: Table<typeof remixSchema>;

  constructor(deps: TableDeps) {
    const join = 'JOIN jobs ON job_id = remix_action_id';
    this.#database = deps.database;
    this.#table = new Table(deps, { name: 'remix_actions', schema: remixSchema, join, order: 'remix_order' });
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
    this.#table.insert(action);
  }

  list(projectId: string, window: PageWindow): ListedRow<StoredRemixAction>[] {
    return this.#table.page('project_id = :projectId', { projectId }, window);
  }

  /** Returns the ids of the actions in a workflow run's request, oldest first. */
  listOfRun(runId: string): string[] {
    const actions = this.#table.list('WHERE parent_job_id = :runId ORDER BY job_order', { runId });
    return actions.map(({ remixActionId }) => remixActionId);
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
