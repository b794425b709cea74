import { z } from 'zod';
import type { HttpClient } from '../../../api/http/http-client.ts';
import { exportList, type JobList, remixList, toolList } from '../../../api/job-lists.ts';
import { paginate } from '../../../api/paginate.ts';
import type { ServiceJobRecord } from '../../../state/service-job-repository.ts';
import { mayBeToolType } from './start-operations.ts';
import type { StartedJob } from './started-job.ts';

/** Known facts for the search for a lost start's job. */
interface LostStart {
  readonly http: HttpClient;
  readonly record: ServiceJobRecord;
  /** Ids at the service that belong to other records of the ledger. */
  readonly knownIds: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** Finds jobs in one list of the service. */
interface StartFinder {
  /** Returns the newest job of the list before the start; null when the list is empty. */
  newest(http: HttpClient, record: ServiceJobRecord, signal: AbortSignal): Promise<string | null>;
  /**
   * Finds the job of a start whose answer was lost. `none`: the list shows no such job. `unclear`: it shows a candidate
   * that cannot be distinguished from others.
   */
  find(lost: LostStart): Promise<StartedJob | 'none' | 'unclear'>;
}

const pageLimit = 50;
/** More jobs than a team starts while one request is under way. */
const maxListed = 250;

/**
 * Creates the finder of jobs in the list of their project or user. The list contains neither creation times nor requests.
 * @param pick chooses the jobs of a record from those that came after its start, oldest first.
 */
function finderIn<Item>(
  list: JobList<Item>,
  pick: (items: readonly Item[], record: ServiceJobRecord) => readonly Item[] | 'unclear',
): StartFinder {
  return {
    newest: async (http, { path }, signal) => {
      const page = { cursor: null, limit: 1, signal };
      const { items } = await list.readPage(http, path['projectId'] ?? '', page);
      return items[0] === undefined ? null : list.idOf(items[0]);
    },
    find: async (lost) => {
      const { path, projectId } = lost.record;
      const picked = pick(await listUnknown(list, lost), lost.record);
      if (picked === 'unclear') return 'unclear';
      if (picked.length === 0) return 'none';
      return { remoteIds: picked.map(list.idOf), parentId: path['projectId'] ?? null, projectId };
    },
  };
}

/** Returns the jobs in a list, oldest first, that came after the record's start and are in no other record. */
async function listUnknown<Item>(
  list: JobList<Item>,
  { http, record, knownIds, signal }: LostStart,
): Promise<Item[]> {
  const items: Item[] = [];
  const readPage = (cursor: string | null) =>
    list.readPage(http, record.path['projectId'] ?? '', { cursor, limit: pageLimit, signal });
  for await (const item of paginate(readPage)) {
    if (list.idOf(item) === record.newestBefore) break;
    items.push(item);
    if (items.length === maxListed) break;
  }
  return items.filter((item) => !knownIds.has(list.idOf(item))).reverse();
}

function onlyOne<Item>(items: readonly Item[]): readonly Item[] | 'unclear' {
  return items.length > 1 ? 'unclear' : items;
}

const finders: Readonly<Partial<Record<ServiceJobRecord['kind'], StartFinder>>> = {
  tool: finderIn(toolList, (items, { operation }) =>
    onlyOne(items.filter(({ toolType }) => mayBeToolType(toolType, operation))),
  ),
  export: finderIn(exportList, onlyOne),
  // The actions have the same types in the same order.
  remix: finderIn(remixList, (items, { steps }) => {
    const isSame = items.length === steps.length && items.every(({ type }, at) => type === steps[at]?.type);
    return isSame || items.length === 0 ? items : 'unclear';
  }),
};

const copySchema = z.object({ saveAsNewProject: z.literal(true) });

/**
 * Returns the finder of a record's lost start. Null where no list shows its job: documents and messages have none
 * (contract supplement §4.3), and the remix of a copy is in a project whose id was lost with the answer.
 */
export function finderOf({ kind, body }: ServiceJobRecord): StartFinder | null {
  return copySchema.safeParse(body).success ? null : (finders[kind] ?? null);
}

/** Key of starts that could be confused with each other; one at a time is sent and, if necessary, searched for. */
export function startKeyOf({ kind, path, jobId, operation }: ServiceJobRecord): string {
  if (kind === 'interchange') return jobId;
  return `${kind === 'tool' ? operation : kind} ${path['assistantId'] ?? path['projectId'] ?? ''}`;
}
