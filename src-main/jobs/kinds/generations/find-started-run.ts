import type { ProjectRecord } from '../../../../src-shared/api/projects.ts';
import type { WorkflowRun } from '../../../../src-shared/api/workflows.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import type { Projects } from '../../../api/projects.ts';
import type { Workflows } from '../../../api/workflows.ts';
import type { Clock } from '../../../platform.ts';
import type { GenerationRecord } from '../../../state/generation-repository.ts';
import { isWithin, startWindow } from '../../start/start-window.ts';
import { ratioOfName, wordsOfRequest } from './start-request.ts';
import { workflowOfType } from './workflow-types.ts';

export interface FindStartedRunOptions {
  readonly workflows: Pick<Workflows, 'listOwnRuns'>;
  readonly projects: Pick<Projects, 'get'>;
  readonly record: GenerationRecord;
  /** Ids of runs that currently belong to other generations of the ledger. */
  readonly knownRunIds: () => ReadonlySet<string>;
  /** Other generations with an unconfirmed start. */
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
 * Finds the run of a start request whose answer was lost. It belongs to this user, to the same workflow and to no other
 * generation; its project has a shape of the request, was created while the request was under way and is named after the
 * request's words or file.
 * @returns `none` when no run can be the one; `unclear` when a candidate may also belong to somebody else with the same
 * credential or to a lost start of a different request, or when too many newer runs come before it.
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

/** Lists the candidates, newest first. `isWhole` is true if no older run can be one. */
async function listCandidates(
  options: FindStartedRunOptions,
): Promise<{ readonly candidates: readonly Candidate[]; readonly isWhole: boolean }> {
  const { workflows, projects, record, knownRunIds, clock, signal } = options;
  const { items, nextCursor, serviceNowMs } = await workflows.listOwnRuns(null, listLimit, signal, 'user');
  const window = startWindow(record, serviceNowMs, clock);
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
  // Another generation may have taken its own run meanwhile.
  const taken = knownRunIds();
  return { candidates: candidates.filter(({ run }) => !taken.has(run.workflowRunId)), isWhole };
}

/** Returns null for a project removed since its run was listed. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}

/** True if the project has the requested aspect ratio, or one that a remix action of the request gives it. */
function hasShape({ request }: GenerationRecord, { aspectRatio }: ProjectRecord): boolean {
  const resizes = (request.remixActions ?? []).filter((action) => action.type === 'RESIZE_PROJECT');
  const wanted = [ratioOfName(request.aspectRatio ?? '16:9'), ...resizes.map((action) => action.aspectRatio)];
  return wanted.some(({ width, height }) => aspectRatio.width * height === aspectRatio.height * width);
}

/**
 * True if the project's title may come from the request. A service names a project after its first words, its heading,
 * the file's name, or in words of its own (contract supplement §4.3); only the request's words identify the owner. The
 * title must match whole words of the request, unless it is cut short.
 */
function mayBeNamedAfter(record: GenerationRecord, project: ProjectRecord): boolean {
  const title = wordsOf(project.title);
  const isCutShort = /(?:…|\.\.\.)\s*$/u.test(project.title);
  const given = ` ${wordsOf(wordsOfRequest(record.request) ?? record.title)} `;
  return hasShape(record, project) && title !== '' && given.includes(` ${title}${isCutShort ? '' : ' '}`);
}

/** Reduces a text to its words, so that markup, spacing and an ellipsis do not matter. */
function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
