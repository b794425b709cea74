import { AppError } from '../../src-shared/app-error.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import type { Availability } from '../api/http/availability.ts';
import type { Projects } from '../api/projects.ts';
import { RunningTasks } from '../foundation/running-tasks.ts';
import type { Log } from '../platform.ts';
import type { ProjectCuts } from '../projects/project-cuts.ts';
import type { ProjectCutFacts } from '../state/project-cut-repository.ts';

/** The parts of a connection that read its cuts. */
export interface CutScope {
  readonly connectionId: string;
  readonly cuts: ProjectCuts;
  readonly projectsApi: Pick<Projects, 'get'>;
  readonly availability: Pick<Availability, 'state'>;
}

export interface ProjectCutStatesDeps {
  readonly log: Log;
  /** Called when a shown cut is found to be an older one, or not to be. */
  readonly publish: (projectId: string) => void;
}

/** A project cut as it is shown. */
export interface ShownProjectCut {
  readonly facts: ProjectCutFacts;
  readonly timeline: Timeline;
  /** True if the project may have another cut now. */
  readonly isStored: boolean;
  readonly error: Error | null;
}

/** The project at the last look; `updatedAt` is null if it was being made or could not be read. */
interface Look {
  readonly updatedAt: number | null;
  readonly error: Error | null;
}

/** Shows stored project cuts at once, and looks at each project for a newer one. */
export class ProjectCutStates {
  readonly #deps: ProjectCutStatesDeps;
  readonly #looks = new Map<string, Look>();
  readonly #tasks: RunningTasks;

  constructor(deps: ProjectCutStatesDeps) {
    this.#deps = deps;
    this.#tasks = new RunningTasks({
      limit: 4,
      onBug: (projectId, error) => {
        deps.log.warn('Looking for a newer cut of a project failed.', { projectId, error });
      },
    });
  }

  /**
   * Returns the stored cut and begins to look for a newer one; without a stored cut, waits for the first.
   * @throws AppError `conflict` with `reason` `generating`; and why the first cut could not be read.
   */
  async get(scope: CutScope, projectId: string, isRetry = false): Promise<ShownProjectCut> {
    const shown = this.known(scope, projectId);
    if (shown && !isRetry) {
      this.#lookAgain(scope, shown);
      return shown;
    }
    await this.#look(scope, projectId, isRetry);
    return this.known(scope, projectId) ?? this.#first(scope, projectId);
  }

  /** Returns the stored cut; null without one. */
  known({ cuts }: CutScope, projectId: string): ShownProjectCut | null {
    const facts = cuts.known(projectId);
    const timeline = facts && cuts.cutOf(projectId);
    if (!facts || !timeline) return null;
    const look = this.#looks.get(projectId) ?? { updatedAt: facts.updatedAt, error: null };
    const isStored = look.updatedAt !== facts.updatedAt;
    const failure = look.updatedAt === null ? null : cuts.failureOf({ projectId, updatedAt: look.updatedAt });
    return { facts, timeline, isStored, error: look.error ?? (isStored ? (failure?.error ?? null) : null) };
  }

  async dispose(): Promise<void> {
    await this.#tasks.dispose();
  }

  #lookAgain(scope: CutScope, shown: ShownProjectCut): void {
    const { projectId } = shown.facts;
    if (this.#tasks.isRunning(projectId)) return;
    this.#tasks.run(projectId, async (signal) => {
      if (signal.aborted) return;
      await this.#look(scope, projectId, false, signal);
      const now = this.known(scope, projectId);
      if (now?.isStored !== shown.isStored || now.error !== shown.error) this.#deps.publish(projectId);
    });
  }

  /** Looks at the project, and has its present cut read. */
  async #look(
    { cuts, projectsApi }: CutScope,
    projectId: string,
    isRetry: boolean,
    signal = AbortSignal.any([]),
  ): Promise<void> {
    try {
      const project = await projectsApi.get(projectId, signal);
      const isReady = project.status === 'ready';
      this.#looks.set(projectId, { updatedAt: isReady ? project.updatedAt : null, error: null });
      if (isReady) cuts.getOrFetch(project, isRetry);
    } catch (error) {
      this.#looks.set(projectId, { updatedAt: null, error: error as Error });
    }
  }

  async #first(scope: CutScope, projectId: string): Promise<ShownProjectCut> {
    const { cuts } = scope;
    const { updatedAt = null, error = null } = this.#looks.get(projectId) ?? {};
    if (error !== null) throw error;
    if (updatedAt === null)
      throw new AppError('conflict', 'The project is being made.', { details: { reason: 'generating' } });
    await cuts.settled(projectId);
    const known = this.known(scope, projectId);
    if (known) return known;
    throw (
      cuts.failureOf({ projectId, updatedAt })?.error ?? new AppError('conflict', 'The cut is not read yet.')
    );
  }
}
