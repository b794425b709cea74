import type { ProjectRecord } from '../../src-shared/api/projects.ts';
import { AppError } from '../../src-shared/app-error.ts';
import { canDropFrames } from '../../src-timeline/model/frame-rate.ts';
import { timelineDurationFrames } from '../../src-timeline/model/timeline.ts';
import type { StorageClient } from '../api/storage/storage-client.ts';
import { RunningTasks } from '../foundation/running-tasks.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import { appIsClosing, orStopped } from '../foundation/wait.ts';
import type { Clock, Log } from '../platform.ts';
import type { OutlineRepository, ProjectOutline } from '../state/outline-repository.ts';
import { readTimeline } from './documents.ts';
import type { InterchangeRunner } from './interchange-runner.ts';
import { ReadingPauses } from './reading-pauses.ts';
import { scenesOfTimeline } from './scenes-of-timeline.ts';

export interface ProjectOutlinesDeps {
  readonly repository: OutlineRepository;
  readonly interchange: InterchangeRunner;
  readonly storage: StorageClient;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a project's scenes have been read or could not be, and when they may be read again after a pause. */
  readonly onChange: (projectId: string) => void;
}

/** A failed reading of a project, as it was at `updatedAt`. */
interface FailedReading {
  readonly updatedAt: number;
  readonly error: unknown;
}

const maxDocumentBytes = 32 * 1024 * 1024;

/** False for an outline that an older app version stored without fields shown now. */
function isWhole({ scenes, frameRate, isDropFrame }: ProjectOutline): boolean {
  if (isDropFrame === undefined && canDropFrames(frameRate)) return false;
  return scenes.every(({ mediaName, lines }) => mediaName !== undefined && lines);
}

/** Reads the scenes of projects from the service's timeline, and keeps them until the project changes. */
export class ProjectOutlines {
  readonly #deps: ProjectOutlinesDeps;
  readonly #fetches = new SingleFlight<ProjectOutline>();
  /** Signed addresses by project, so they live only as long as the app runs. */
  readonly #pictureUrls = new Map<string, readonly (string | null)[]>();
  /** Failures by project. Each reading takes a job of the service, so the app repeats none by itself. */
  readonly #failures = new Map<string, FailedReading>();
  readonly #pauses: ReadingPauses;
  readonly #stopper = new AbortController();
  readonly #tasks: RunningTasks;

