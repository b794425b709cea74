import type { HttpClient } from '../../../api/http/http-client.ts';
import type { Clock } from '../../../platform.ts';
import type { ServiceJobRecord } from '../../../state/service-job-repository.ts';
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

interface Listed<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Enough pages for more jobs than a team starts while one request is under way. */
const maxPages = 5;

/** Returns the items of a list, newest first, that are newer than the newest one before the start. */
export async function listSince<Item>(
  readPage: (cursor: string | null) => Promise<Listed<Item>>,
  idOf: (item: Item) => string,
  newestBefore: string | null,
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const { items, nextCursor }: Listed<Item> = await readPage(cursor);
    for (const item of items) {
      if (idOf(item) === newestBefore) return found;
      found.push(item);
    }
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return found;
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
