import type { ProjectRecord } from '../../src-shared/api/projects.ts';
import type { WorkflowRun } from '../../src-shared/api/workflows.ts';
import type { Projects } from '../api/projects.ts';
import type { Workflows } from '../api/workflows.ts';
import type { Clock } from '../platform.ts';
import type { GenerationRecord } from '../store/generation-repository.ts';
import { ratioOfName } from './start-request.ts';

export interface FindStartedRunOptions {
  readonly workflows: Workflows;
  readonly projects: Projects;
  readonly record: GenerationRecord;
  /** Runs that belong to other generations of the ledger. */
  readonly knownRunIds: ReadonlySet<string>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

interface Candidate {
  readonly run: WorkflowRun;
  readonly project: ProjectRecord;
}

const listLimit = 50;
const mostCandidates = 10;
/** How far the two clocks may have drifted since, and how coarse the service tells its time. */
const toleranceMs = 60_000;

/**
 * The run that a start request made although its answer was lost: a run of this user that no other generation
 * has, whose project has the same shape and was made after the request left. When there are several, the one
 * whose title is in the script. Null when there is none or it cannot be told.
 */
export async function findStartedRun(options: FindStartedRunOptions): Promise<WorkflowRun | null> {
  const candidates = await listCandidates(options);
  const script = comparable(options.record.request.script);
  const titled = candidates.filter(({ project }) => {
    const title = comparable(project.title);
    return title !== '' && script.includes(title);
  });
  const [only] = titled.length === 1 ? titled : candidates.length === 1 ? candidates : [];
  return only?.run ?? null;
}

async function listCandidates(options: FindStartedRunOptions): Promise<Candidate[]> {
  const { workflows, projects, record, knownRunIds, clock, signal } = options;
  const ratio = ratioOfName(record.request.aspectRatio);
  const { items, toldAtMs } = await workflows.listOwnRuns(null, listLimit, signal, 'user');
  // By the service's clock: this computer's may be wrong by any amount.
  const aheadMs = toldAtMs === null ? 0 : clock.now() - toldAtMs;
  const earliestMs = (record.submittedAtMs ?? 0) - aheadMs - toleranceMs;
  const unknown = items.filter(
    (run) => run.workflowType === 'SCRIPT_TO_VIDEO' && !knownRunIds.has(run.workflowRunId),
  );
  const candidates: Candidate[] = [];
  for (const run of unknown.slice(0, mostCandidates)) {
    const project = await projects.get(run.projectId, signal);
    if ((project.createdAt + 1) * 1000 < earliestMs) break;
    const { width, height } = project.aspectRatio;
    if (width * ratio.height === height * ratio.width) candidates.push({ run, project });
  }
  return candidates;
}

/** Words only, so that markup, spacing and an ellipsis do not matter. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
