import type { ProjectRecord } from '../../src-shared/api/projects.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import type { StorageClient } from '../api/storage/storage-client.ts';
import { RunningTasks } from '../foundation/running-tasks.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import { appIsClosing, orStopped } from '../foundation/wait.ts';
import type { Clock, Log } from '../platform.ts';
import type { ProjectCutFacts, ProjectCutRepository } from '../state/project-cut-repository.ts';
import { readTimeline } from './documents.ts';
import { elementOf, withoutLinks } from './element-location.ts';
import type { InterchangeRunner } from './interchange-runner.ts';
import { type CutScene, projectScenesOf } from './project-scenes.ts';
import { ReadingPauses } from './reading-pauses.ts';

export interface ProjectCutsDeps {
  readonly repository: ProjectCutRepository;
  readonly interchange: InterchangeRunner;
  readonly storage: StorageClient;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a project's cut has been read or could not be, and when it may be read again after a pause. */
  readonly onChange: (projectId: string) => void;
}

/** A failed reading of a project, as it was at `updatedAt`. */
interface FailedReading {
  readonly updatedAt: number;
  readonly error: Error;
}

/** A signed link and how to renew it; `url` is null if it must be requested first. */
export interface SignedLink {
  readonly url: string | null;
  readonly renew: () => Promise<string | null>;
  /** Id of the linked file of a cut, by which it is kept. */
  readonly element?: string;
  /** Name of that file. */
  readonly fileName?: string;
}

interface KnownCut {
  readonly cut: Timeline;
  readonly scenes: readonly CutScene[];
}

/** Signed links of a project by the ids of their files. */
interface Links {
  readonly urls: ReadonlyMap<string, string>;
  /** When they were to take the place of refused ones, with or without success; null for the first. */
  readonly renewedAtMs: number | null;
}

const maxDocumentBytes = 32 * 1024 * 1024;
/** Number of cuts that stay in memory. */
const maxCuts = 8;
/** Renewed links that are refused sooner are not renewed again, for each renewal takes a job of the service. */
const renewEveryMs = 60_000;

/** Reads the cuts of projects from the service, and keeps the last one of each. */
export class ProjectCuts {
  readonly #deps: ProjectCutsDeps;
  readonly #fetches = new SingleFlight<ProjectCutFacts>();
  readonly #cuts = new Map<string, KnownCut>();
  /** Signed links by project, so they live only as long as the app runs. */
  readonly #links = new Map<string, Links>();
  /** Failures by project. Each reading takes a job of the service, so the app repeats none by itself. */
  readonly #failures = new Map<string, FailedReading>();
  readonly #pauses: ReadingPauses;
  readonly #stopper = new AbortController();
  readonly #tasks: RunningTasks;

