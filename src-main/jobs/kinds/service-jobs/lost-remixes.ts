import { z } from 'zod';
import type { HttpClient } from '../../../api/http/http-client.ts';
import { pageQuery } from '../../../api/paginate.ts';
import { type Finding, listSince, type LostStart, type StartFinder } from './lost-start.ts';
import { listNewProjects } from './new-projects.ts';

const pageLimit = 50;
const bodySchema = z.object({
  remixActions: z.array(z.object({ type: z.string() })),
  saveAsNewProject: z.boolean().default(false),
});

/**
 * Finds lost remix actions in the list of their project, after the newest one before the start: the same types in the
 * same order. Finds those of a copy through the projects created meanwhile.
 */
export const lostRemixes: StartFinder = {
  newest: async (http, { path }, signal) => {
    const request = { path: { projectId: path['projectId'] ?? '' }, query: pageQuery(null, 1), signal };
    return (await http.call('listRemixActions', request)).remixActions[0]?.remixActionId ?? null;
  },
  find: async (lost) => {
    const { record } = lost;
    const { saveAsNewProject } = bodySchema.parse(record.body);
    const source = record.path['projectId'] ?? '';
    if (!saveAsNewProject) return findIn(source, record.newestBefore, lost);
    const projects = await listNewProjects(lost);
    const findings: Finding[] = [];
    for (const { projectId } of projects) {
      if (projectId !== source) findings.push(await findIn(projectId, null, lost));
    }
    const [only = 'none', ...more] = findings.filter((finding) => finding !== 'none');
    return more.length === 0 ? only : 'unclear';
  },
};

async function findIn(projectId: string, newestBefore: string | null, lost: LostStart): Promise<Finding> {
  const { http, record, knownIds, signal } = lost;
  const wanted = bodySchema.parse(record.body).remixActions.map(({ type }) => type);
  const actions = await listActionsSince(http, projectId, newestBefore, signal);
  const candidates = actions.filter(({ remixActionId }) => !knownIds.has(remixActionId)).reverse();
  if (candidates.length === 0) return 'none';
  const isSame =
    candidates.length === wanted.length && candidates.every(({ type }, index) => type === wanted[index]);
  if (!isSame) return 'unclear';
  const remoteIds = candidates.map(({ remixActionId }) => remixActionId);
  return { remoteIds, parentId: projectId, projectId: record.projectId };
}

function listActionsSince(
  http: HttpClient,
  projectId: string,
  newestBefore: string | null,
  signal: AbortSignal,
) {
  return listSince(
    async (cursor) => {
      const query = pageQuery(cursor, pageLimit);
      const page = await http.call('listRemixActions', { path: { projectId }, query, signal });
      return { items: page.remixActions, nextCursor: page.nextCursor };
    },
    ({ remixActionId }) => remixActionId,
    newestBefore,
  );
}
