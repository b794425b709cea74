import type { ProjectRecord } from '../../../../src-shared/api/projects.ts';
import type { HttpClient } from '../../../api/http/http-client.ts';
import { serverTimeMs } from '../../../api/http/retry-after.ts';
import type { JobList } from '../../../api/job-lists.ts';
import { pageQuery, paginate } from '../../../api/paginate.ts';
import type { Clock } from '../../../platform.ts';
import type { ServiceJobRecord } from '../../../state/service-job-repository.ts';
import { isWithin, startWindow } from '../../start/start-window.ts';
import type { StartedJob } from './started-job.ts';

/** `none`: the service shows no such job. `unclear`: it shows a candidate that cannot be distinguished from others. */
export type Finding = StartedJob | 'none' | 'unclear';

/** Known facts for the search for a lost start's job. */
export interface LostStart {
  readonly http: HttpClient;
  readonly record: ServiceJobRecord;
  /** Ids at the service that belong to other records of the ledger. */
  readonly knownIds: ReadonlySet<string>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Finds the jobs of one kind at the service. */
export interface StartFinder {
  /** Returns the newest job of the list before the start; null when the list is empty or missing. */
  newest(http: HttpClient, record: ServiceJobRecord, signal: AbortSignal): Promise<string | null>;
  /** Finds the job of a start whose answer was lost. */
  find(lost: LostStart): Promise<Finding>;
}

const pageLimit = 50;
/** More jobs than a team starts while one request is under way. */
const maxListed = 250;
const maxProjects = 100;

/** Returns the id of the newest job in a list; null if there is none. */
export async function newestIn<Item>(
  list: JobList<Item>,
  http: HttpClient,
  projectId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { items } = await list.readPage(http, projectId, { cursor: null, limit: 1, signal });
  return items[0] === undefined ? null : list.idOf(items[0]);
}

/** Returns the jobs in a list, newest first, that are newer than `newestBefore` and in no other record. */
export async function listUnknown<Item>(
  list: JobList<Item>,
  projectId: string,
  newestBefore: string | null,
  { http, knownIds, signal }: LostStart,
): Promise<Item[]> {
  const items: Item[] = [];
  const readPage = (cursor: string | null) =>
    list.readPage(http, projectId, { cursor, limit: pageLimit, signal });
  for await (const item of paginate(readPage)) {
    if (list.idOf(item) === newestBefore) break;
    items.push(item);
    if (items.length === maxListed) break;
  }
  return items.filter((item) => !knownIds.has(list.idOf(item)));
}

/** Returns the only candidate; `none` without one, `unclear` for several. */
export function onlyOne<Item>(
  candidates: readonly Item[],
  startedOf: (candidate: Item) => StartedJob,
): Finding {
  const [only, ...more] = candidates;
  if (only === undefined) return 'none';
  return more.length === 0 ? startedOf(only) : 'unclear';
}

/**
 * Finds a job in the user's projects created during the start request. The list is by change; a new project counts as
 * changed. A copy of a project made on the web may count as made there too.
 */
export async function findInNewProjects(
  { http, record, clock, signal }: LostStart,
  findIn: (project: ProjectRecord) => Promise<Finding>,
): Promise<Finding> {
  const query = { ...pageQuery(null, maxProjects), selfOnly: true, includeUiProjects: true };
  const { value, headers } = await http.exchange('listProjects', { query, signal });
  const window = startWindow(record, serverTimeMs(headers), clock);
  const findings: Finding[] = [];
  for (const project of value.projects) {
    if (isWithin(project.createdAt, window)) findings.push(await findIn(project));
  }
  const [only = 'none', ...more] = findings.filter((finding) => finding !== 'none');
  return more.length === 0 ? only : 'unclear';
}
