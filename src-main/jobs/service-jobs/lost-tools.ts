import { pageQuery } from '../../api/paginate.ts';
import { listSince, onlyOne, type StartFinder } from './lost-start.ts';
import { mayBeToolType } from './start-operations.ts';

const pageLimit = 50;

/**
 * Tool executions by their list: of this user, of the same tool, newer than the newest before the start. Records tell
 * neither when they were made nor what was asked for, so of two such nothing can be told.
 */
export const lostTools: StartFinder = {
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
