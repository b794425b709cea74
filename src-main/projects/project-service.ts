import type { ProjectRecord } from '../../src-shared/api/projects.ts';
import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { Generation } from '../../src-shared/contract/generation.ts';
import type { ProjectDetail, ProjectSummary } from '../../src-shared/contract/project.ts';
import { secondsOfFrames } from '../../src-timeline/model/rational-time.ts';
import type { Projects } from '../api/projects.ts';
import {
  type GenerationLedger,
  maxGenerationsOfProject,
} from '../jobs/kinds/generations/generation-ledger.ts';
import type { Shell } from '../platform.ts';
import { isFinishedGeneration } from '../state/generation-repository.ts';
import type { ProjectCutFacts } from '../state/project-cut-repository.ts';
import { projectMediaPath, sceneMediaPath } from './media-paths.ts';
import type { ProjectCuts } from './project-cuts.ts';
import type { ProjectMovies } from './project-movies.ts';

export interface ProjectServiceDeps {
  readonly connectionId: string;
  readonly projects: Projects;
  readonly movies: ProjectMovies;
  readonly cuts: ProjectCuts;
  readonly shell: Pick<Shell, 'openUrl'>;
  readonly generations: Pick<GenerationLedger, 'list'>;
  /** Called when a project has to be read again. */
  readonly onChange: (projectId: string) => void;
  /** Called when the service reports that it has no such project. */
  readonly onMissing: (projectId: string) => void;
}

/** Shown until the timeline is known. */
const usualRate = { numerator: 30, denominator: 1 };

/** The team's projects as the page shows them. */
export class ProjectService {
  readonly #deps: ProjectServiceDeps;
  readonly #stopper = new AbortController();
  /** Last stages of generations. */
  readonly #stages = new Map<string, string>();

  constructor(deps: ProjectServiceDeps) {
    this.#deps = deps;
  }

  /** Lists projects, most recently updated first. */
  async list(
    cursor: string | null,
    limit: number,
  ): Promise<{ projects: ProjectSummary[]; nextCursor: string | null }> {
    const page = await this.#deps.projects.list(cursor, limit, this.#stopper.signal);
    const projects = page.items.map((project) =>
      this.#summaryOf(project, this.#deps.cuts.known(project.projectId)),
    );
    return { projects, nextCursor: page.nextCursor };
  }

  /**
   * Reads a project. Starts to fetch missing scenes.
   * @param isRetry fetches scenes again that could not be read.
   */
  async get(projectId: string, isRetry = false): Promise<ProjectDetail> {
    const { projects, movies, cuts, onMissing } = this.#deps;
    const { signal } = this.#stopper;
    const project = await projects.get(projectId, signal).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') onMissing(projectId);
      throw error;
    });
    const isReady = project.status === 'ready';
    const cut = isReady ? cuts.getOrFetch(project, isRetry) : null;
    const scenesError = isReady && !cut ? cuts.failureOf(project) : null;
    const { movie, durationSeconds } = await movies.state(projectId, signal);
    const summary = this.#summaryOf(project, cut);
    // An older cut serves as well, as a project keeps its rate.
    const timed = cut ?? cuts.known(projectId);
    return {
      ...summary,
      durationSeconds: durationSeconds ?? summary.durationSeconds,
      movie,
      frameRate: timed?.frameRate ?? usualRate,
      isDropFrame: timed?.isDropFrame ?? false,
      scenes: cut ? this.#scenesOf(this.#pathOf(project), cut) : null,
      scenesError: scenesError && toErrorBody(scenesError.error),
    };
  }

  /** @throws AppError `not_found`, `invalid_input` when the service gives no address that can be opened. */
  async openOnWeb(projectId: string): Promise<void> {
    const { projects, shell } = this.#deps;
    const { projectUrl } = await projects.get(projectId, this.#stopper.signal);
    const url = URL.parse(projectUrl);
    if (!url) throw new AppError('invalid_input', 'The project has no page on the web.');
    await shell.openUrl(url);
  }

  /** Refreshes a changed project. Earlier facts are out of date; fetches scenes and length before anybody needs them. */
  refresh(projectId: string): void {
    this.#deps.movies.forget(projectId);
    this.#deps.cuts.endPause(projectId);
    this.#deps.onChange(projectId);
    // A failure here happens again, and is shown, when the user opens the project.
    this.get(projectId).catch(() => undefined);
  }

  /** Looks again at the project of a generation that has come to another stage, for it may have a cut now. */
  noteStage({
    generationId,
    projectId,
    stage,
  }: Pick<Generation, 'generationId' | 'projectId' | 'stage'>): void {
    // A list of runs names no stage; the last one named goes on.
    if (stage === null || this.#stages.get(generationId) === stage) return;
    this.#stages.set(generationId, stage);
    if (projectId !== null) this.refresh(projectId);
  }

  dispose(): void {
    this.#stopper.abort();
  }

  #scenesOf(path: string, { projectId, updatedAt }: ProjectCutFacts): ProjectDetail['scenes'] {
    return this.#deps.cuts.scenesOf(projectId).map(({ picture, ...scene }) => ({
      ...scene,
      thumbnailPath: picture && sceneMediaPath(path, scene.index, updatedAt),
    }));
  }

  #summaryOf(project: ProjectRecord, cut: ProjectCutFacts | null): ProjectSummary {
    const end = this.#endWithoutSuccess(project.projectId);
    const thumbnailPath = this.#thumbnailPathOf(project, cut);
    const summary = { ...summaryOf(this.#pathOf(project), project, cut), thumbnailPath };
    if (end === null) return summary;
    return project.status === 'ready' ? { ...summary, brokenOff: end } : { ...summary, status: 'stopped' };
  }

  /**
   * Returns the path of a project's picture; null if it has none: its cut is not read and it has no movie. The end of
   * the path changes when the picture may have changed, so that the page requests it again: with the scenes, and with
   * each newer movie.
   */
  #thumbnailPathOf(project: ProjectRecord, cut: ProjectCutFacts | null): string | null {
    const { projectId, status } = project;
    const { movies } = this.#deps;
    if (!cut && (status !== 'ready' || movies.hasNone(projectId))) return null;
    const state = [cut?.updatedAt ?? 0, movies.newerId(projectId)].filter((part) => part !== null).join('/');
    return `${this.#pathOf(project)}/thumbnail/${state}`;
  }

  /** Path of the project's media. */
  #pathOf({ projectId }: ProjectRecord): string {
    return projectMediaPath(this.#deps.connectionId, projectId);
  }

  /**
   * Returns how a project's generation ended if it failed or was cancelled. The service has no such state: it is
   * `generating` there, or `ready` once it has a cut.
   */
  #endWithoutSuccess(projectId: string): 'cancelled' | 'failed' | null {
    const generations = this.#deps.generations.list(maxGenerationsOfProject, projectId);
    const isOver = generations.every((one) => isFinishedGeneration(one) && one.state !== 'succeeded');
    const [last] = generations;
    if (!last || !isOver) return null;
    return last.state === 'cancelled' ? 'cancelled' : 'failed';
  }
}

function summaryOf(
  path: string,
  project: ProjectRecord,
  cut: ProjectCutFacts | null,
): Omit<ProjectSummary, 'thumbnailPath'> {
  const isReady = project.status === 'ready';
  return {
    projectId: project.projectId,
    title: project.title,
    aspectRatio: project.aspectRatio,
    status: isReady ? 'ready' : 'generating',
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
    moviePath: isReady ? `${path}/movie` : null,
    durationSeconds: cut && secondsOfFrames(cut.durationFrames, cut.frameRate),
    webUrl: project.projectUrl,
  };
}
