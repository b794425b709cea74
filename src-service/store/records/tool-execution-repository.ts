import { z } from 'zod';
import { jobShape } from './job-repository.ts';
import type { ListedRow, Owner, PageWindow } from './newest-first.ts';
import { flagColumn, jsonColumn } from './rows.ts';
import { Table, type TableDeps } from './table.ts';

const executionSchema = z.object({
  executionId: z.string(),
  teamId: z.string(),
  userId: z.string(),
  toolType: z.string(),
  isHidden: flagColumn,
  /** In the order of the results; empty before success. */
  resultFileIds: jsonColumn(z.array(z.string())),
  ...jobShape,
});

/** A tool execution with its job's status. Its id is its job's id. */
export type StoredToolExecution = z.output<typeof executionSchema>;

/** Executions of tools. They remain readable forever (contract supplement §4.1). */
export class ToolExecutionRepository {
  readonly #table: Table<typeof executionSchema>;

  constructor(deps: TableDeps) {
    const join = 'JOIN jobs ON job_id = execution_id';
    const order = 'execution_order';
    this.#table = new Table(deps, { name: 'tool_executions', schema: executionSchema, join, order });
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
    this.#table.insert(execution);
  }

  find(executionId: string): StoredToolExecution | null {
    return this.#table.find('WHERE execution_id = :executionId', { executionId });
  }

  attachResults(executionId: string, resultFileIds: readonly string[]): void {
    this.#table.update({ executionId }, { resultFileIds });
  }

  /** Returns executions started through the API, most recently created first. */
  list(owner: Owner, window: PageWindow): ListedRow<StoredToolExecution>[] {
    return this.#table.pageOf(owner, `origin = 'api'`, {}, window);
  }
}
