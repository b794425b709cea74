import type { Interchange } from '../../src-shared/api/projects.ts';
import type { HttpClient } from './http-client.ts';
import type { Priority } from './team-budget.ts';

/** Timeline interchange jobs (specification §4.3). */
export class Interchanges {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  /** Its link is signed again when it is about to expire (specification §4.7). */
  get(interchangeJobId: string, signal: AbortSignal, priority: Priority): Promise<Interchange> {
    return this.#http.call('getInterchange', { path: { interchangeJobId }, signal, priority });
  }
}
