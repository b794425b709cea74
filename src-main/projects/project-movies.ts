import { type ProjectExport, projectExportSchema } from '../../src-shared/api/projects.ts';
import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { ExportOptions } from '../../src-shared/contract/export-options.ts';
import type { ProjectDetail } from '../../src-shared/contract/project.ts';
import { errorOfFailedJob } from '../api/http/api-errors.ts';
import type { Projects } from '../api/projects.ts';
import { RunningTasks } from '../foundation/running-tasks.ts';
import {
  type GenerationLedger,
  maxGenerationsOfProject,
} from '../jobs/kinds/generations/generation-ledger.ts';
import { keptOptions, newestGeneratedOptions } from '../jobs/kinds/service-jobs/kept-options.ts';
import type { ChangedProject } from '../jobs/kinds/service-jobs/project-to-render.ts';
import type { ServiceJobs } from '../jobs/kinds/service-jobs/service-jobs.ts';
import { isTerminalStatus, type JobReading } from '../jobs/schedule/job-ref.ts';
import { sentAtMs } from '../jobs/start/start-window.ts';
import type { Clock, Log } from '../platform.ts';
import { orderAbout, orderOf } from './project-jobs.ts';

export interface ProjectMoviesDeps {
  readonly connectionId: string;
  readonly projects: Projects;
  readonly jobs: ServiceJobs;
  readonly generations: Pick<GenerationLedger, 'list'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a project's movie has to be read again. */
  readonly onChange: (projectId: string) => void;
}

type MovieState = ProjectDetail['movie'];

interface KnownMovie {
  readonly movie: ProjectExport;
  readonly atMs: number;
}

/** Export ids of the first and the newest movie that was seen of a project; null if there was none. */
interface SeenMovies {
  readonly firstId: string | null;
  readonly newestId: string | null;
}

/**
 * Export to follow: one by its id, the next after a failed one, the first of a project that has none, or a new one of a
 * changed project in any case. The first and the next may be open already.
 */
type Followed = { readonly exportId: string } | { readonly failedId: string } | ChangedProject | 'first';

const lookBack = 20;
const keepMs = 10 * 60_000;
const maxKnown = 50;

/** Finds, renders and links the finished movies of projects. */
export class ProjectMovies {
  readonly #deps: ProjectMoviesDeps;
  readonly #tasks: RunningTasks;
  readonly #latest = new Map<string, KnownMovie>();
  readonly #seen = new Map<string, SeenMovies>();
  /** Movies by their export ids. */
  readonly #known = new Map<string, KnownMovie>();
  /** Why the next export could not be started, by the ids of the failed exports before. */
  readonly #refusals = new Map<string, AppError>();
  /** Changed projects whose exports wait to be journalled. */
  readonly #waiting = new Set<string>();

