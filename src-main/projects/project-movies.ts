import { type ProjectExport, projectExportSchema } from '../../src-shared/api/projects.ts';
import { type AppError, fromErrorBody, toErrorBody } from '../../src-shared/app-error.ts';
import type { ProjectDetail } from '../../src-shared/contract/project.ts';
import { errorOfFailedJob } from '../api/http/api-errors.ts';
import type { Projects } from '../api/projects.ts';
import { RunningTasks } from '../foundation/running-tasks.ts';
import type { ServiceJobs } from '../jobs/kinds/service-jobs/service-jobs.ts';
import { isTerminalStatus, type JobReading } from '../jobs/schedule/job-ref.ts';
import type { Clock, Log } from '../platform.ts';
import type { ServiceJobRecord } from '../state/service-job-repository.ts';
import { isRemixedSince } from './remixed-since.ts';

export interface ProjectMoviesDeps {
  readonly connectionId: string;
  readonly projects: Projects;
  readonly jobs: ServiceJobs;
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

/** Export of a project that is being rendered, or waits to be. */
interface Rendering {
  /** 0 to 1. */
  readonly progress: number;
  readonly read: (watch: {
    signal: AbortSignal;
    onUpdate: (reading: JobReading) => void;
  }) => Promise<JobReading>;
}

const lookBack = 20;
const keepMs = 10 * 60_000;
const maxKnown = 50;

/** Finds and links the finished movies of projects, and follows those that are being rendered. Starts no export. */
export class ProjectMovies {
  readonly #deps: ProjectMoviesDeps;
  readonly #tasks: RunningTasks;
  readonly #latest = new Map<string, KnownMovie>();
  readonly #seen = new Map<string, SeenMovies>();
  /** Movies by their export ids. */
  readonly #known = new Map<string, KnownMovie>();

