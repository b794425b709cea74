import type { ReportedJobStatus } from '../../../../src-shared/api/common.ts';
import type { ProjectRecord } from '../../../../src-shared/api/projects.ts';
import { isNotGiven } from '../../../../src-shared/error-policy.ts';
import type { HttpClient } from '../../../api/http/http-client.ts';
import { exportList, type JobList, remixList, toolList } from '../../../api/job-lists.ts';
import { firstOf } from '../../../api/paginate.ts';
import type { Clock } from '../../../platform.ts';
import { queuedServiceJob, type ServiceJobRecord } from '../../../state/service-job-repository.ts';
import { isTerminalStatus } from '../../schedule/job-ref.ts';
import { firstSteps } from './remix-steps.ts';
import { operationOfTool } from './start-operations.ts';

export interface FindRunningJobsOptions {
  readonly http: HttpClient;
  /** Projects to search for exports, remixes and messages. */
  readonly projects: readonly ProjectRecord[];
  readonly connectionId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A job under way, and the operation that starts such a job; empty if this app does not know it. */
interface FoundJob extends Pick<
  ServiceJobRecord,
  'kind' | 'title' | 'operation' | 'projectId' | 'path' | 'parentId'
> {
  readonly remoteId: string;
  readonly steps?: ServiceJobRecord['steps'];
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
    steps: [],
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

async function listRunning<Item extends { readonly status: ReportedJobStatus }>(
  list: JobList<Item>,
  projectId: string,
  { http, signal }: FindRunningJobsOptions,
): Promise<Item[]> {
  const jobs = await firstOf(maxOfList, (cursor) =>
    list.readPage(http, projectId, { cursor, limit: pageLimit, signal, priority: 'poll' }),
  );
  return jobs.filter(isUnderWay);
}

async function toolsOf(options: FindRunningJobsOptions): Promise<FoundJob[]> {
  return (await listRunning(toolList, '', options)).map(({ toolExecutionId, toolType }) => ({
    kind: 'tool',
    title: wordsOf(toolType),
    operation: operationOfTool(toolType) ?? '',
    path: {},
    remoteId: toolExecutionId,
    projectId: null,
    parentId: null,
  }));
}

async function exportsOf(project: ProjectRecord, options: FindRunningJobsOptions): Promise<FoundJob[]> {
  const exports = await listRunning(exportList, project.projectId, options);
  return exports.map(({ exportId }) => jobOf(project, 'export', 'exportProject', exportId));
}

async function remixesOf(project: ProjectRecord, options: FindRunningJobsOptions): Promise<FoundJob[]> {
  const actions = await listRunning(remixList, project.projectId, options);
  return actions.map(({ remixActionId, type }) => ({
    ...jobOf(project, 'remix', 'remixProject', remixActionId),
    steps: firstSteps({ kind: 'remix', body: { remixActions: [{ type }] } }),
  }));
}

async function messagesOf(
  project: ProjectRecord,
  { http, signal }: FindRunningJobsOptions,
): Promise<FoundJob[]> {
  const { assistantId } = project;
  if (assistantId === null) return [];
  const path = { assistantId };
  const { messages } = await http.call('getAssistant', { path, signal, priority: 'poll' });
  const replies = messages.filter(({ role }) => role === 'assistant').filter(isUnderWay);
  return replies.map(({ messageId }) => ({
    ...jobOf(project, 'message', 'sendAssistantMessage', messageId),
    path,
    parentId: assistantId,
  }));
}

function jobOf(
  { projectId, title }: ProjectRecord,
  kind: ServiceJobRecord['kind'],
  operation: string,
  remoteId: string,
): FoundJob {
  return { kind, title, operation, path: { projectId }, remoteId, projectId, parentId: projectId };
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
