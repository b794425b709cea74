import type { ProjectRecord } from '../../../../src-shared/api/projects.ts';
import type { WorkflowRun } from '../../../../src-shared/api/workflows.ts';
import { toErrorBody } from '../../../../src-shared/app-error.ts';
import { type AspectRatioName, aspectRatioSchema } from '../../../../src-shared/contract/start-generation.ts';
import { errorOfFailedJob } from '../../../api/http/api-errors.ts';
import type { HttpClient } from '../../../api/http/http-client.ts';
import { firstOf, pageFrom, pageQuery } from '../../../api/paginate.ts';
import type { Workflows } from '../../../api/workflows.ts';
import type { Clock } from '../../../platform.ts';
import { type GenerationRecord, queuedGeneration } from '../../../state/generation-repository.ts';
import { isTerminalStatus } from '../../schedule/job-ref.ts';
import { findRunningJobs } from '../service-jobs/find-running-jobs.ts';
import { knownIds, type ServiceJobLedger } from '../service-jobs/service-job-ledger.ts';
import { type GenerationLedger, knownRunIds } from './generation-ledger.ts';
import { ratioOfName } from './start-request.ts';
import { workflowOfType } from './workflow-types.ts';

export interface RebuildLedgerOptions {
  readonly http: HttpClient;
  readonly workflows: Workflows;
  readonly ledger: GenerationLedger;
  readonly serviceJobs: ServiceJobLedger;
  readonly connectionId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Number of jobs restored into the ledger. */
export interface FoundJobs {
  readonly generations: number;
  /** Unfinished tool runs, exports, remixes and messages. */
  readonly serviceJobs: number;
}

const pageLimit = 200;
/** Number of newest runs listed; older ones are found as projects. */
const maxRuns = 1_000;
const maxProjects = 1_000;
/** Jobs under way are searched in at most this many projects, changed within `searchedDays`. */
const maxSearched = 50;
const searchedDays = 30;

/**
 * Rebuilds the ledger after the state was lost. Restores the runs this user started, as far as the service knows them,
 * and the user's other jobs under way. Scripts and choices are gone, so the jobs can be followed and cancelled but not
 * started again.
 * @throws AppError as the service answers.
 */
export async function rebuildLedger(options: RebuildLedgerOptions): Promise<FoundJobs> {
  const { ledger, serviceJobs, connectionId, clock } = options;
  const projects = await listOwnProjects(options);
  const byId = new Map(projects.map((project) => [project.projectId, project]));
  const knownRuns = knownRunIds(ledger);
  const runs = (await listRuns(options)).filter(({ workflowRunId }) => !knownRuns.has(workflowRunId));
  for (const run of runs) ledger.put(recordOf(run, byId.get(run.projectId) ?? null, connectionId));
  const since = clock.now() / 1000 - searchedDays * 24 * 3600;
  const searched = projects.filter(({ updatedAt }) => updatedAt >= since).slice(0, maxSearched);
  const knownJobs = knownIds(serviceJobs);
  const jobs = (await findRunningJobs({ ...options, projects: searched })).filter(
    ({ jobId }) => !knownJobs.has(jobId),
  );
  for (const job of jobs) serviceJobs.put(job);
  return { generations: runs.length, serviceJobs: jobs.length };
}

function listRuns({ workflows, signal }: RebuildLedgerOptions): Promise<WorkflowRun[]> {
  return firstOf(maxRuns, (cursor) => workflows.listOwnRuns(cursor, pageLimit, signal, 'poll'));
}

/** Lists the user's own projects, also those made on the web, most recently changed first. */
function listOwnProjects({ http, signal }: RebuildLedgerOptions): Promise<ProjectRecord[]> {
  return firstOf(maxProjects, async (cursor) => {
    const query = { ...pageQuery(cursor, pageLimit), selfOnly: true, includeUiProjects: true };
    return pageFrom(http.call('listProjects', { query, signal, priority: 'poll' }), 'projects');
  });
}

function recordOf(run: WorkflowRun, project: ProjectRecord | null, connectionId: string): GenerationRecord {
  const hasEnded = isTerminalStatus(run.status);
  return {
    ...queuedGeneration,
    // Uses the run's own id, so that a second rebuild finds it.
    generationId: run.workflowRunId,
    connectionId,
    workflow: workflowOfType(run.workflowType),
    title: project?.title.trim() ?? '',
    state: hasEnded ? (run.status as 'succeeded' | 'failed' | 'cancelled') : 'running',
    progress: run.status === 'succeeded' ? 1 : run.progressPercentage / 100,
    projectId: run.projectId,
    createdAt: project?.createdAt ?? 0,
    finishedAt: hasEnded ? (project?.updatedAt ?? null) : null,
    error: run.status === 'failed' ? toErrorBody(errorOfFailedJob(run.error)) : null,
    request: {
      workflow: 'script',
      script: '',
      visualStyle: { type: 'STOCK' },
      aspectRatio: nameOfRatio(project),
    },
    workflowRunId: run.workflowRunId,
    attemptIndex: run.attemptIndex,
  };
}

function nameOfRatio(project: ProjectRecord | null): AspectRatioName {
  const known = aspectRatioSchema.options.find((name) => {
    const { width, height } = ratioOfName(name);
    return project !== null && project.aspectRatio.width * height === project.aspectRatio.height * width;
  });
  return known ?? '16:9';
}