  constructor(deps: ProjectOutlinesDeps) {
    this.#deps = deps;
    this.#pauses = new ReadingPauses({ clock: deps.clock, onEnd: deps.onChange });
    this.#tasks = new RunningTasks({
      limit: 4,
      onBug: (projectId, error) => {
        deps.log.warn('Reading the scenes of a project was not followed to its end.', { projectId, error });
      },
    });
  }

  /** Returns the stored outline of a project, current or not. */
  known(projectId: string): ProjectOutline | null {
    return this.#deps.repository.get(projectId);
  }

  /**
   * Returns why the project's present scenes could not be read; null if that did not fail. While the project changes
   * faster than it can be read, returns why the last reading failed.
   */
  failureOf({ projectId, updatedAt }: ProjectRecord): FailedReading | null {
    const failure = this.#failures.get(projectId);
    const isPresent = failure?.updatedAt === updatedAt || this.#pauses.isChanging(projectId);
    return isPresent ? (failure ?? null) : null;
  }

  /**
   * Returns the scenes if they are current, else null. Starts to fetch them otherwise, and if an older app version
   * stored them. While the project changes faster than it can be read, returns the last scenes, and pauses between
   * the readings.
   * @param isAskedByUser fetches also after a failure and in a pause.
   */
  getOrFetch(project: ProjectRecord, isAskedByUser = false): ProjectOutline | null {
    const { projectId, updatedAt } = project;
    const known = this.known(projectId);
    const current = known?.updatedAt === updatedAt ? known : null;
    const hasFailed = this.#failures.get(projectId)?.updatedAt === updatedAt;
    if (current || hasFailed) this.#pauses.forget(projectId);
    if (current && isWhole(current)) return current;
    const mayBegin = isAskedByUser || (!hasFailed && !this.#pauses.isPaused(projectId));
    if (mayBegin) this.#begin(project, isAskedByUser);
    return current ?? (this.#showsLast(projectId) ? known : null);
  }

  /** Ends the pause between readings of a project that a job changed. */
  endPause(projectId: string): void {
    this.#pauses.forget(projectId);
  }

  /** Returns the last signed address of a scene's picture; null if none was signed since the app started. */
  pictureUrl(projectId: string, index: number): string | null {
    return this.#pictureUrls.get(projectId)?.[index] ?? null;
  }

  /**
   * Returns the address of a scene's picture. Signs it again if none is known or `isRenewed`. Null if the scene has
   * none.
   */
  async mediaOf(
    projectId: string,
    index: number,
    isRenewed: boolean,
    signal: AbortSignal,
  ): Promise<string | null> {
    const outline = this.known(projectId);
    const url = isRenewed ? null : this.pictureUrl(projectId, index);
    if (url !== null || !outline) return url;
    await this.fetch(projectId, outline.updatedAt, signal);
    return this.pictureUrl(projectId, index);
  }

  /**
   * Reads the scenes again, with newly signed addresses. Concurrent callers share one reading; it goes on when one of
   * them stops waiting.
   */
  fetch(
    projectId: string,
    updatedAt: number,
    signal: AbortSignal,
    isAskedByUser = false,
  ): Promise<ProjectOutline> {
    const reading = this.#fetches.run(projectId, () => this.#fetch(projectId, updatedAt, isAskedByUser));
    return orStopped(reading, signal);
  }

  async dispose(): Promise<void> {
    this.#stopper.abort(appIsClosing);
    await this.#tasks.dispose();
    await this.#fetches.settled();
    this.#pauses.dispose();
  }

  /** True if the last scenes stand for those of a project that changes faster than it can be read. */
  #showsLast(projectId: string): boolean {
    return this.#pauses.isChanging(projectId) && !this.#failures.has(projectId);
  }

  #begin({ projectId, updatedAt }: ProjectRecord, isAskedByUser: boolean): void {
    if (this.#tasks.isRunning(projectId)) return;
    this.#failures.delete(projectId);
    this.#tasks.run(projectId, async (signal) => {
      if (signal.aborted) return;
      try {
        await this.fetch(projectId, updatedAt, signal, isAskedByUser);
      } catch (error) {
        if (signal.aborted || this.#stopper.signal.aborted) return;
        this.#failures.set(projectId, { updatedAt, error });
        this.#deps.log.warn('The scenes of a project could not be read.', { projectId, error });
      }
      this.#pauses.noteReading(projectId);
      this.#deps.onChange(projectId);
    });
  }

  async #fetch(projectId: string, updatedAt: number, isAskedByUser: boolean): Promise<ProjectOutline> {
    const { interchange, clock, repository } = this.#deps;
    const { signal } = this.#stopper;
    const result = await interchange.run({
      projectId,
      format: 'FCPXML',
      mediaDelivery: 'REMOTE_URLS',
      jobId: null,
      askedJobId: null,
      isAskedByUser,
      onAsked: () => undefined,
      onStarted: () => undefined,
      onProgress: () => undefined,
      signal,
    });
    // The job is done, so an unreadable link only has to be renewed, once.
    const text = await this.#read(result.url, signal).catch(async () =>
      this.#read(await result.renewUrl(signal), signal),
    );
    const timeline = readTimeline('timeline.fcpxml', 'FCPXML', text);
    const linked = scenesOfTimeline(timeline);
    const outline: ProjectOutline = {
      projectId,
      updatedAt,
      fetchedAt: Math.floor(clock.now() / 1000),
      frameRate: { ...timeline.frameRate },
      isDropFrame: timeline.isDropFrame,
      durationFrames: timelineDurationFrames(timeline),
      scenes: linked.map(({ scene }) => scene),
    };
    this.#pictureUrls.set(
      projectId,
      linked.map(({ pictureUrl }) => pictureUrl),
    );
    repository.put(outline);
    return outline;
  }

  async #read(url: string, signal: AbortSignal): Promise<string> {
    const { status, body } = await this.#deps.storage.open(url, {}, signal);
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length;
        if (status !== 200 || sizeBytes > maxDocumentBytes) {
          throw new AppError('download_failed', `A timeline could not be read (${String(status)}).`, {
            details: { reason: 'refused', status },
          });
        }
        chunks.push(chunk);
      }
    } finally {
      body.destroy();
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}
