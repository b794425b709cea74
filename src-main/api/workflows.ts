import { z } from 'zod';
import type { RequestBody, ResponseBody } from '../../src-shared/api/operations.ts';
import type { WorkflowRun } from '../../src-shared/api/workflows.ts';
import type { HttpClient, StartHooks } from './http-client.ts';
import { type Page, pageQuery } from './paginate.ts';
import { headerText, serverTimeMs } from './retry-after.ts';
import type { Priority } from './team-budget.ts';

type StartOperation =
  | 'scriptToVideo'
  | 'voiceoverToVideo'
  | 'slideshowToVideo'
  | 'storyboardToVideo'
  | 'promptToVideoClip'
  | 'contentOutlineToVideo';

/** Operation that starts a workflow, with its exact body. */
export type WorkflowStart = {
  readonly [Name in StartOperation]: { readonly operation: Name; readonly body: RequestBody<Name> };
}[StartOperation];

const stageSchema = z.string().regex(/^[a-z][a-z_-]{0,30}$/);

/** Workflow starts and their runs (specification §4.2). */
export class Workflows {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  /** Starts a workflow. Sent once, because a start costs credits. @param hooks as in `ApiRequest`. */
  start(
    { operation, body }: WorkflowStart,
    signal: AbortSignal,
    hooks: StartHooks,
  ): Promise<ResponseBody<StartOperation>> {
    return this.#http.call<StartOperation>(operation, { body, signal, isTriedOnce: true, ...hooks });
  }

  /** Returns the run, and its stage from the headers; null if the service states none. */
  async getRun(
    workflowRunId: string,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<{ run: WorkflowRun; stage: string | null }> {
    const { value, headers } = await this.#http.exchange('getWorkflowRun', {
      path: { workflowRunId },
      signal,
      priority,
    });
    return { run: value, stage: stageSchema.safeParse(headerText(headers, 'x-run-stage')).data ?? null };
  }

  /**
   * Returns one page of the runs of this credential's user, most recently created first. `serviceNowMs` is the
   * service's own time in Unix milliseconds, null if not stated.
   */
  async listOwnRuns(
    cursor: string | null,
    limit: number,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<Page<WorkflowRun> & { readonly serviceNowMs: number | null }> {
    const query = { ...pageQuery(cursor, limit), selfOnly: true };
    const { value, headers } = await this.#http.exchange('listWorkflowRuns', { query, signal, priority });
    return { items: value.workflowRuns, nextCursor: value.nextCursor, serviceNowMs: serverTimeMs(headers) };
  }

  /** Resolves when the service accepts the cancellation: the run becomes `cancelled` unless it has finished. */
  async cancelRun(workflowRunId: string, signal: AbortSignal): Promise<void> {
    await this.#http.call('cancelWorkflowRun', { path: { workflowRunId }, signal, isRepeatable: true });
  }
}
