import { type ProjectExport, projectExportSchema } from '../../src-shared/api/projects.ts';
import { type AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { ProjectDetail } from '../../src-shared/contract/project.ts';
import { errorOfFailedJob } from '../api/api-errors.ts';
import type { Projects } from '../api/projects.ts';
import { RunningTasks } from '../foundation/running-tasks.ts';
import { isTerminalStatus, type JobReading } from '../jobs/schedule/job-ref.ts';
import type { ServiceJobs } from '../jobs/service-jobs/service-jobs.ts';
import type { Clock, Log } from '../platform.ts';

export interface ProjectMoviesDeps {
  readonly connectionId: string;
  readonly projects: Projects;
  readonly jobs: ServiceJobs;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a project's movie is worth reading again. */
  readonly onChange: (projectId: string) => void;
}

type MovieState = ProjectDetail['movie'];

const lookBack = 20;
const keepMs = 10 * 60_000;

/** The finished movies of projects: what there is, what is being rendered, and how to get it. */
export class ProjectMovies {
  readonly #deps: ProjectMoviesDeps;
  readonly #tasks: RunningTasks;
  readonly #latest = new Map<string, { readonly movie: ProjectExport; readonly atMs: number }>();

  constructor(deps: ProjectMoviesDeps) {
    this.#deps = deps;
    this.#tasks = new RunningTasks({
      limit: 10,
      onBug: (projectId, error) => {
        deps.log.warn('Rendering a movie was not followed to its end.', { projectId, error });
      },
    });
  }

  /** The newest finished movie; null when there is none. Kept for some minutes. */
  async latest(projectId: string, signal: AbortSignal): Promise<ProjectExport | null> {
    const known = this.#latest.get(projectId);
    if (known && this.#deps.clock.now() - known.atMs < keepMs) return known.movie;
    return this.#newest(await this.#deps.projects.listExports(projectId, lookBack, signal), signal);
  }

  /** The movie with freshly signed links. */
  async renewed(movie: ProjectExport, signal: AbortSignal): Promise<ProjectExport> {
    const fresh = await this.#deps.projects.getExport(movie.projectId, movie.exportId, signal, 'user');
    this.#remember([fresh]);
    return fresh;
  }

  /**
   * How the project's movie stands.
   * @param mayRender a project without any export gets one; `onChange` follows.
   */
  async state(
    projectId: string,
    mayRender: boolean,
    signal: AbortSignal,
  ): Promise<{ movie: MovieState; durationSeconds: number | null }> {
    const exports = await this.#deps.projects.listExports(projectId, lookBack, signal);
    const movie = await this.#newest(exports, signal);
    if (movie) {
      return {
        movie: readyMovie(`projects/${this.#deps.connectionId}/${projectId}/movie`),
        durationSeconds: movie.file?.durationSeconds ?? null,
      };
    }
    const active = exports.find(({ status }) => !isTerminalStatus(status));
    const failed = exports.find(({ status }) => status === 'failed');
    if (active) this.#follow(projectId, active.exportId);
    const error = failed
      ? errorOfFailedJob(failed.error)
      : this.#deps.jobs.unconfirmed(projectId, 'export', {});
    if (error && !active) return { movie: failedMovie(error), durationSeconds: null };
    if (exports.length === 0 && mayRender) this.#follow(projectId, null);
    const isRendering = active !== undefined || this.#tasks.isRunning(projectId);
    const progress = (active?.progressPercentage ?? 0) / 100;
    return { movie: isRendering ? renderingMovie(progress) : noMovie, durationSeconds: null };
  }

  /** The project changed: what is known of its movies may be old. */
  forget(projectId: string): void {
    this.#latest.delete(projectId);
  }

  async dispose(): Promise<void> {
    await this.#tasks.dispose();
  }

  /** The newest movie among them. Lists never renew links: where none has one, the newest is read by its id. */
  async #newest(exports: readonly ProjectExport[], signal: AbortSignal): Promise<ProjectExport | null> {
    const linked = this.#remember(exports);
    const unlinked = exports.find(({ status }) => status === 'succeeded');
    if (linked || !unlinked) return linked;
    const fresh = await this.renewed(unlinked, signal);
    return fresh.downloadUrl === null ? null : fresh;
  }

  #remember(exports: readonly ProjectExport[]): ProjectExport | null {
    const movie = exports.find(({ status, downloadUrl }) => status === 'succeeded' && downloadUrl !== null);
    if (movie) this.#latest.set(movie.projectId, { movie, atMs: this.#deps.clock.now() });
    return movie ?? null;
  }

  /** @param exportId null starts a new export, unless one is about to be started. */
  #follow(projectId: string, exportId: string | null): void {
    if (this.#tasks.isRunning(projectId)) return;
    this.#tasks.run(projectId, async (signal) => {
      if (signal.aborted) return;
      const { status, record } = await this.#settled(projectId, exportId, signal);
      if (status === 'succeeded') this.#remember([projectExportSchema.parse(record)]);
      this.#deps.onChange(projectId);
    });
  }

  async #settled(projectId: string, exportId: string | null, signal: AbortSignal): Promise<JobReading> {
    const { jobs, onChange } = this.#deps;
    let toldPercent = -1;
    const onUpdate = ({ progress }: JobReading): void => {
      const percent = Math.floor(progress * 100);
      if (percent === toldPercent) return;
      toldPercent = percent;
      onChange(projectId);
    };
    const watch = { signal, onUpdate };
    if (exportId !== null) {
      return jobs.readingAt({ kind: 'export', jobId: exportId, parentId: projectId }, watch);
    }
    const [open] = jobs.listOpen(projectId, 'export');
    return jobs.reading(open?.jobId ?? (await this.#begin(projectId, signal)), watch);
  }

  async #begin(projectId: string, signal: AbortSignal): Promise<string> {
    const { projects, jobs } = this.#deps;
    const { title } = await projects.get(projectId, signal);
    return jobs.begin({ operation: 'exportProject', path: { projectId }, body: {}, title, projectId });
  }
}

const noMovie: MovieState = { state: 'none', progress: 0, mediaPath: null, error: null };

function renderingMovie(progress: number): MovieState {
  return { state: 'rendering', progress, mediaPath: null, error: null };
}

function readyMovie(mediaPath: string): MovieState {
  return { state: 'ready', progress: 1, mediaPath, error: null };
}

function failedMovie(error: AppError): MovieState {
  return { state: 'failed', progress: 0, mediaPath: null, error: toErrorBody(error) };
}
