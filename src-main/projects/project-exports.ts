import type { ProjectExport } from '../../src-shared/api/projects.ts';
import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { ServiceJob } from '../../src-shared/contract/activity.ts';
import {
  type ExportOptions,
  exportOptionsSchema,
  type MovieExport,
} from '../../src-shared/contract/export.ts';
import { errorOfFailedJob } from '../api/api-errors.ts';
import type { Projects } from '../api/projects.ts';
import type { ServiceJobs } from '../jobs/service-jobs/service-jobs.ts';
import type { ServiceJobRecord } from '../state/service-job-repository.ts';

export interface ProjectExportsDeps {
  readonly projects: Projects;
  readonly jobs: ServiceJobs;
}

/** Of one project; older ones are not shown. */
const maxShown = 100;

/** Exports of projects: started here and followed, and those that were started elsewhere. */
export class ProjectExports {
  readonly #deps: ProjectExportsDeps;
  readonly #stopper = new AbortController();

  constructor(deps: ProjectExportsDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `not_found`, `disk_full`. */
  async begin(projectId: string, options: ExportOptions): Promise<ServiceJob> {
    const { projects, jobs } = this.#deps;
    const { title } = await projects.get(projectId, this.#stopper.signal);
    return jobs.order({ operation: 'exportProject', path: { projectId }, body: options, title, projectId });
  }

  /** Newest first: what the service has not taken, then its own list. */
  async list(projectId: string): Promise<MovieExport[]> {
    const { projects, jobs } = this.#deps;
    const own = jobs.listOf(projectId, 'export');
    const listed = await projects.listExports(projectId, maxShown, this.#stopper.signal);
    const byId = new Map(own.map((record) => [record.remoteId, record]));
    const ids = new Set(listed.map(({ exportId }) => exportId));
    const unlisted = own.filter(({ remoteId }) => remoteId === null || !ids.has(remoteId));
    return [
      ...unlisted.map((record) => ({ ...jobPart(record), exportId: record.remoteId, sizeBytes: null })),
      ...listed.map((movie) => shownExport(movie, byId.get(movie.exportId))),
    ];
  }

  /** A link that was signed now. @throws AppError `not_found`, `conflict` while there is no movie. */
  async link(projectId: string, exportId: string): Promise<string> {
    const movie = await this.#deps.projects.getExport(projectId, exportId, this.#stopper.signal, 'user');
    return linkOf(movie);
  }

  dispose(): void {
    this.#stopper.abort();
  }
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
    ...(record ? jobPart(record) : { jobId: null, createdAt: null, options: null }),
    exportId,
    state: isKnown ? status : 'running',
    progress: progressPercentage / 100,
    attemptIndex,
    error: status === 'failed' ? toErrorBody(errorOfFailedJob(error, 'service_failed')) : null,
    sizeBytes: file?.downloadSource?.fileBytes ?? null,
  };
}

function jobPart({ jobId, state, progress, attemptIndex, error, createdAt, body }: ServiceJobRecord) {
  const options = exportOptionsSchema.safeParse(body).data ?? null;
  return { jobId, state, progress, attemptIndex, error, createdAt, options };
}
