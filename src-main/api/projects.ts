import type { ProjectExport, ProjectRecord } from '../../src-shared/api/projects.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { Priority } from './budget/rate-budget.ts';
import type { HttpClient } from './http/http-client.ts';
import { type Page, pageFrom, pageQuery } from './paginate.ts';

interface ProjectsDeps {
  readonly http: HttpClient;
  /** Returns the title that the user gave a project; it replaces the service's. */
  readonly titleOf?: (projectId: string) => string | null;
}

/** Projects and their exports (specification §4.3). */
export class Projects {
  readonly #http: HttpClient;
  readonly #titleOf: (projectId: string) => string | null;

  constructor({ http, titleOf = () => null }: ProjectsDeps) {
    this.#http = http;
    this.#titleOf = titleOf;
  }

  /** Lists the most recently updated first, with projects made on the web, which the service omits by default. */
  async list(cursor: string | null, limit: number, signal: AbortSignal): Promise<Page<ProjectRecord>> {
    const query = { ...pageQuery(cursor, limit), includeUiProjects: true };
    const page = await pageFrom(this.#http.call('listProjects', { query, signal }), 'projects');
    return { ...page, items: page.items.map((project) => this.#titled(project)) };
  }

  /** @throws AppError `not_found` with `reason` `project`, and as the client. */
  async get(projectId: string, signal: AbortSignal, priority: Priority = 'user'): Promise<ProjectRecord> {
    try {
      return this.#titled(await this.#http.call('getProject', { path: { projectId }, signal, priority }));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      const details = { ...error.details, reason: 'project' };
      throw new AppError('not_found', error.message, { details, cause: error });
    }
  }

  /** Newest first. */
  async listExports(
    projectId: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly ProjectExport[]> {
    const query = pageQuery(null, limit);
    return (await this.#http.call('listProjectExports', { path: { projectId }, query, signal })).exports;
  }

  /** Returns an export. The service signs its links again when they are about to expire (specification §2.5). */
  getExport(
    projectId: string,
    exportId: string,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<ProjectExport> {
    return this.#http.call('getProjectExport', { path: { projectId, exportId }, signal, priority });
  }

  #titled(project: ProjectRecord): ProjectRecord {
    return { ...project, title: this.#titleOf(project.projectId) ?? project.title };
  }
}
