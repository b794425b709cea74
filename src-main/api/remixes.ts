import type { ResponseBody } from '../../src-shared/api/operations.ts';
import type { HttpClient } from './http-client.ts';
import { type Page, pageQuery } from './paginate.ts';
import type { Priority } from './team-budget.ts';

/** One remix action with its state (contract supplement §4.3.1). */
export type RemixAction = ResponseBody<'listRemixActions'>['remixActions'][number];

/** Remix actions of projects (specification §4.3); the service gives them as lists only. */
export class Remixes {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  async list(
    projectId: string,
    cursor: string | null,
    limit: number,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<Page<RemixAction>> {
    const request = { path: { projectId }, query: pageQuery(cursor, limit), signal, priority };
    const page = await this.#http.call('listRemixActions', request);
    return { items: page.remixActions, nextCursor: page.nextCursor };
  }
}
