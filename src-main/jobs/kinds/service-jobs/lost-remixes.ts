import { z } from 'zod';
import { remixList } from '../../../api/job-lists.ts';
import {
  type Finding,
  findInNewProjects,
  listUnknown,
  type LostStart,
  newestIn,
  type StartFinder,
} from './lost-start.ts';

const bodySchema = z.object({
  remixActions: z.array(z.object({ type: z.string() })),
  saveAsNewProject: z.boolean().default(false),
});

/**
 * Finds lost remix actions in the list of their project, after the newest one before the start: the same types in the
 * same order. Finds those of a copy through the projects created meanwhile.
 */
export const lostRemixes: StartFinder = {
  newest: (http, { path }, signal) => newestIn(remixList, http, path['projectId'] ?? '', signal),
  find: (lost) => {
    const { body, path, newestBefore } = lost.record;
    const source = path['projectId'] ?? '';
    if (!bodySchema.parse(body).saveAsNewProject) return findIn(source, newestBefore, lost);
    return findInNewProjects(lost, async ({ projectId }) =>
      projectId === source ? 'none' : findIn(projectId, null, lost),
    );
  },
};

async function findIn(parentId: string, newestBefore: string | null, lost: LostStart): Promise<Finding> {
  const { body, projectId } = lost.record;
  const wanted = bodySchema.parse(body).remixActions;
  const candidates = (await listUnknown(remixList, parentId, newestBefore, lost)).reverse();
  if (candidates.length === 0) return 'none';
  const isSame =
    candidates.length === wanted.length &&
    candidates.every(({ type }, index) => type === wanted[index]?.type);
  return isSame ? { remoteIds: candidates.map(remixList.idOf), parentId, projectId } : 'unclear';
}