  constructor(deps: ProjectCutsDeps) {
    this.#deps = deps;
    this.#pauses = new ReadingPauses({ clock: deps.clock, onEnd: deps.onChange });
    this.#tasks = new RunningTasks({
      limit: 4,
      onBug: (projectId, error) => {
        deps.log.warn('Reading the cut of a project was not followed to its end.', { projectId, error });
      },
    });
  }

  /** Returns the facts of a project's stored cut, current or not. */
  known(projectId: string): ProjectCutFacts | null {
    return this.#deps.repository.get(projectId);
  }

  /** Returns the stored cut of a project, current or not; files of the service are at locations of `elementOf`. */
  cutOf(projectId: string): Timeline | null {
    return this.#knownCut(projectId)?.cut ?? null;
  }

  /** Returns the scenes of a project's stored cut; none without a cut. */
  scenesOf(projectId: string): readonly CutScene[] {
    return this.#knownCut(projectId)?.scenes ?? [];
  }

  /**
   * Returns why the project's present cut could not be read; null if that did not fail. While the project changes
   * faster than it can be read, returns why the last reading failed.
   */
  failureOf({ projectId, updatedAt }: Pick<ProjectRecord, 'projectId' | 'updatedAt'>): FailedReading | null {
    const failure = this.#failures.get(projectId);
    const isPresent = failure?.updatedAt === updatedAt || this.#pauses.isChanging(projectId);
    return isPresent ? (failure ?? null) : null;
  }

  /**
   * Returns the facts of the cut if it is current, else null. Starts to read it otherwise. While the project changes
   * faster than it can be read, returns those of the last cut, and pauses between the readings.
   * @param isAskedByUser reads also after a failure and in a pause.
   */
  getOrFetch(project: ProjectRecord, isAskedByUser = false): ProjectCutFacts | null {
    const { projectId, updatedAt } = project;
    const known = this.known(projectId);
    const current = known?.updatedAt === updatedAt && this.cutOf(projectId) ? known : null;
    const hasFailed = this.#failures.get(projectId)?.updatedAt === updatedAt;
    if (current || hasFailed) this.#pauses.forget(projectId);
    if (current) return current;
    const mayBegin = isAskedByUser || (!hasFailed && !this.#pauses.isPaused(projectId));
    if (mayBegin) this.#begin(project, isAskedByUser);
    return this.#showsLast(projectId) && this.cutOf(projectId) ? known : null;
  }

  /** Resolves when the reading of a project has ended; at once without one. */
  settled(projectId: string): Promise<void> {
    return this.#tasks.settled(projectId);
  }

  /** Ends the pause between readings of a project that a job changed. */
  endPause(projectId: string): void {
    this.#pauses.forget(projectId);
  }

  /** Returns the link to a media file of a project's cut; null for one that the service does not have. */
  linkOf(projectId: string, mediaId: string, signal: AbortSignal): SignedLink | null {
    const media = this.cutOf(projectId)?.media.find((one) => one.mediaId === mediaId);
    const element = media ? elementOf(media.location) : null;
    return media && element !== null
      ? this.elementLink(projectId, { element, fileName: media.fileName }, signal)
      : null;
  }

  /** Returns the link to a file of a project, which may belong to an earlier cut. */
  elementLink(
    projectId: string,
    { element, fileName }: { readonly element: string; readonly fileName: string },
    signal: AbortSignal,
  ): SignedLink {
    const url = this.#links.get(projectId)?.urls.get(element) ?? null;
    return { url, element, fileName, renew: () => this.#renewed(projectId, element, url, signal) };
  }

  /**
   * Reads the cut again, with newly signed links. Concurrent callers share one reading; it goes on when one of
   * them stops waiting.
   */
  fetch(
    projectId: string,
    updatedAt: number,
    signal: AbortSignal,
    isAskedByUser = false,
  ): Promise<ProjectCutFacts> {
    const reading = this.#fetches.run(projectId, () => this.#fetch(projectId, updatedAt, isAskedByUser));
    return orStopped(reading, signal);
  }

  async dispose(): Promise<void> {
    this.#stopper.abort(appIsClosing);
    await this.#tasks.dispose();
    await this.#fetches.settled();
    this.#pauses.dispose();
  }

  /** True if the last cut stands for that of a project that changes faster than it can be read. */
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
        this.#failures.set(projectId, { updatedAt, error: error as Error });
        this.#deps.log.warn('The cut of a project could not be read.', { projectId, error });
      }
      this.#pauses.noteReading(projectId);
      this.#deps.onChange(projectId);
    });
  }

  async #fetch(projectId: string, updatedAt: number, isAskedByUser: boolean): Promise<ProjectCutFacts> {
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
    const { cut, links } = withoutLinks(readTimeline('timeline.fcpxml', 'FCPXML', text));
    const read = { projectId, updatedAt, fetchedAt: Math.floor(clock.now() / 1000) };
    const facts = repository.putCut(read, cut);
    if (!facts)
      throw new AppError('document_unreadable', 'The service wrote a timeline that breaks its own rules.');
    this.#links.set(projectId, { urls: links, renewedAtMs: null });
    this.#remember(projectId, cut);
    return facts;
  }

  /** Returns another link than the refused one. One reading renews the links of all media of a project. */
  async #renewed(
    projectId: string,
    element: string,
    refused: string | null,
    signal: AbortSignal,
  ): Promise<string | null> {
    const links = this.#links.get(projectId);
    const url = links?.urls.get(element) ?? null;
    // A file that the last reading did not name is none of the project any more.
    const isGone = url === null && links !== undefined && links.urls.size > 0;
    if (url !== refused || isGone) return url;
    const known = this.known(projectId);
    const renewedAtMs = this.#deps.clock.monotonicMs();
    if (!known || renewedAtMs - (links?.renewedAtMs ?? -Infinity) < renewEveryMs) return url;
    try {
      await this.fetch(projectId, known.updatedAt, signal);
    } finally {
      // After a failure too. The reading of a caller who stopped waiting goes on.
      if (!signal.aborted) this.#links.set(projectId, { urls: this.#urlsOf(projectId), renewedAtMs });
    }
    return this.#urlsOf(projectId).get(element) ?? null;
  }

  #urlsOf(projectId: string): Links['urls'] {
    return this.#links.get(projectId)?.urls ?? new Map<string, string>();
  }

  #knownCut(projectId: string): KnownCut | null {
    const known = this.#cuts.get(projectId);
    if (known) return known;
    const cut = this.#deps.repository.cutOf(projectId);
    return cut && this.#remember(projectId, cut);
  }

  #remember(projectId: string, cut: Timeline): KnownCut {
    const known = { cut, scenes: projectScenesOf(cut) };
    this.#cuts.delete(projectId);
    this.#cuts.set(projectId, known);
    const [oldest] = this.#cuts.keys();
    if (this.#cuts.size > maxCuts && oldest !== undefined) this.#cuts.delete(oldest);
    return known;
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
