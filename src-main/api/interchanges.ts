import type { RequestBody } from '../../src-shared/api/operations.ts';
import type { Interchange } from '../../src-shared/api/projects.ts';
import type { HttpClient } from './http-client.ts';
import type { Priority } from './team-budget.ts';

/** Timeline interchange jobs (specification §4.3). */
export class Interchanges {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  /** The id of a new job. A second job for the same request changes nothing, so it may be sent again. */
  async start(
    projectId: string,
    body: RequestBody<'createInterchange'>,
    signal: AbortSignal,
  ): Promise<string> {
    const request = { path: { projectId }, body, signal, isRepeatable: true };
    return (await this.#http.call('createInterchange', request)).interchangeJobId;
  }

  /** Its link is signed anew when it is about to expire (specification §4.7). */
  get(interchangeJobId: string, signal: AbortSignal, priority: Priority): Promise<Interchange> {
    return this.#http.call('getInterchange', { path: { interchangeJobId }, signal, priority });
  }
}
