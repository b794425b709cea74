import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jobColumnShape, jobColumns } from './job-repository.ts';
import { type ListedRow, listRows, type Owner, type PageWindow, upperBound } from './newest-first.ts';
import { readRow } from './rows.ts';

const select = `SELECT run_id, run_order, team_id, workflow_type, project_id, export_id, ${jobColumns}
  FROM workflow_runs JOIN jobs ON jobs.job_id = workflow_runs.run_id`;
const runRow = z
  .object({
    run_id: z.string(),
    team_id: z.string(),
    workflow_type: z.string(),
    project_id: z.string(),
    export_id: z.string().nullable(),
    ...jobColumnShape,
  })
  .transform((row) => ({
    runId: row.run_id,
    teamId: row.team_id,
    workflowType: row.workflow_type,
    projectId: row.project_id,
    exportId: row.export_id,
    status: row.status,
    attemptIndex: row.attempt_index,
    progressPercentage: row.progress_percentage,
    error: row.error,
  }));

/** A workflow run with its job's status. Its id is its job's id. */
export type StoredRun = z.output<typeof runRow>;

/** Workflow runs, most recently created first. */
export class RunRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  insert(run: {
    runId: string;
    teamId: string;
    userId: string;
    workflowType: string;
    projectId: string;
  }): void {
    this.#database.run(
      `INSERT INTO workflow_runs (run_id, team_id, user_id, workflow_type, project_id)
       VALUES (:runId, :teamId, :userId, :workflowType, :projectId)`,
      run,
    );
  }

  find(runId: string): StoredRun | null {
    return readRow(runRow, this.#database.get(`${select} WHERE run_id = :runId`, { runId }), this.#log);
  }

  /** Whether the project has an unfinished run. */
  hasUnfinished(projectId: string): boolean {
    const sql = `SELECT 1 FROM workflow_runs JOIN jobs ON jobs.job_id = run_id
      WHERE project_id = :projectId AND status IN ('pending', 'running')`;
    return this.#database.get(sql, { projectId }) !== undefined;
  }

  /** Returns the project's newest run; null if it has none. */
  lastOf(projectId: string): StoredRun | null {
    const sql = `${select} WHERE project_id = :projectId ORDER BY run_order DESC LIMIT 1`;
    return readRow(runRow, this.#database.get(sql, { projectId }), this.#log);
  }

  /** Stores the export that a run made itself. */
  attachExport(runId: string, exportId: string): void {
    this.#database.run('UPDATE workflow_runs SET export_id = :exportId WHERE run_id = :runId', {
      runId,
      exportId,
    });
  }

  list(owner: Owner, window: PageWindow): ListedRow<StoredRun>[] {
    const column = owner.userId === null ? 'team_id' : 'user_id';
    const rows = this.#database.all(
      `${select} WHERE ${column} = :owner AND run_order < :before ORDER BY run_order DESC LIMIT :count`,
      { owner: owner.userId ?? owner.teamId, before: upperBound(window), count: window.count },
    );
    return listRows(runRow, rows, 'run_order', this.#log);
  }
}