  constructor(deps: ProjectMoviesDeps) {
    this.#deps = deps;
    this.#tasks = new RunningTasks({
      limit: 10,
      onBug: (projectId, error) => {
        deps.log.warn('Rendering a movie was not followed to its end.', { projectId, error });
      },
    });
  }

  /** Returns the newest finished movie, from a cache of some minutes; null without one. */
  async latest(projectId: string, signal: AbortSignal): Promise<ProjectExport | null> {
    const known = this.#latest.get(projectId);
    if (known && this.#deps.clock.now() - known.atMs < keepMs) return known.movie;
    const exports = await this.#deps.projects.listExports(projectId, lookBack, signal);
    return this.#newest(projectId, exports, signal);
  }

  /** Returns the newest finished movie; null without one, and if a remix changed the project since it was ordered. */
  async ofPresentCut(projectId: string, signal: AbortSignal): Promise<ProjectExport | null> {
    const exports = await this.#deps.projects.listExports(projectId, lookBack, signal);
    const movie = await this.#newest(projectId, exports, signal);
    return movie === null || this.#isOutdated(movie) ? null : movie;
  }

  /** Returns the export id of the newest movie if it came after the first look at the project; null otherwise. */
  newerId(projectId: string): string | null {
    const { firstId = null, newestId = null } = this.#seen.get(projectId) ?? {};
    return newestId === firstId ? null : newestId;
  }

  /** True if the project had no finished movie at the last look; false if the app has not looked yet. */
  hasNone(projectId: string): boolean {
    return this.#seen.get(projectId)?.newestId === null;
  }

  /** Returns the movie of one export, from a cache of some minutes. @throws AppError `not_found`. */
  async byId(projectId: string, exportId: string, signal: AbortSignal): Promise<ProjectExport> {
    const known = this.#known.get(exportId);
    if (known?.movie.projectId === projectId && this.#deps.clock.now() - known.atMs < keepMs) {
      return known.movie;
    }
    return this.#keep(await this.#deps.projects.getExport(projectId, exportId, signal, 'user'));
  }

  /** Returns the movie with newly signed links. */
  async renewed(movie: ProjectExport, signal: AbortSignal): Promise<ProjectExport> {
    const fresh = await this.#deps.projects.getExport(movie.projectId, movie.exportId, signal, 'user');
    // Renewing an older movie must not make it the latest.
    if (this.#latest.get(movie.projectId)?.movie.exportId === fresh.exportId) this.#remember([fresh]);
    return this.#keep(fresh);
  }

  /** Returns the state of the project's movie. While it is being rendered, `onChange` follows. */
  async state(
    projectId: string,
    signal: AbortSignal,
  ): Promise<{ movie: MovieState; durationSeconds: number | null }> {
    const exports = await this.#deps.projects.listExports(projectId, lookBack, signal);
    const movie = await this.#newest(projectId, exports, signal);
    const rendering = this.#renderingOf(projectId, exports);
    if (rendering) this.#follow(projectId, rendering);
    const newerProgress = rendering && rendering.progress;
    if (movie) return { movie: this.#ready(movie, newerProgress), durationSeconds: lengthOf(movie) };
    if (newerProgress !== null) return { movie: renderingMovie(newerProgress), durationSeconds: null };
    const error = this.#errorOf(projectId, exports);
    return { movie: error ? failedMovie(error) : noMovie, durationSeconds: null };
  }

  /** Forgets the latest movie of a changed project, as it may be out of date. */
  forget(projectId: string): void {
    this.#latest.delete(projectId);
  }

  async dispose(): Promise<void> {
    await this.#tasks.dispose();
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

  /** Returns the export at the service that has not ended, or the one that waits to leave; null without one. */
  #renderingOf(projectId: string, exports: readonly ProjectExport[]): Rendering | null {
    const { jobs } = this.#deps;
    const active = exports.find(({ status }) => !isTerminalStatus(status));
    if (active) {
      const ref = { kind: 'export', jobId: active.exportId, parentId: projectId } as const;
      return {
        progress: active.progressPercentage / 100,
        read: (watch) => jobs.readingAt(ref, watch),
      };
    }
    const [open] = jobs.listOpen(projectId, 'export');
    return open ? { progress: open.progress, read: (watch) => jobs.reading(open.jobId, watch) } : null;
  }

  #follow(projectId: string, { read }: Rendering): void {
    if (this.#tasks.isRunning(projectId)) return;
    const { onChange } = this.#deps;
    let reportedPercent = -1;
    const onUpdate = ({ progress }: JobReading): void => {
      const percent = Math.floor(progress * 100);
      if (percent === reportedPercent) return;
      reportedPercent = percent;
      onChange(projectId);
    };
    this.#tasks.run(projectId, async (signal) => {
      if (signal.aborted) return;
      const { status, record } = await read({ signal, onUpdate });
      if (status === 'succeeded') this.#remember([projectExportSchema.parse(record)]);
      onChange(projectId);
    });
  }

  #isOutdated({ projectId, exportId }: ProjectExport): boolean {
    const { jobs } = this.#deps;
    const order = jobs.listOf(projectId, 'export').find(({ remoteId }) => remoteId === exportId);
    return isRemixedSince(projectId, order ?? null, jobs.listOf(projectId, 'remix'));
  }

  /** Returns why a project has no movie; null without a failed export. */
  #errorOf(projectId: string, exports: readonly ProjectExport[]): AppError | null {
    const [own] = this.#deps.jobs.listOf(projectId, 'export');
    if (own && hasNotArrived(own)) return own.error && fromErrorBody(own.error);
    const failed = exports.find(({ status }) => status === 'failed');
    return failed ? errorOfFailedJob(failed.error) : null;
  }

  #ready(movie: ProjectExport, newerProgress: number | null): MovieState {
    const { projectId, exportId } = movie;
    const mediaPath = `projects/${this.#deps.connectionId}/${projectId}/movie/${exportId}`;
    const isOutdated = this.#isOutdated(movie);
    return { state: 'ready', progress: 1, mediaPath, newerProgress, isOutdated, error: null };
  }

  #keep(movie: ProjectExport): ProjectExport {
    this.#known.delete(movie.exportId);
    this.#known.set(movie.exportId, { movie, atMs: this.#deps.clock.now() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    return movie;
  }
}

/** True for an export that the service refused, or whose arrival is unknown. */
function hasNotArrived({ state, remoteId }: ServiceJobRecord): boolean {
  return remoteId === null && state !== 'cancelled';
}

function lengthOf({ file }: ProjectExport): number | null {
  return file?.durationSeconds ?? null;
}

const noMovie: MovieState = {
  state: 'none',
  progress: 0,
  mediaPath: null,
  newerProgress: null,
  isOutdated: false,
  error: null,
};

function renderingMovie(progress: number): MovieState {
  return { ...noMovie, state: 'rendering', progress };
}

function failedMovie(error: AppError): MovieState {
  return { ...noMovie, state: 'failed', error: toErrorBody(error) };
}
