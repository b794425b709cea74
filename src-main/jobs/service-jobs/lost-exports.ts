import { pageQuery } from '../../api/paginate.ts';
import { listSince, onlyOne, type StartFinder } from './lost-start.ts';

const pageLimit = 50;

/** Exports by the list of their project: newer than the newest before the start, and of no other record. */
export const lostExports: StartFinder = {
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
