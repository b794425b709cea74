import { exportList, type JobList, toolList } from '../../../api/job-lists.ts';
import type { ServiceJobRecord } from '../../../state/service-job-repository.ts';
import { lostMessages } from './lost-messages.ts';
import { lostRemixes } from './lost-remixes.ts';
import { listUnknown, newestIn, onlyOne, type StartFinder } from './lost-start.ts';
import { mayBeToolType, type ServiceJobKind } from './start-operations.ts';

/**
 * Finds a lost job in the list of its project or user. Such records contain neither creation time nor request, so two
 * candidates cannot be distinguished.
 * @param mayBe true for an item that the record may have started.
 */
function inList<Item>(
  list: JobList<Item>,
  mayBe: (item: Item, record: ServiceJobRecord) => boolean,
): StartFinder {
  return {
    newest: (http, { path }, signal) => newestIn(list, http, path['projectId'] ?? '', signal),
    find: async (lost) => {
      const { path, projectId, newestBefore } = lost.record;
      const parentId = path['projectId'] ?? null;
      const unknown = await listUnknown(list, parentId ?? '', newestBefore, lost);
      const candidates = unknown.filter((item) => mayBe(item, lost.record));
      return onlyOne(candidates, (item) => ({ remoteIds: [list.idOf(item)], parentId, projectId }));
    },
  };
}

/** Finders of lost starts; null where the service keeps no list of such jobs (contract supplement §4.3). */
export const startFinders: Readonly<Record<ServiceJobKind, StartFinder | null>> = {
  tool: inList(toolList, ({ toolType }, { operation }) => mayBeToolType(toolType, operation)),
  export: inList(exportList, () => true),
  interchange: null,
  remix: lostRemixes,
  message: lostMessages,
};

/** Key of starts that could be confused with each other; one at a time is sent and, if necessary, searched for. */
export function startKeyOf({ kind, path, jobId, operation }: ServiceJobRecord): string {
  if (kind === 'interchange') return jobId;
  return `${kind === 'tool' ? operation : kind} ${path['assistantId'] ?? path['projectId'] ?? ''}`;
}
