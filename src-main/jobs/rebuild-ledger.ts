import type { ProjectRecord } from '../../src-shared/api/projects.ts';
import type { WorkflowRun } from '../../src-shared/api/workflows.ts';
import { toErrorBody } from '../../src-shared/app-error.ts';
import { type AspectRatioName, aspectRatioSchema } from '../../src-shared/contract/generation.ts';
import { errorOfFailedJob } from '../api/api-errors.ts';
import type { Projects } from '../api/projects.ts';
import type { Workflows } from '../api/workflows.ts';
import type { GenerationRecord } from '../store/generation-repository.ts';
import type { GenerationLedger } from './generation-ledger.ts';
import { isTerminalStatus } from './schedule/job-ref.ts';
import { ratioOfName } from './start-request.ts';

export interface RebuildLedgerOptions {
  readonly workflows: Workflows;
  readonly projects: Projects;
  readonly ledger: GenerationLedger;
  readonly connectionId: string;
  readonly signal: AbortSignal;
}

/** One page: older ones are found as projects. */
const mostRuns = 100;

/**
 * After the state was lost: puts the runs that this user started back into the ledger, as far as the service knows
 * them. Their scripts and choices are gone, so they can be followed and cancelled but not started again.
 * @throws AppError as the service answers.
 */
export async function rebuildLedger(options: RebuildLedgerOptions): Promise<void> {
  const { workflows, projects, ledger, connectionId, signal } = options;
  const known = ledger.knownRunIds();
  const { items } = await workflows.listOwnRuns(null, mostRuns, signal, 'user');
  for (const run of items.filter(({ workflowRunId }) => !known.has(workflowRunId))) {
    const project = await projects.get(run.projectId, signal).catch(() => null);
    ledger.put(recordOf(run, project, connectionId));
  }
}

function recordOf(run: WorkflowRun, project: ProjectRecord | null, connectionId: string): GenerationRecord {
  const hasEnded = isTerminalStatus(run.status);
  return {
    // The run's own id: whoever rebuilds twice finds it there.
    generationId: run.workflowRunId,
    connectionId,
    title: project?.title.trim() ?? '',
    state: hasEnded ? (run.status as 'succeeded' | 'failed' | 'cancelled') : 'running',
    progress: run.status === 'succeeded' ? 1 : run.progressPercentage / 100,
    stage: null,
    isCancelling: false,
    projectId: run.projectId,
    createdAt: project?.createdAt ?? 0,
    finishedAt: hasEnded ? (project?.updatedAt ?? null) : null,
    error: run.status === 'failed' ? toErrorBody(errorOfFailedJob(run.error)) : null,
    request: {
      script: '',
      aspectRatio: nameOfRatio(project),
      voiceId: null,
      languageCode: null,
      pacing: 'MEDIUM',
      styleText: '',
      materialIds: [],
    },
    workflowRunId: run.workflowRunId,
    submittedAtMs: null,
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