  constructor(deps: ProjectMoviesDeps) {
    this.#deps = deps;
    this.#tasks = new RunningTasks({
      limit: 10,
      onBug: (projectId, error) => {
        deps.log.warn('Rendering a movie was not followed to its end.', { projectId, error });
      },
    });
  }

  /** Renders the projects whose movies were still to be rendered when the app closed, after an unfinished export. */
  start(): void {
    const { jobs } = this.#deps;
    for (const project of jobs.listProjectsToRender()) {
      const { projectId } = project;
      const exportId = jobs.listOpen(projectId, 'export')[0]?.remoteId;
      if (exportId) this.#follow(projectId, { exportId });
      this.renderAgain(project);
    }
  }

  /** Renders a project with the marks that the service refused to omit, if its movie is out of date. */
  renderWithMarks(projectId: string): void {
    const project = this.#deps.jobs.listProjectsToRender().find((each) => each.projectId === projectId);
    if (project) this.renderAgain(project);
  }

  /** Returns the newest finished movie, from a cache of some minutes; null without one. */
  async latest(projectId: string, signal: AbortSignal): Promise<ProjectExport | null> {
    const known = this.#latest.get(projectId);
    if (known && this.#deps.clock.now() - known.atMs < keepMs) return known.movie;
    const exports = await this.#deps.projects.listExports(projectId, lookBack, signal);
    return this.#newest(projectId, exports, signal);
  }

  /**
   * Returns the newest finished movie; null without one. While the project is being rendered, the reason may be a change,
   * so also null unless the project is known to be unchanged since that movie was requested.
   */
  async ofPresentCut(projectId: string, signal: AbortSignal): Promise<ProjectExport | null> {
    const exports = await this.#deps.projects.listExports(projectId, lookBack, signal);
    const newest = exports.find(({ status }) => status === 'succeeded' || !isTerminalStatus(status));
    const isRendering = this.#tasks.isRunning(projectId) || newest?.status !== 'succeeded';
    const movie = await this.#newest(projectId, exports, signal);
    if (movie === null || !isRendering) return movie;
    return (await this.#isUnchangedSince(movie, signal)) ? movie : null;
  }

  /** Returns the export id of the newest movie if it came after the first look at the project; null otherwise. */
  newerId(projectId: string): string | null {
    const { firstId = null, newestId = null } = this.#seen.get(projectId) ?? {};
    return newestId === firstId ? null : newestId;
  }

  /** Returns the movie of one export, from a cache of some minutes. @throws AppError `not_found`. */
  async byId(projectId: string, exportId: string, signal: AbortSignal): Promise<ProjectExport> {
    const known = this.#known.get(exportId);
    if (known?.movie.projectId === projectId && this.#deps.clock.now() - known.atMs < keepMs) {
      return known.movie;
    }
    return this.#keep(await this.#deps.projects.getExport(projectId, exportId, signal, 'user'));
  }

  /**
   * Renders the project as it is now, in addition to its movie, with the same options, and after a rendering under way.
   * Until its export is journalled, `start` finds such a project again.
   */
  renderAgain(project: ChangedProject): void {
    const { jobs, log } = this.#deps;
    const { projectId } = project;
    if (jobs.unconfirmed(projectId, 'export', this.#optionsFor(project)) !== null) return;
    // An export that has not left yet will show the change too.
    if (this.#waiting.has(projectId)) return;
    const isWaiting = jobs
      .listOpen(projectId, 'export')
      .some(({ state, submittedAtMs }) => state === 'queued' && submittedAtMs === null);
    const begin = (): void => {
      this.#follow(projectId, isWaiting ? 'first' : project);
    };
    if (!this.#tasks.isRunning(projectId)) begin();
    else if (!isWaiting) {
      this.#tasks
        .settled(projectId)
        .then(begin)
        .catch((error: unknown) => {
          log.info('A changed project was not rendered again.', { projectId, error });
        });
    }
  }

  /** Returns the movie with newly signed links. */
  async renewed(movie: ProjectExport, signal: AbortSignal): Promise<ProjectExport> {
    const fresh = await this.#deps.projects.getExport(movie.projectId, movie.exportId, signal, 'user');
    // Renewing an older movie must not make it the latest.
    if (this.#latest.get(movie.projectId)?.movie.exportId === fresh.exportId) this.#remember([fresh]);
    return this.#keep(fresh);
  }

  /**
   * Returns the state of the project's movie.
   * @param mayRender starts an export for a project without any; `onChange` follows.
   * @param isRetry does so also after a failed export.
   */
  async state(
    projectId: string,
    mayRender: boolean,
    signal: AbortSignal,
    isRetry = false,
  ): Promise<{ movie: MovieState; durationSeconds: number | null }> {
    const exports = await this.#deps.projects.listExports(projectId, lookBack, signal);
    const movie = await this.#newest(projectId, exports, signal);
    const active = exports.find(({ status }) => !isTerminalStatus(status));
    if (movie) return this.#ready(movie, active);
    const error = this.#errorOf(projectId, exports);
    const followed = active ?? (mayRender ? dueExport(exports, error, isRetry) : null);
    if (followed) this.#follow(projectId, followed);
    const isRendering = active !== undefined || this.#tasks.isRunning(projectId);
    if (error && !isRendering) return { movie: failedMovie(error), durationSeconds: null };
    const progress = (active?.progressPercentage ?? 0) / 100;
    return { movie: isRendering ? renderingMovie(progress) : noMovie, durationSeconds: null };
  }

  /** Forgets the latest movie of a changed project, as it may be out of date. */
  forget(projectId: string): void {
    this.#latest.delete(projectId);
  }

  async dispose(): Promise<void> {
    await this.#tasks.dispose();
  }

  /** True if the project did not change since a movie left to be rendered; false if that time is unknown. */
  async #isUnchangedSince({ projectId, exportId }: ProjectExport, signal: AbortSignal): Promise<boolean> {
    const { jobs, projects } = this.#deps;
    const job = jobs.listOf(projectId, 'export').find(({ remoteId }) => remoteId === exportId);
    if (!job || job.submittedAtMs === null || job.clockAheadMs === null) return false;
    const { updatedAt } = await projects.get(projectId, signal);
    // The service states whole seconds.
    return (updatedAt + 1) * 1000 <= sentAtMs(job);
  }

  /**
   * Returns the newest movie among exports. Lists never renew links, so without any link it reads the newest by its id.
   */
  async #newest(
    projectId: string,
    exports: readonly ProjectExport[],
    signal: AbortSignal,
  ): Promise<ProjectExport | null> {
    const linked = this.#remember(exports);
    if (linked) return linked;
    const unlinked = exports.find(({ status }) => status === 'succeeded');
    if (unlinked) return this.#remember([await this.renewed(unlinked, signal)]);
    this.#noteSeen(projectId, null);
    return null;
  }

  #remember(exports: readonly ProjectExport[]): ProjectExport | null {
    const movie = exports.find(({ status, downloadUrl }) => status === 'succeeded' && downloadUrl !== null);
    if (!movie) return null;
    this.#latest.set(movie.projectId, { movie, atMs: this.#deps.clock.now() });
    this.#noteSeen(movie.projectId, movie.exportId);
    return this.#keep(movie);
  }

  #noteSeen(projectId: string, newestId: string | null): void {
    const { firstId } = this.#seen.get(projectId) ?? { firstId: newestId };
    this.#seen.set(projectId, { firstId, newestId });
  }

  #hasSeenMovie(projectId: string): boolean {
    return (this.#seen.get(projectId)?.newestId ?? null) !== null;
  }

  /** Returns why a project has no movie; null without a failed export and an unconfirmed start. */
  #errorOf(projectId: string, exports: readonly ProjectExport[]): AppError | null {
    const failed = exports.find(({ status }) => status === 'failed');
    const options = failed ? this.#optionsFor({ projectId }, failed.exportId) : {};
    const unconfirmed = this.#deps.jobs.unconfirmed(projectId, 'export', options);
    if (unconfirmed || !failed) return unconfirmed;
    return this.#refusals.get(failed.exportId) ?? errorOfFailedJob(failed.error);
  }

  #ready(
    movie: ProjectExport,
    newer: ProjectExport | undefined,
  ): { movie: MovieState; durationSeconds: number | null } {
    const { projectId, exportId, file } = movie;
    if (newer) this.#follow(projectId, newer);
    const path = `projects/${this.#deps.connectionId}/${projectId}/movie/${exportId}`;
    const isRendering = newer !== undefined || this.#tasks.isRunning(projectId);
    const newerProgress = isRendering ? (newer?.progressPercentage ?? 0) / 100 : null;
    return { movie: readyMovie(path, newerProgress), durationSeconds: file?.durationSeconds ?? null };
  }

  #keep(movie: ProjectExport): ProjectExport {
    this.#known.delete(movie.exportId);
    this.#known.set(movie.exportId, { movie, atMs: this.#deps.clock.now() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    return movie;
  }

  #follow(projectId: string, followed: Followed): void {
    if (this.#tasks.isRunning(projectId)) return;
    if (isNext(followed)) this.#refusals.delete(followed.failedId);
    if (isChanged(followed)) this.#waiting.add(projectId);
    this.#tasks.run(projectId, async (signal) => {
      if (signal.aborted) return;
      try {
        const { status, record } = await this.#settled(projectId, followed, signal);
        if (status === 'succeeded') this.#remember([projectExportSchema.parse(record)]);
      } catch (error) {
        if (isNext(followed) && !signal.aborted) this.#noteRefusal(followed.failedId, error);
        // A project without an export would only order it again when it is read.
        const hasExport = isNext(followed) || (isChanged(followed) && this.#hasSeenMovie(projectId));
        if (hasExport && !signal.aborted) this.#deps.onChange(projectId);
        throw error;
      }
      this.#deps.onChange(projectId);
    });
  }

  /** Keeps the reason for the next reading. The job's record tells of an unconfirmed start, and the user cancelled. */
  #noteRefusal(failedId: string, error: unknown): void {
    if (!(error instanceof AppError) || error.code === 'start_unconfirmed' || error.code === 'cancelled')
      return;
    this.#refusals.set(failedId, error);
  }

  async #settled(projectId: string, followed: Followed, signal: AbortSignal): Promise<JobReading> {
    const { jobs, onChange } = this.#deps;
    let reportedPercent = -1;
    const onUpdate = ({ progress }: JobReading): void => {
      const percent = Math.floor(progress * 100);
      if (percent === reportedPercent) return;
      reportedPercent = percent;
      onChange(projectId);
    };
    const watch = { signal, onUpdate };
    if (typeof followed === 'object' && 'exportId' in followed) {
      return jobs.readingAt({ kind: 'export', jobId: followed.exportId, parentId: projectId }, watch);
    }
    const ordering = this.#jobIdOf(projectId, followed, signal);
    return jobs.reading(await ordering.finally(() => this.#waiting.delete(projectId)), watch);
  }

  /**
   * Returns the job of an export without an id at the service. Journals that of a changed project at once, unless it is
   * a copy, whose title is read first.
   */
  async #jobIdOf(
    projectId: string,
    followed: Exclude<Followed, { readonly exportId: string }>,
    signal: AbortSignal,
  ): Promise<string> {
    const { projects, jobs } = this.#deps;
    const operation = 'exportProject';
    if (isChanged(followed)) {
      const { copyOf } = followed;
      const about = copyOf === undefined ? orderOf(followed) : await this.#orderAboutCopy(followed, signal);
      return jobs.begin({ operation, body: this.#optionsFor(followed), ...about });
    }
    const [open] = jobs.listOpen(projectId, 'export');
    if (open) return open.jobId;
    const body = isNext(followed) ? this.#optionsFor({ projectId }, followed.failedId) : {};
    return jobs.begin({ operation, body, ...(await orderAbout(projectId, projects, signal)) });
  }

  /** Returns the options of a project's movie, or of a failed one; of a copy without a movie, those of its original. */
  #optionsFor(
    { projectId, copyOf }: Pick<ChangedProject, 'projectId' | 'copyOf'>,
    failedId: string | null = null,
  ): ExportOptions {
    const { jobs, generations } = this.#deps;
    const made = newestGeneratedOptions(generations.list(maxGenerationsOfProject, projectId));
    return keptOptions({
      exports: jobs.listOf(projectId, 'export'),
      failedId,
      otherOptions: copyOf === undefined ? made : this.#optionsFor({ projectId: copyOf }),
    });
  }

  /** The title of the original serves while that of the copy cannot be read. @throws AppError `not_found`. */
  #orderAboutCopy(copy: ChangedProject, signal: AbortSignal): ReturnType<typeof orderAbout> {
    return orderAbout(copy.projectId, this.#deps.projects, signal).catch((error: unknown) => {
      const isGone = error instanceof AppError && error.code === 'not_found';
      if (isGone || signal.aborted) throw error;
      return orderOf(copy);
    });
  }
}

/** Returns the export to start for a project without a movie; null for none. An unconfirmed start is not repeated. */
function dueExport(
  exports: readonly ProjectExport[],
  error: AppError | null,
  isRetry: boolean,
): Followed | null {
  if (!error) return exports.length === 0 ? 'first' : null;
  const failed = exports.find(({ status }) => status === 'failed');
  return failed && isRetry && error.code !== 'start_unconfirmed' ? { failedId: failed.exportId } : null;
}

function isNext(followed: Followed): followed is { readonly failedId: string } {
  return typeof followed === 'object' && 'failedId' in followed;
}

function isChanged(followed: Followed): followed is ChangedProject {
  return typeof followed === 'object' && 'title' in followed;
}

const noMovie: MovieState = {
  state: 'none',
  progress: 0,
  mediaPath: null,
  newerProgress: null,
  error: null,
};

function renderingMovie(progress: number): MovieState {
  return { ...noMovie, state: 'rendering', progress };
}

function readyMovie(mediaPath: string, newerProgress: number | null): MovieState {
  return { state: 'ready', progress: 1, mediaPath, newerProgress, error: null };
}

function failedMovie(error: AppError): MovieState {
  return { ...noMovie, state: 'failed', error: toErrorBody(error) };
}
