import type { ReportedJobStatus } from '../../../../src-shared/api/common.ts';
import type { ProjectRecord } from '../../../../src-shared/api/projects.ts';
import { isNotGiven } from '../../../../src-shared/error-policy.ts';
import type { HttpClient } from '../../../api/http/http-client.ts';
import { firstOf, pageFrom, pageQuery } from '../../../api/paginate.ts';
import type { Clock } from '../../../platform.ts';
import { queuedServiceJob, type ServiceJobRecord } from '../../../state/service-job-repository.ts';
import { isTerminalStatus } from '../../schedule/job-ref.ts';
import { firstSteps } from './remix-steps.ts';
import { operationOfTool, type StartOperation } from './start-operations.ts';

export interface FindRunningJobsOptions {
  readonly http: HttpClient;
  /** Projects to search for exports, remixes and messages. */
  readonly projects: readonly ProjectRecord[];
  readonly connectionId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A job under way, and the operation that starts such a job. */
interface FoundJob extends Pick<
  ServiceJobRecord,
  'kind' | 'title' | 'projectId' | 'path' | 'parentId' | 'steps'
> {
  readonly remoteId: string;
  readonly operation: StartOperation | '';
}

const pageLimit = 200;
/** Number of newest jobs read from one list. Older jobs have ended. */
const maxOfList = 400;

/**
 * Finds the jobs under way at the service, except runs, as records to be followed. Leaves out ended jobs: the service
 * reports no time for them, and their results are in the library and the projects. The request body of a job is
 * unknown, so a failed one can hardly be started again.
 * @throws AppError as the client, for temporary failures; skips lists that the service does not give.
 */
export async function findRunningJobs(options: FindRunningJobsOptions): Promise<ServiceJobRecord[]> {
  const { projects, connectionId, clock } = options;
  const found = await ifGiven(() => toolsOf(options));
  for (const project of projects) {
    for (const jobsOf of [exportsOf, remixesOf, messagesOf]) {
      found.push(...(await ifGiven(() => jobsOf(project, options))));
    }
  }
  const createdAt = Math.floor(clock.now() / 1000);
  return found.map((job) => ({
    ...queuedServiceJob,
    ...job,
    // Uses the job's id at the service, so that a second search finds it.
    jobId: job.remoteId,
    connectionId,
    state: 'running',
    createdAt,
    body: {},
    remoteIds: [job.remoteId],
  }));
}

function isUnderWay({ status }: { readonly status: ReportedJobStatus }): boolean {
  return !isTerminalStatus(status);
}

async function toolsOf({ http, signal }: FindRunningJobsOptions): Promise<FoundJob[]> {
  const executions = await firstOf(maxOfList, async (cursor) => {
    const query = { ...pageQuery(cursor, pageLimit), selfOnly: true };
    return pageFrom(http.call('listToolExecutions', { query, signal, priority: 'poll' }), 'toolExecutions');
  });
  return executions.filter(isUnderWay).map(({ toolExecutionId, toolType }) => ({
    kind: 'tool',
    operation: operationOfTool(toolType) ?? '',
    title: wordsOf(toolType),
    path: {},
    steps: [],
    ...{ remoteId: toolExecutionId, projectId: null, parentId: null },
  }));
}

async function exportsOf(
  { projectId, title }: ProjectRecord,
  { http, signal }: FindRunningJobsOptions,
): Promise<FoundJob[]> {
  const path = { projectId };
  const query = pageQuery(null, pageLimit);
  const { exports } = await http.call('listProjectExports', { path, query, signal, priority: 'poll' });
  return exports.filter(isUnderWay).map(({ exportId }) => ({
    ...{ kind: 'export', operation: 'exportProject', title, path, projectId },
    ...{ remoteId: exportId, parentId: projectId, steps: [] },
  }));
}

async function remixesOf(
  { projectId, title }: ProjectRecord,
  { http, signal }: FindRunningJobsOptions,
): Promise<FoundJob[]> {
  const path = { projectId };
  const query = pageQuery(null, pageLimit);
  const { remixActions } = await http.call('listRemixActions', { path, query, signal, priority: 'poll' });
  return remixActions.filter(isUnderWay).map(({ remixActionId, type }) => ({
    ...{ kind: 'remix', operation: 'remixProject', title, path, projectId },
    ...{ remoteId: remixActionId, parentId: projectId },
    steps: firstSteps({ kind: 'remix', body: { remixActions: [{ type }] } }),
  }));
}

async function messagesOf(
  { projectId, assistantId, title }: ProjectRecord,
  { http, signal }: FindRunningJobsOptions,
): Promise<FoundJob[]> {
  if (assistantId === null) return [];
  const path = { assistantId };
  const { messages } = await http.call('getAssistant', { path, signal, priority: 'poll' });
  const replies = messages.filter(({ role }) => role === 'assistant');
  return replies.filter(isUnderWay).map(({ messageId }) => ({
    ...{ kind: 'message', operation: 'sendAssistantMessage', title, path, projectId },
    ...{ remoteId: messageId, parentId: assistantId, steps: [] },
  }));
}

/** Returns an empty list where the service has no such list for this user, or none that can be read. */
async function ifGiven<Item>(read: () => Promise<Item[]>): Promise<Item[]> {
  try {
    return await read();
  } catch (error) {
    if (isNotGiven(error)) return [];
    throw error;
  }
}

/** Converts `GENERATE_IMAGE` to "Generate image". */
function wordsOf(toolType: string): string {
  const words = toolType.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
