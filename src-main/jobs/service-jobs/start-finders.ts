import { pageQuery } from '../../api/paginate.ts';
import type { ServiceJobRecord } from '../../state/service-job-repository.ts';
import { lostMessages } from './lost-messages.ts';
import { lostRemixes } from './lost-remixes.ts';
import { listSince, onlyOne, type StartFinder } from './lost-start.ts';
import { mayBeToolType, type ServiceJobKind } from './start-operations.ts';

const pageLimit = 50;

/** Exports by the list of their project: newer than the newest before the start, and of no other record. */
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
 * Tool executions by their list: of this user, of the same tool, newer than the newest before the start. Records tell
 * neither when they were made nor what was asked for, so two such cannot be distinguished.
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

/** How the job of a lost start is found; null where the service keeps no list of such jobs (contract supplement §4.3). */
export const startFinders: Readonly<Record<ServiceJobKind, StartFinder | null>> = {
  tool: lostTools,
  export: lostExports,
  interchange: null,
  remix: lostRemixes,
  message: lostMessages,
};

/** Starts with the same key could be taken for each other, so one at a time is sent and, if need be, looked for. */
export function startKeyOf({ kind, path, jobId, operation }: ServiceJobRecord): string {
  if (kind === 'interchange') return jobId;
  return `${kind === 'tool' ? operation : kind} ${path['assistantId'] ?? path['projectId'] ?? ''}`;
}
