import type { ProjectRecord } from '../../src-shared/api/projects.ts';
import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { ProjectDetail, ProjectSummary } from '../../src-shared/contract/project.ts';
import { secondsOfFrames } from '../../src-shared/timeline/rational-time.ts';
import type { Projects } from '../api/projects.ts';
import type { GenerationLedger } from '../jobs/generations/generation-ledger.ts';
import type { Shell } from '../platform.ts';
import { isFinishedGeneration } from '../state/generation-repository.ts';
import type { ProjectOutline } from '../state/outline-repository.ts';
import type { ProjectMovies } from './project-movies.ts';
import type { ProjectOutlines } from './project-outlines.ts';
import { hasPicture } from './scenes-of-timeline.ts';

export interface ProjectServiceDeps {
  readonly connectionId: string;
  readonly projects: Projects;
  readonly movies: ProjectMovies;
  readonly outlines: ProjectOutlines;
  readonly shell: Pick<Shell, 'openUrl'>;
  readonly generations: Pick<GenerationLedger, 'list'>;
  /** Called when a project is worth reading again. */
  readonly onChange: (projectId: string) => void;
  /** Called when the service says that it has no such project. */
  readonly onMissing: (projectId: string) => void;
}

/** Of one project; more than are ever made. */
const maxGenerations = 50;

/** Shown until the timeline is known. */
const usualRate = { numerator: 30, denominator: 1 };

/** The team's projects as the page shows them. */
export class ProjectService {
  readonly #deps: ProjectServiceDeps;
  readonly #stopper = new AbortController();

  constructor(deps: ProjectServiceDeps) {
    this.#deps = deps;
  }

  /** Most recently updated first. */
  async list(
    cursor: string | null,
    limit: number,
  ): Promise<{ projects: ProjectSummary[]; nextCursor: string | null }> {
    const page = await this.#deps.projects.list(cursor, limit, this.#stopper.signal);
    const projects = page.items.map((project) =>
      this.#summaryOf(project, this.#deps.outlines.known(project.projectId)),
    );
    return { projects, nextCursor: page.nextCursor };
  }

  /**
   * Begins to fetch what is missing: the scenes, and a movie for a project that has none.
   * @param isRetry the user asks for scenes that could not be read.
   */
  async get(projectId: string, isRetry = false): Promise<ProjectDetail> {
    const { projects, movies, outlines, onMissing } = this.#deps;
    const { signal } = this.#stopper;
    const project = await projects.get(projectId, signal).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') onMissing(projectId);
      throw error;
    });
    const isReady = project.status === 'ready';
    const outline = isReady ? outlines.getOrFetch(project, isRetry) : null;
    const scenesError = isReady && !outline ? outlines.failureOf(project) : null;
    const { movie, durationSeconds } = await movies.state(projectId, isReady, signal);
    const summary = this.#summaryOf(project, outline);
    // An older timeline tells it too: the rate of a project stays.
    const timed = outline ?? outlines.known(projectId);
    return {
      ...summary,
      durationSeconds: durationSeconds ?? summary.durationSeconds,
      movie,
      frameRate: timed?.frameRate ?? usualRate,
      isDropFrame: timed?.isDropFrame ?? false,
      scenes: outline ? scenesOf(this.#pathOf(project), outline) : null,
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

  /** A remix changed the project: its movie is rendered again, as no export tells which state of it shows. */
  refreshRemixed(projectId: string): void {
    this.#deps.movies.renderAgain(projectId);
    this.refresh(projectId);
  }

  /** The project was generated: what was known is old, and its scenes and length are fetched before they are asked for. */
  refresh(projectId: string): void {
    this.#deps.movies.forget(projectId);
    this.#deps.onChange(projectId);
    // Whatever fails here fails again, and is shown, when the project is opened.
    this.get(projectId).catch(() => undefined);
  }

  dispose(): void {
    this.#stopper.abort();
  }

  #summaryOf(project: ProjectRecord, outline: ProjectOutline | null): ProjectSummary {
    const isStopped = project.status !== 'ready' && this.#hasStopped(project.projectId);
    const summary = summaryOf(this.#pathOf(project), project, outline);
    return { ...summary, ...(isStopped && { status: 'stopped' }) };
  }

  /** Of its media. */
  #pathOf({ projectId }: ProjectRecord): string {
    return `projects/${this.#deps.connectionId}/${projectId}`;
  }

  /** The service knows no word for it: a project whose making failed or was cancelled stays `generating` there. */
  #hasStopped(projectId: string): boolean {
    const generations = this.#deps.generations.list(maxGenerations, projectId);
    return (
      generations.length > 0 &&
      generations.every((record) => isFinishedGeneration(record) && record.state !== 'succeeded')
    );
  }
}

/** The last part of a picture's path changes when there may be another picture, so that the page asks for it again. */
function summaryOf(path: string, project: ProjectRecord, outline: ProjectOutline | null): ProjectSummary {
  const isReady = project.status === 'ready';
  return {
    projectId: project.projectId,
    title: project.title,
    aspectRatio: project.aspectRatio,
    status: isReady ? 'ready' : 'generating',
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
    thumbnailPath: isReady || outline ? `${path}/thumbnail/${String(outline?.updatedAt ?? 0)}` : null,
    moviePath: isReady ? `${path}/movie` : null,
    durationSeconds: outline && secondsOfFrames(outline.durationFrames, outline.frameRate),
    webUrl: project.projectUrl,
  };
}

function scenesOf(path: string, outline: ProjectOutline): ProjectDetail['scenes'] {
  return outline.scenes.map((scene, index) => ({
    index,
    text: scene.text,
    startFrame: scene.startFrame,
    durationFrames: scene.durationFrames,
    clipStartSeconds: scene.clipStartSeconds ?? null,
    mediaName: scene.mediaName ?? null,
    lines: scene.lines ?? [],
    thumbnailPath: hasPicture(scene) ? `${path}/scenes/${String(index)}/${String(outline.updatedAt)}` : null,
  }));
}
