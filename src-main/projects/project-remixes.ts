import type { RemixAction } from '../../src-shared/api/remix.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { RemixStep, ServiceJob } from '../../src-shared/contract/activity.ts';
import type { Projects } from '../api/projects.ts';
import type { Remixes } from '../api/remixes.ts';
import { stepOf } from '../jobs/service-jobs/remix-steps.ts';
import { serviceJobKind } from '../jobs/service-jobs/service-job-ledger.ts';
import type { ServiceJobs } from '../jobs/service-jobs/service-jobs.ts';

export interface ProjectRemixesDeps {
  readonly projects: Pick<Projects, 'get'>;
  readonly remixes: Remixes;
  readonly jobs: ServiceJobs;
}

/** Of one project; older ones are not shown. */
const maxShown = 200;

/** Remixes of projects: started here and followed, and what else the service has done to them. */
export class ProjectRemixes {
  readonly #deps: ProjectRemixesDeps;
  readonly #stopper = new AbortController();

  constructor(deps: ProjectRemixesDeps) {
    this.#deps = deps;
  }

  /** @param isCopy leaves the project as it is and changes a copy. @throws AppError `not_found`, `disk_full`. */
  async begin(projectId: string, actions: readonly RemixAction[], isCopy: boolean): Promise<ServiceJob> {
    const { projects, jobs } = this.#deps;
    const { title } = await projects.get(projectId, this.#stopper.signal);
    const body = { remixActions: [...actions], ...(isCopy && { saveAsNewProject: true }) };
    return jobs.order({ operation: 'remixProject', path: { projectId }, body, title, projectId });
  }

  /** Newest first: what was started here, and the actions that were started elsewhere. */
  async list(projectId: string): Promise<{ jobs: ServiceJob[]; elsewhere: RemixStep[] | null }> {
    const own = this.#deps.jobs.listOf(projectId, 'remix');
    const known = new Set(own.flatMap(({ remoteId, remoteIds }) => [remoteId, ...remoteIds]));
    return { jobs: own.map(serviceJobKind.shown), elsewhere: await this.#listElsewhere(projectId, known) };
  }

  dispose(): void {
    this.#stopper.abort();
  }

  async #listElsewhere(projectId: string, known: ReadonlySet<string | null>): Promise<RemixStep[] | null> {
    try {
      const { remixes } = this.#deps;
      const { items } = await remixes.list(projectId, null, maxShown, this.#stopper.signal, 'user');
      return items
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
