import type { ProjectRecord } from '../../src-shared/api/projects.ts';
import type { WorkflowRun } from '../../src-shared/api/workflows.ts';
import type { Projects } from '../api/projects.ts';
import type { Workflows } from '../api/workflows.ts';
import type { Clock } from '../platform.ts';
import type { GenerationRecord } from '../store/generation-repository.ts';
import { ratioOfName } from './start-request.ts';
import { isWithin, startWindow } from './start-window.ts';

export interface FindStartedRunOptions {
  readonly workflows: Pick<Workflows, 'listOwnRuns'>;
  readonly projects: Pick<Projects, 'get'>;
  readonly record: GenerationRecord;
  /** Runs that belong to other generations of the ledger. */
  readonly knownRunIds: ReadonlySet<string>;
  /** Other generations whose start has not been confirmed either. */
  readonly otherStarts: readonly GenerationRecord[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

interface Candidate {
  readonly run: WorkflowRun;
  readonly project: ProjectRecord;
}

const listLimit = 200;
const mostCandidates = 40;

/**
 * The run that a start request made although its answer was lost: a run of this user that no other generation has,
 * whose project has the same shape and was made while the request was under way. One whose title is in the script goes
 * before the others. One that cannot be told from the run of another lost start is taken only when both asked for the
 * same. Null when there is none or it cannot be told.
 */
export async function findStartedRun(options: FindStartedRunOptions): Promise<WorkflowRun | null> {
  const { record, otherStarts } = options;
  const candidates = await listCandidates(options);
  const script = comparable(record.request.script);
  const titled = candidates.filter(({ project }) => {
    const title = comparable(project.title);
    return title !== '' && script.includes(title);
  });
  const wanted = JSON.stringify(record.request);
  const twins = otherStarts.filter(({ request }) => JSON.stringify(request) === wanted).length;
  if (titled.length > 0 && titled.length <= 1 + twins) return titled.at(-1)?.run ?? null;
  const [only] = candidates.length === 1 && otherStarts.length === 0 ? candidates : [];
  return only?.run ?? null;
}

/** Newest first. */
async function listCandidates(options: FindStartedRunOptions): Promise<Candidate[]> {
  const { workflows, projects, record, knownRunIds, clock, signal } = options;
  const ratio = ratioOfName(record.request.aspectRatio);
  const { items, toldAtMs } = await workflows.listOwnRuns(null, listLimit, signal, 'user');
  const window = startWindow(record.submittedAtMs ?? 0, toldAtMs, clock);
  const unknown = items.filter(
    (run) => run.workflowType === 'SCRIPT_TO_VIDEO' && !knownRunIds.has(run.workflowRunId),
  );
  const candidates: Candidate[] = [];
  for (const run of unknown.slice(0, mostCandidates)) {
    const project = await projects.get(run.projectId, signal);
    if ((project.createdAt + 1) * 1000 < window.earliestMs) break;
    const { width, height } = project.aspectRatio;
    const hasShape = width * ratio.height === height * ratio.width;
    if (hasShape && isWithin(project.createdAt, window)) candidates.push({ run, project });
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
