import type { ResponseBody } from '../../src-shared/api/operations.ts';
import type { Priority } from './budget/rate-budget.ts';
import type { HttpClient } from './http/http-client.ts';
import { type Page, pageFrom, pageQuery } from './paginate.ts';

interface PageRequest {
  readonly cursor: string | null;
  readonly limit: number;
  readonly signal: AbortSignal;
  /** `user` by default. */
  readonly priority?: Priority;
}

/** A list of jobs at the service, newest first: of a project, or of the credential's user. */
export interface JobList<Item> {
  readonly idOf: (item: Item) => string;
  /** @param projectId empty for a list of the user. */
  readonly readPage: (http: HttpClient, projectId: string, request: PageRequest) => Promise<Page<Item>>;
}

type ToolExecution = ResponseBody<'listToolExecutions'>['toolExecutions'][number];
type ProjectExport = ResponseBody<'listProjectExports'>['exports'][number];
type RemixAction = ResponseBody<'listRemixActions'>['remixActions'][number];

export const toolList: JobList<ToolExecution> = {
  idOf: ({ toolExecutionId }) => toolExecutionId,
  readPage: (http, _projectId, { cursor, limit, ...options }) => {
    const query = { ...pageQuery(cursor, limit), selfOnly: true };
    return pageFrom(http.call('listToolExecutions', { query, ...options }), 'toolExecutions');
  },
};

export const exportList: JobList<ProjectExport> = {
  idOf: ({ exportId }) => exportId,
  readPage: (http, projectId, { cursor, limit, ...options }) => {
    const request = { path: { projectId }, query: pageQuery(cursor, limit), ...options };
    return pageFrom(http.call('listProjectExports', request), 'exports');
  },
};

export const remixList: JobList<RemixAction> = {
  idOf: ({ remixActionId }) => remixActionId,
  readPage: (http, projectId, { cursor, limit, ...options }) => {
    const request = { path: { projectId }, query: pageQuery(cursor, limit), ...options };
    return pageFrom(http.call('listRemixActions', request), 'remixActions');
  },
};
