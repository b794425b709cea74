import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { z } from 'zod';
import { toolExecutionSchema } from '../../../src-shared/api/tools.ts';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import { activityStatusOf, type ServiceJob } from '../../../src-shared/contract/activity.ts';
import type { EditTool, ToolName } from '../../../src-shared/contract/operation.ts';
import type { RemixValues } from '../../components/remix/remix-draft.ts';
import { sourceFieldOf } from '../../components/tools/tool-request.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { JobMirror } from '../jobs/job-mirror.svelte.ts';
import { restarts } from '../jobs/restarts.ts';

/** Number of jobs among which the runs are looked for. */
const maxJobs = 200;
const everyJob = { what: 'jobs', status: null, connectionId: null, search: '' } as const;
const recordSchema = toolExecutionSchema.pick({ results: true });

/** A file that a run has made. */
export type ToolResult = z.infer<typeof recordSchema>['results'][number];

/** Returns what a result is; null for what the page can neither show nor play. */
export function resultKindOf({ type }: ToolResult): 'image' | 'video' | 'audio' | null {
  if (type === 'IMAGE') return 'image';
  if (type === 'VIDEO') return 'video';
  return type === 'AUDIO' ? 'audio' : null;
}

/** What a run is asked to make. */
export interface ToolOrder {
  readonly operation: ToolName;
  readonly body: RemixValues;
  readonly title: string;
}

/** Returns the request for a change of a picture or clip. */
export function editOrder(
  operation: EditTool,
  { fileId, name }: { readonly fileId: string; readonly name: string },
  options: RemixValues,
): ToolOrder {
  return { operation, body: { [sourceFieldOf(operation)]: fileId, ...options }, title: name };
}

/** Results of a run: null while they are read, or why they could not be. */
type RunResults = { readonly results: readonly ToolResult[] } | { readonly error: ErrorBody } | null;

/** Runs of tools, newest first, and what they have made. */
export class ToolRuns extends JobMirror<ServiceJob> {
  readonly #client: AppClient;
  readonly #results = new SvelteMap<string, RunResults>();

  /** Job whose results were asked for elsewhere, until they are shown. */
  wantedId = $state<string | null>(null);

  constructor(deps: { readonly client: AppClient; readonly activeConnectionId: () => string }) {
    super(
      { ...deps, onChange: () => undefined },
      {
        idOf: ({ jobId }) => jobId,
        isFinished: ({ state }) => activityStatusOf(state) !== 'open',
        recordOf: ({ kind, record }) => (kind === 'job' && record.kind === 'tool' ? record : null),
        list: async (client) => {
          const { items } = await client.call('activity.list', {
            filter: everyJob,
            offset: 0,
            limit: maxJobs,
          });
          return items.flatMap(({ kind, record }) =>
            kind === 'job' && record.kind === 'tool' ? [record] : [],
          );
        },
      },
    );
    this.#client = deps.client;
  }

  /** Starts a tool. @throws AppError as main made it. */
  begin(order: ToolOrder): Promise<ServiceJob> {
    return this.ask(() => this.#client.call('operation.start', { ...order, path: {}, projectId: null }));
  }

  /** Returns what a run was asked to make. @throws AppError as main made it. */
  async requestOf({ jobId, title }: ServiceJob): Promise<ToolOrder> {
    const { operation, body } = await this.#client.call('operation.request', { jobId });
    return { operation: operation as ToolName, body: body as RemixValues, title };
  }

  /** Starts the same request once more. @throws AppError as main made it. */
  async vary(run: ServiceJob): Promise<void> {
    await this.begin(await this.requestOf(run));
  }

  /** @throws AppError as main made it. */
  async cancel({ jobId }: ServiceJob): Promise<void> {
    await this.ask(() => this.#client.call('activity.cancelJob', { jobId }));
  }

  /** Starts a run again that failed or was cancelled. @throws AppError as main made it. */
  async retry({ jobId }: ServiceJob): Promise<void> {
    await restarts.during(jobId, () => this.ask(() => this.#client.call('activity.retryJob', { jobId })));
  }

  /** Returns the results of a run; undefined until they are asked for. */
  resultsOf({ jobId }: ServiceJob): RunResults | undefined {
    return this.#results.get(jobId);
  }

  /** Reads the results of a succeeded run once. Never rejects: a failure is stored in their place. */
  async read({ jobId }: ServiceJob, isRetry = false): Promise<void> {
    if (this.#results.has(jobId) && !isRetry) return;
    this.#results.set(jobId, null);
    try {
      const { record } = await this.#client.call('operation.outcome', { jobId });
      this.#results.set(jobId, recordSchema.parse(record));
    } catch (error) {
      this.#results.set(jobId, { error: errorBodyOf(error) });
    }
  }
}

export const [getToolRuns, setToolRuns] = createContext<ToolRuns>();
