import type { ResponseBody } from '../../src-shared/api/operations.ts';
import type { HttpClient } from './http-client.ts';
import { type Page, pageQuery } from './paginate.ts';
import type { Priority } from './team-budget.ts';

/** One execution of a tool (contract supplement §4.1). */
export type ToolExecution = ResponseBody<'getToolExecution'>;

/** Tool executions (specification §4.5). */
export class Tools {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  /** Its links are signed again when they are about to expire (specification §4.7). */
  get(toolExecutionId: string, signal: AbortSignal, priority: Priority): Promise<ToolExecution> {
    return this.#http.call('getToolExecution', { path: { toolExecutionId }, signal, priority });
  }

  /** Most recently created first; those of this credential's user only. */
  async listOwn(
    cursor: string | null,
    limit: number,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<Page<ToolExecution>> {
    const query = { ...pageQuery(cursor, limit), selfOnly: true };
    const page = await this.#http.call('listToolExecutions', { query, signal, priority });
    return { items: page.toolExecutions, nextCursor: page.nextCursor };
  }
}
