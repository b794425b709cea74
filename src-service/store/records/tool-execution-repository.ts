import { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jobColumnShape, jobColumns } from './job-repository.ts';
import { type ListedRow, listRows, type Owner, type PageWindow, upperBound } from './newest-first.ts';
import { jsonColumn, readRow } from './rows.ts';

const select = `SELECT execution_id, execution_order, team_id, user_id, tool_type, is_hidden, result_file_ids,
    ${jobColumns}
  FROM tool_executions JOIN jobs ON jobs.job_id = tool_executions.execution_id`;
const executionRow = z
  .object({
    execution_id: z.string(),
    team_id: z.string(),
    user_id: z.string(),
    tool_type: z.string(),
    is_hidden: z.number().int(),
    result_file_ids: jsonColumn(z.array(z.string())),
    ...jobColumnShape,
  })
  .transform((row) => ({
    executionId: row.execution_id,
    teamId: row.team_id,
    userId: row.user_id,
    toolType: row.tool_type,
    isHidden: row.is_hidden === 1,
    /** In the order of the results; empty before success. */
    resultFileIds: row.result_file_ids,
    status: row.status,
    attemptIndex: row.attempt_index,
    progressPercentage: row.progress_percentage,
    error: row.error,
  }));

/** A tool execution with its job's status. Its id is its job's id. */
export type StoredToolExecution = z.output<typeof executionRow>;

/** Executions of tools. They remain readable forever (contract supplement §4.1). */
export class ToolExecutionRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  insert(execution: {
    executionId: string;
    teamId: string;
    userId: string;
    /** Only `api` executions appear in lists. */
    origin: 'api' | 'ui';
    toolType: string;
    isHidden: boolean;
  }): void {
    this.#database.run(
      `INSERT INTO tool_executions (execution_id, team_id, user_id, origin, tool_type, is_hidden)
       VALUES (:executionId, :teamId, :userId, :origin, :toolType, :isHidden)`,
      { ...execution, isHidden: execution.isHidden ? 1 : 0 },
    );
  }

  find(executionId: string): StoredToolExecution | null {
    const row = this.#database.get(`${select} WHERE execution_id = :executionId`, { executionId });
    return readRow(executionRow, row, this.#log);
  }

  attachResults(executionId: string, fileIds: readonly string[]): void {
    this.#database.run(
      'UPDATE tool_executions SET result_file_ids = :fileIds WHERE execution_id = :executionId',
      { executionId, fileIds: JSON.stringify(fileIds) },
    );
  }

  /** Returns executions started through the API, most recently created first. */
  list(owner: Owner, window: PageWindow): ListedRow<StoredToolExecution>[] {
    const column = owner.userId === null ? 'team_id' : 'user_id';
    const rows = this.#database.all(
      `${select} WHERE ${column} = :owner AND origin = 'api' AND execution_order < :before
       ORDER BY execution_order DESC LIMIT :count`,
      { owner: owner.userId ?? owner.teamId, before: upperBound(window), count: window.count },
    );
    return listRows(executionRow, rows, 'execution_order', this.#log);
  }
}
