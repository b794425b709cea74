import type { HttpClient } from '../../api/http-client.ts';
import type { Clock } from '../../platform.ts';
import type { ServiceJobRecord } from '../../state/service-job-repository.ts';
import type { StartedJob } from './started-job.ts';

/** `none`: the service shows no such job. `unclear`: it shows what may be it, and cannot be distinguished from others. */
export type Finding = StartedJob | 'none' | 'unclear';

/** What is known when the job of a lost start is looked for. */
export interface LostStart {
  readonly http: HttpClient;
  readonly record: ServiceJobRecord;
  /** Ids at the service that other records of the ledger have. */
  readonly knownIds: ReadonlySet<string>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** How the jobs of one kind are looked for at the service. */
export interface StartFinder {
  /** The newest job of its list now, before the start; null when it has none or there is no list. */
  newest(http: HttpClient, record: ServiceJobRecord, signal: AbortSignal): Promise<string | null>;
  /** The job of a start whose answer was lost. */
  find(lost: LostStart): Promise<Finding>;
}

interface Listed<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** More jobs than a team starts while one request is under way. */
const maxPages = 5;

/** What a list, newest first, has before the item that was the newest before the start; newest first. */
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

/** The only one of them, as it was found. */
export function onlyOne<Item>(
  candidates: readonly Item[],
  startedOf: (candidate: Item) => StartedJob,
): Finding {
  const [only, ...more] = candidates;
  if (only === undefined) return 'none';
  return more.length === 0 ? startedOf(only) : 'unclear';
}
