import { z } from 'zod';
import type { ResponseBody } from '../../src-shared/api/operations.ts';
import type { WorkflowRun } from '../../src-shared/api/workflows.ts';
import { throwIfStopped } from '../foundation/wait.ts';
import type { Priority } from './budget/rate-budget.ts';
import type { HttpClient, StartHooks } from './http/http-client.ts';
import { headerText, serverTimeMs } from './http/retry-after.ts';
import { type Page, pageQuery } from './paginate.ts';
import { hasSavedStyle, inStyleForm, refusesStyle, type SavedStyleForm } from './saved-style.ts';
import type { StartOperation, WorkflowStart } from './workflow-start.ts';

const stageSchema = z.string().regex(/^[a-z][a-z_-]{0,30}$/);

/** Workflow starts and their runs (specification §4.2). */
export class Workflows {
  readonly #http: HttpClient;
  /** In memory only: after a restart, the service may take the current form. */
  #styleForm: SavedStyleForm = 'current';

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  /**
   * Starts a workflow. Sent once, because a start costs credits. A start whose saved style the service refuses in one
   * form had no effect and leaves once more in the other form. The form that was taken is tried first from then on.
   * @param hooks as in `ApiRequest`; `onRefused` is called between the two.
   */
  async start(
    wanted: WorkflowStart,
    signal: AbortSignal,
    hooks: StartHooks,
  ): Promise<ResponseBody<StartOperation>> {
    const first = this.#styleForm;
    try {
      return await this.#send(inStyleForm(wanted, first), signal, hooks);
    } catch (refusal) {
      if (!hasSavedStyle(wanted) || !refusesStyle(refusal)) throw refusal;
      hooks.onRefused?.();
      throwIfStopped(signal);
      const other = first === 'current' ? 'older' : 'current';
      try {
        const started = await this.#send(inStyleForm(wanted, other), signal, hooks);
        this.#styleForm = other;
        return started;
      } catch (error) {
        throw refusesStyle(error) ? refusal : error;
      }
    }
  }

  #send(
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
