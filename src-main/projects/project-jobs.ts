import type { ProjectExport } from '../../src-shared/api/projects.ts';
import type { RemixAction } from '../../src-shared/api/remix.ts';
import { AppError, type ErrorBody, toErrorBody } from '../../src-shared/app-error.ts';
import { activityStatusOf, type RemixStep, type ServiceJob } from '../../src-shared/contract/activity.ts';
import { type ExportOptions, exportOptionsSchema } from '../../src-shared/contract/export-options.ts';
import type { MovieExport } from '../../src-shared/contract/export.ts';
import type { NamedProject } from '../../src-shared/contract/named-project.ts';
import { errorOfFailedJob } from '../api/http/api-errors.ts';
import type { HttpClient } from '../api/http/http-client.ts';
import { pageQuery } from '../api/paginate.ts';
import type { Projects } from '../api/projects.ts';
import {
  type GenerationLedger,
  maxGenerationsOfProject,
} from '../jobs/kinds/generations/generation-ledger.ts';
import {
  generatedMovieOptions,
  keptOptions,
  newestGeneratedOptions,
} from '../jobs/kinds/service-jobs/kept-options.ts';
import { stepOf } from '../jobs/kinds/service-jobs/remix-steps.ts';
import { serviceJobKind } from '../jobs/kinds/service-jobs/service-job-ledger.ts';
import type { ServiceJobs } from '../jobs/kinds/service-jobs/service-jobs.ts';
import type { GenerationRecord } from '../state/generation-repository.ts';
import type { ServiceJobRecord } from '../state/service-job-repository.ts';

export interface ProjectJobsDeps {
  readonly http: Pick<HttpClient, 'call'>;
  readonly projects: Projects;
  readonly jobs: ServiceJobs;
  readonly generations: Pick<GenerationLedger, 'list'>;
}

/** Limit for one project; older exports are not shown. */
const maxExports = 100;
const maxRemixes = 200;

/** Exports and remixes of projects: those started here, which the app follows, and those started elsewhere. */
export class ProjectJobs {
  readonly #deps: ProjectJobsDeps;
  readonly #stopper = new AbortController();

  constructor(deps: ProjectJobsDeps) {
    this.#deps = deps;
  }

  /**
   * Starts an export. Journals it at once, whether the service is reachable or not.
   * @param options those of the project's newest movie by default.
   * @throws AppError `disk_full`.
   */
  startExport(project: NamedProject, options?: ExportOptions): ServiceJob {
    const body = options ?? this.#lastOptions(project.projectId);
    return this.#deps.jobs.order({ operation: 'exportProject', body, ...orderOf(project) });
  }

  /**
   * Starts a remix as `startExport`. @param isCopy changes a copy and not the project. @throws AppError `disk_full`.
   */
  startRemix(project: NamedProject, actions: readonly RemixAction[], isCopy: boolean): ServiceJob {
    const body = { remixActions: [...actions], ...(isCopy && { saveAsNewProject: true }) };
    return this.#deps.jobs.order({ operation: 'remixProject', body, ...orderOf(project) });
  }

