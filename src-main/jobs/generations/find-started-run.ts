import type { ProjectRecord } from '../../../src-shared/api/projects.ts';
import type { WorkflowRun } from '../../../src-shared/api/workflows.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Projects } from '../../api/projects.ts';
import type { Workflows } from '../../api/workflows.ts';
import type { Clock } from '../../platform.ts';
import type { GenerationRecord } from '../../state/generation-repository.ts';
import { isWithin, startWindow } from '../start-window.ts';
import { ratioOfName, wordsOfRequest } from './start-request.ts';
import { workflowOfType } from './workflow-types.ts';

export interface FindStartedRunOptions {
  readonly workflows: Pick<Workflows, 'listOwnRuns'>;
  readonly projects: Pick<Projects, 'get'>;
  readonly record: GenerationRecord;
  /** Runs that belong to other generations of the ledger, at the moment. */
  readonly knownRunIds: () => ReadonlySet<string>;
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
const maxCandidates = 40;

/**
 * The run that a start request made although its answer was lost: a run of this user that no other generation has, of
 * the same workflow, whose project has the same shape, was made while the request was under way and is named after the
 * request's words or file. `unclear` when what is there may be it as well as the run of somebody else with the same credential, or of
 * another lost start that did not ask for the same, and when too many newer runs lie before it; `none` when there is
 * nothing that could be it.
 */
export async function findStartedRun(
  options: FindStartedRunOptions,
): Promise<WorkflowRun | 'none' | 'unclear'> {
  const { record, otherStarts } = options;
  const { candidates, isWhole } = await listCandidates(options);
  if (candidates.length === 0) return isWhole ? 'none' : 'unclear';
  const named = candidates.filter(({ project }) => mayBeNamedAfter(record, project));
  const wanted = JSON.stringify(record.request);
  const twins = otherStarts.filter(({ request }) => JSON.stringify(request) === wanted);
  const oldest = named.at(-1);
  if (!oldest || named.length > 1 + twins.length) return 'unclear';
  const rivals = otherStarts.filter((other) => !twins.includes(other));
  return rivals.some((rival) => mayBeNamedAfter(rival, oldest.project)) ? 'unclear' : oldest.run;
}

/** Newest first. They are whole where no older run can be one. */
async function listCandidates(
  options: FindStartedRunOptions,
): Promise<{ readonly candidates: readonly Candidate[]; readonly isWhole: boolean }> {
  const { workflows, projects, record, knownRunIds, clock, signal } = options;
  const { items, nextCursor, serviceNowMs } = await workflows.listOwnRuns(null, listLimit, signal, 'user');
  const window = startWindow(record.submittedAtMs ?? 0, serviceNowMs, clock);
  const known = knownRunIds();
  const unknown = items.filter(
    (run) => workflowOfType(run.workflowType) === record.request.workflow && !known.has(run.workflowRunId),
  );
  const candidates: Candidate[] = [];
  const projectOf = (run: WorkflowRun): Promise<ProjectRecord | null> =>
    projects.get(run.projectId, signal).catch(nullIfGone);
  const isBefore = (project: ProjectRecord | null): boolean =>
    project !== null && (project.createdAt + 1) * 1000 < window.earliestMs;
  let isWhole = false;
  for (const run of unknown.slice(0, maxCandidates)) {
    const project = await projectOf(run);
    isWhole = isBefore(project);
    if (isWhole) break;
    if (project && hasShape(record, project) && isWithin(project.createdAt, window))
      candidates.push({ run, project });
  }
  const [oldest] = items.slice(-1);
  if (!isWhole && unknown.length <= maxCandidates)
    isWhole = nextCursor === null || !oldest || isBefore(await projectOf(oldest));
  // Meanwhile another generation may have got its own.
  const taken = knownRunIds();
  return { candidates: candidates.filter(({ run }) => !taken.has(run.workflowRunId)), isWhole };
}

/** Of a project that was removed since its run was listed. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}

function hasShape({ request }: GenerationRecord, { aspectRatio }: ProjectRecord): boolean {
  const wanted = ratioOfName(request.aspectRatio ?? '16:9');
  return aspectRatio.width * wanted.height === aspectRatio.height * wanted.width;
}

/**
 * A service calls a project by the first words or the heading it was given, by the file's name, or by words of its own
 * (contract supplement §4.3): only those of the request tell whose it is. They stand in it from a word's beginning to a word's end, unless cut short.
 */
function mayBeNamedAfter(record: GenerationRecord, project: ProjectRecord): boolean {
  const title = wordsOf(project.title);
  const isCutShort = /(?:…|\.\.\.)\s*$/u.test(project.title);
  const given = ` ${wordsOf(wordsOfRequest(record.request) ?? record.title)} `;
  return hasShape(record, project) && title !== '' && given.includes(` ${title}${isCutShort ? '' : ' '}`);
}

/** Words only, so that markup, spacing and an ellipsis do not matter. */
function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
