import { pageQuery } from '../../../api/paginate.ts';
import type { ServiceJobRecord } from '../../../state/service-job-repository.ts';
import { lostMessages } from './lost-messages.ts';
import { lostRemixes } from './lost-remixes.ts';
import { listSince, onlyOne, type StartFinder } from './lost-start.ts';
import { mayBeToolType, type ServiceJobKind } from './start-operations.ts';

const pageLimit = 50;

/** Finds a lost export in the list of its project: after the newest one before the start, and in no other record. */
const lostExports: StartFinder = {
  newest: async (http, { path }, signal) => {
    const query = pageQuery(null, 1);
    const request = { path: { projectId: path['projectId'] ?? '' }, query, signal };
    return (await http.call('listProjectExports', request)).exports[0]?.exportId ?? null;
  },
  find: async ({ http, record, knownIds, signal }) => {
    const projectId = record.path['projectId'] ?? '';
    const exports = await listSince(
      async (cursor) => {
        const query = pageQuery(cursor, pageLimit);
        const page = await http.call('listProjectExports', { path: { projectId }, query, signal });
        return { items: page.exports, nextCursor: page.nextCursor };
      },
      ({ exportId }) => exportId,
      record.newestBefore,
    );
    const candidates = exports.filter(({ exportId }) => !knownIds.has(exportId));
    return onlyOne(candidates, ({ exportId }) => ({
      remoteIds: [exportId],
      parentId: projectId,
      projectId: record.projectId,
    }));
  },
};

/**
 * Finds a lost tool execution in the user's list: the same tool, after the newest one before the start. Records contain
 * neither creation time nor request, so two candidates cannot be distinguished.
 */
const lostTools: StartFinder = {
  newest: async (http, _record, signal) => {
    const query = { ...pageQuery(null, 1), selfOnly: true };
    const { toolExecutions } = await http.call('listToolExecutions', { query, signal });
    return toolExecutions[0]?.toolExecutionId ?? null;
  },
  find: async ({ http, record, knownIds, signal }) => {
    const executions = await listSince(
      async (cursor) => {
        const query = { ...pageQuery(cursor, pageLimit), selfOnly: true };
        const page = await http.call('listToolExecutions', { query, signal });
        return { items: page.toolExecutions, nextCursor: page.nextCursor };
      },
      ({ toolExecutionId }) => toolExecutionId,
      record.newestBefore,
    );
    const candidates = executions.filter(
      ({ toolExecutionId, toolType }) =>
        !knownIds.has(toolExecutionId) && mayBeToolType(toolType, record.operation),
    );
    return onlyOne(candidates, ({ toolExecutionId }) => ({
      remoteIds: [toolExecutionId],
      parentId: null,
      projectId: record.projectId,
    }));
  },
};

/** Finders of lost starts; null where the service keeps no list of such jobs (contract supplement §4.3). */
export const startFinders: Readonly<Record<ServiceJobKind, StartFinder | null>> = {
  tool: lostTools,
  export: lostExports,
  interchange: null,
  remix: lostRemixes,
  message: lostMessages,
};

/** Key of starts that could be confused with each other; one at a time is sent and, if necessary, searched for. */
export function startKeyOf({ kind, path, jobId, operation }: ServiceJobRecord): string {
  if (kind === 'interchange') return jobId;
  return `${kind === 'tool' ? operation : kind} ${path['assistantId'] ?? path['projectId'] ?? ''}`;
}