  /**
   * Lists exports, newest first: unfinished ones that the service does not list, then its own list, with the others
   * that it does not list. If the service cannot be reached, lists those started here, with the reason.
   */
  async listExports(projectId: string): Promise<{ exports: MovieExport[]; error: ErrorBody | null }> {
    const { projects, jobs } = this.#deps;
    let listed: readonly ProjectExport[] = [];
    let error: ErrorBody | null = null;
    try {
      listed = await projects.listExports(projectId, maxExports, this.#stopper.signal);
    } catch (reason) {
      if (!(reason instanceof AppError)) throw reason;
      error = toErrorBody(reason);
    }
    const own = jobs.listOf(projectId, 'export');
    const byId = new Map(own.map((record) => [record.remoteId, record]));
    const ids = new Set(listed.map(({ exportId }) => exportId));
    const unlisted = own.filter(({ remoteId }) => remoteId === null || !ids.has(remoteId));
    const shown = listed.map((movie) => shownExport(movie, byId.get(movie.exportId)));
    const exports = merged(
      listed.length < maxExports ? withGenerated(shown, this.#generationOf(projectId)) : shown,
      unlisted.map((record) => ({ ...jobPart(record), exportId: record.remoteId, sizeBytes: null })),
    );
    return { exports, error };
  }

  /**
   * Lists remixes, newest first: those started here, the actions that were started elsewhere, and those of the
   * project's generation, in their order.
   */
  async listRemixes(
    projectId: string,
  ): Promise<{ jobs: ServiceJob[]; elsewhere: RemixStep[] | null; generated: RemixStep[] }> {
    const own = this.#deps.jobs.listOf(projectId, 'remix');
    const known = new Set(own.flatMap(({ remoteId, remoteIds }) => [remoteId, ...remoteIds]));
    const others = await this.#listOthers(projectId, known);
    const generated = others ? generatedSteps(others, this.#generationOf(projectId)) : [];
    const elsewhere = others && others.slice(0, others.length - generated.length);
    return { jobs: own.map(serviceJobKind.shown), elsewhere, generated };
  }

  /** Returns a newly signed link. @throws AppError `not_found`, `conflict` while there is no movie. */
  async link(projectId: string, exportId: string): Promise<string> {
    const movie = await this.#deps.projects.getExport(projectId, exportId, this.#stopper.signal, 'user');
    return linkOf(movie);
  }

  dispose(): void {
    this.#stopper.abort();
  }

  /** Returns the options of a project's newest movie; of a copy without a movie, those of its original. */
  #lastOptions(projectId: string): ExportOptions {
    const { jobs, generations } = this.#deps;
    const generated = newestGeneratedOptions(generations.list(maxGenerationsOfProject, projectId));
    const kept = keptOptions(jobs.listOf(projectId, 'export'), generated);
    if (kept) return kept;
    const original = jobs.originalOf(projectId);
    return original === null ? {} : this.#lastOptions(original);
  }

  /** Returns the generation of this app that made the project; undefined without one. */
  #generationOf(projectId: string): GenerationRecord | undefined {
    return this.#deps.generations.list(1, projectId)[0];
  }

  /** Lists the actions that were not started as remixes here, newest first; null if the service cannot be reached. */
  async #listOthers(projectId: string, known: ReadonlySet<string | null>): Promise<RemixStep[] | null> {
    try {
      const request = { path: { projectId }, query: pageQuery(null, maxRemixes) };
      const { signal } = this.#stopper;
      const { remixActions } = await this.#deps.http.call('listRemixActions', { ...request, signal });
      return remixActions
        .filter(({ remixActionId }) => !known.has(remixActionId))
        .map(({ type, progressPercentage, ...action }) => ({
          type,
          ...stepOf({ ...action, progress: progressPercentage / 100 }),
        }));
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
}

/** Fields that every job of a project has in its order. */
function orderOf({ projectId, title }: NamedProject) {
  return { path: { projectId }, title, projectId };
}

/** @throws AppError `conflict` while there is no movie. */
export function linkOf({ downloadUrl }: ProjectExport): string {
  if (downloadUrl !== null) return downloadUrl;
  throw new AppError('conflict', 'The export has no movie.');
}

function shownExport(movie: ProjectExport, record: ServiceJobRecord | undefined): MovieExport {
  const { exportId, status, progressPercentage, attemptIndex, error, file } = movie;
  const isKnown = status !== 'unrecognised' && status !== 'pending';
  return {
    ...(record ? jobPart(record) : { jobId: null, createdAt: null, finishedAt: null, options: null }),
    exportId,
    state: isKnown ? status : 'running',
    progress: progressPercentage / 100,
    attemptIndex,
    error: status === 'failed' ? toErrorBody(errorOfFailedJob(error, 'service_failed')) : null,
    sizeBytes: file?.downloadSource?.fileBytes ?? null,
  };
}

/** Adds time and options to the oldest export if a finished generation of this app rendered it. */
function withGenerated(
  exports: readonly MovieExport[],
  generation: GenerationRecord | undefined,
): readonly MovieExport[] {
  const oldest = exports.at(-1);
  if (oldest?.jobId !== null || generation?.state !== 'succeeded') return exports;
  const options = generatedMovieOptions(generation.request);
  return options === null
    ? exports
    : exports.with(-1, { ...oldest, createdAt: generation.finishedAt, options });
}

/** Returns the oldest steps if they are those of a generation, in their order; empty otherwise. */
function generatedSteps(steps: readonly RemixStep[], generation: GenerationRecord | undefined): RemixStep[] {
  const actions = generation?.request.remixActions ?? [];
  const oldest = steps.slice(steps.length - actions.length).reverse();
  return actions.every(({ type }, index) => oldest[index]?.type === type) ? oldest : [];
}

/**
 * Merges exports that the service does not list: unfinished ones first, each other one behind all that are known to be
 * newer. The start time of exports from elsewhere is unknown. Both lists are newest first.
 */
function merged(listed: readonly MovieExport[], unlisted: readonly MovieExport[]): MovieExport[] {
  const rows = [...listed];
  const open = unlisted.filter(({ state }) => activityStatusOf(state) === 'open');
  for (const movie of unlisted) {
    if (open.includes(movie)) continue;
    // The service lists its newest ones, so an export that it had and does not list is older.
    const isOlder = movie.exportId !== null && listed.length >= maxExports;
    const isNewer = ({ createdAt }: MovieExport): boolean => (createdAt ?? 0) >= (movie.createdAt ?? 0);
    rows.splice(isOlder ? rows.length : rows.findLastIndex(isNewer) + 1, 0, movie);
  }
  return [...open, ...rows];
}

function jobPart({ body, ...record }: ServiceJobRecord) {
  const { jobId, state, progress, attemptIndex, error, createdAt, finishedAt, retriedAs } = record;
  const options = exportOptionsSchema.safeParse(body).data ?? null;
  return { jobId, state, progress, attemptIndex, error, createdAt, finishedAt, options, retriedAs };
}
