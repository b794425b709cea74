import { z } from 'zod';
import { jobShape, unfinished } from './job-repository.ts';
import type { ListedRow, Owner, PageWindow } from './newest-first.ts';
import { Table, type TableDeps } from './table.ts';

const runSchema = z.object({
  runId: z.string(),
  teamId: z.string(),
  workflowType: z.string(),
  projectId: z.string(),
  exportId: z.string().nullable(),
  ...jobShape,
});

/** A workflow run with its job's status. Its id is its job's id. */
export type StoredRun = z.output<typeof runSchema>;

/** Workflow runs, most recently created first. */
export class RunRepository {
  readonly #table: Table<typeof runSchema>;

  constructor(deps: TableDeps) {
    const join = 'JOIN jobs ON job_id = run_id';
    this.#table = new Table(deps, { name: 'workflow_runs', schema: runSchema, join, order: 'run_order' });
  }

  insert(run: {
    runId: string;
    teamId: string;
    userId: string;
    workflowType: string;
    projectId: string;
  }): void {
    this.#table.insert(run);
  }

  find(runId: string): StoredRun | null {
    return this.#table.find('WHERE run_id = :runId', { runId });
  }

  /** Whether the project has an unfinished run. */
  hasUnfinished(projectId: string): boolean {
    return this.#table.list(`WHERE project_id = :projectId AND ${unfinished}`, { projectId }).length > 0;
  }

  /** Returns the project's newest run; null if it has none. */
  lastOf(projectId: string): StoredRun | null {
    return this.#table.find('WHERE project_id = :projectId ORDER BY run_order DESC LIMIT 1', { projectId });
  }

  /** Stores the export that a run made itself. */
  attachExport(runId: string, exportId: string): void {
    this.#table.update({ runId }, { exportId });
  }

  list(owner: Owner, window: PageWindow): ListedRow<StoredRun>[] {
    return this.#table.pageOf(owner, 'TRUE', {}, window);
  }
}
