import { createContext, untrack } from 'svelte';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import {
  type ActivityFilter,
  type ActivityItem,
  type ActivityStatus,
  activityStatusOf,
  type ServiceJob,
} from '../../../src-shared/contract/activity.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { JobMirror } from '../jobs/job-mirror.svelte.ts';
import { restarts } from '../jobs/restarts.ts';
import { activityKeyOf, restartOf, statusOfItem } from './activity-item.ts';
import { ActivityPages, pageSize } from './activity-pages.svelte.ts';
import { ActivityParts } from './activity-parts.svelte.ts';
import { ActivitySelection } from './activity-selection.svelte.ts';

/** Number of rows read before and after the visible ones. */
const margin = 25;

/** Filter that shows all rows. */
const everything: ActivityFilter = { what: 'all', status: null, connectionId: null, search: '' };

export interface ActivityDeps {
  readonly client: AppClient;
  readonly activeConnectionId: () => string;
  /** Receives the rows that main changed, before they are shown. */
  readonly onChange: (items: readonly ActivityItem[]) => void;
}

/** Exports, remixes and other jobs of the service that have a row of their own; lists those that are open. */
const ownJobs: ConstructorParameters<typeof JobMirror<ServiceJob>>[1] = {
  idOf: ({ jobId }) => jobId,
  isFinished: ({ state }) => activityStatusOf(state) !== 'open',
  recordOf: ({ kind, record }) => (kind === 'job' && record.kind !== 'interchange' ? record : null),
  list: async (client) => {
    const filter = { ...everything, what: 'jobs', status: 'open' } as const;
    const { items } = await client.call('activity.list', { filter, offset: 0, limit: 200 });
    return items.flatMap(({ kind, record }) => (kind === 'job' ? [record] : []));
  },
};

/** Runs at most one task per key at a time. Calls made meanwhile get the same promise. */
class OnceEach<Key> {
  readonly #running = new Map<Key, Promise<void>>();

  run(key: Key, task: () => Promise<void>): Promise<void> {
    const known = this.#running.get(key);
    if (known) return known;
    const running = task().finally(() => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    });
    this.#running.set(key, running);
    return running;
  }

  /** Forgets running tasks: they continue, and the next call starts another. */
  forget(): void {
    this.#running.clear();
  }
}

/** A running read, with the rows that change until it is answered. */
interface PendingRows {
  /** Returns the read rows, replacing those that changed since the read began. */
  newest(items: readonly ActivityItem[]): readonly ActivityItem[];
  end(): void;
}

/** Collects rows that change during reads, because they are newer than the answers. */
class RowNews {
  readonly #pending = new Set<Map<string, ActivityItem>>();

  note(items: readonly ActivityItem[]): void {
    for (const changed of this.#pending) {
      for (const item of items) changed.set(activityKeyOf(item), item);
    }
  }

  /** Call when a read begins. */
  begin(): PendingRows {
    const changed = new Map<string, ActivityItem>();
    this.#pending.add(changed);
    return {
      newest: (items) => items.map((item) => changed.get(activityKeyOf(item)) ?? item),
      end: () => {
        this.#pending.delete(changed);
      },
    };
  }
}

/**
 * All jobs and transfers as one list, read in pages around the visible rows. Changed rows are replaced in place;
 * where rows were added, ended or removed, the visible rows are read again.
 */
export class Activity {
  readonly #deps: ActivityDeps;
  readonly #pages = new ActivityPages();
  readonly #reads = new OnceEach<number>();
  readonly #news = new RowNews();
  #range = { first: 0, last: pageSize - 1 };
  /** Number of the current round; answers to earlier rounds are discarded. */
  #round = 0;
  #isReading = false;
  #isStale = false;

  /** Open jobs of the active connection besides generations and deliveries; started on its own. */
  readonly jobs: JobMirror<ServiceJob>;
  readonly selection: ActivitySelection;
  /** Parts of the selected delivery. */
  readonly parts: ActivityParts;
  filter = $state.raw<ActivityFilter>(everything);
  state = $state<'loading' | 'ready' | 'failed'>('loading');
  error = $state.raw<ErrorBody | null>(null);
  /** True until the first pages of the list or of a new filter are read. Old rows may be shown until then. */
  isPending = $state(true);
  totalCount = $state(0);
  counts = $state.raw<Readonly<Partial<Record<ActivityStatus, number>>>>({});
  /** True if the filter hides a part of the list. */
  readonly isFiltered = $derived(JSON.stringify(this.filter) !== JSON.stringify(everything));

  constructor(deps: ActivityDeps) {
    this.#deps = deps;
    this.jobs = new JobMirror({ ...deps, onChange: () => undefined }, ownJobs);
    this.parts = new ActivityParts({ client: deps.client });
    this.selection = new ActivitySelection({
      at: (index) => this.#pages.at(index),
      placeOf: (key) => this.#pages.placeOf(key),
      load: (first, last) => this.#loadRange(first, last),
    });
  }

  /** Subscribes to changes. Rows are read when they become visible. Returns the function that unsubscribes. */
  start(): () => void {
    return this.#deps.client.on('activity.changed', ({ items, isReordered }) => {
      this.#deps.onChange(items);
      this.#take(items);
      if (isReordered && this.state !== 'loading') this.refresh();
    });
  }

  /** Returns the row at an index; undefined until it is read. */
  at(index: number): ActivityItem | undefined {
    return this.#pages.at(index);
  }

  /** Sets the visible rows, and reads them and some around them. */
  show(first: number, last: number): void {
    this.#range = { first, last };
    untrack(() => {
      if (this.state === 'loading' && !this.#isReading) void this.#begin();
      else this.#loadMissing();
    });
  }

  /** Reads the first rows again and returns them. */
  async readFirst(): Promise<readonly ActivityItem[]> {
    await this.#begin();
    await this.#loadRange(0, pageSize - 1);
    return Array.from(
      { length: Math.min(pageSize, this.totalCount) },
      (_, index) => this.at(index) ?? [],
    ).flat();
  }

  /** Reads the visible rows again. A call during a read causes another read afterwards. */
  refresh(): void {
    if (this.#isReading) this.#isStale = true;
    else void this.#begin();
  }

  /** Changes the filter and shows the list from its top. */
  change(filter: Partial<ActivityFilter>): void {
    this.filter = { ...this.filter, ...filter };
    this.#range = { first: 0, last: pageSize - 1 };
    this.isPending = true;
    this.selection.clear();
    void this.#begin();
  }

  /** Removes the filter. */
  resetFilter(): void {
    this.change(everything);
  }

  /**
   * Removes ended rows that match the filter. Returns their number and a function that restores them.
   * @throws AppError as main made it.
   */
  async clear(): Promise<{ readonly count: number; readonly undo: () => Promise<void> }> {
    const { client } = this.#deps;
    const { removedCount, clearId } = await client.call('activity.clear', { filter: this.filter });
    this.selection.drop((item) => statusOfItem(item) !== 'open');
    this.refresh();
    const undo = async (): Promise<void> => {
      await client.call('activity.restore', { clearId });
      this.refresh();
    };
    return { count: removedCount, undo };
  }

  /** Cancels a row. @throws AppError as main made it. */
  cancel({ kind, record }: ActivityItem): Promise<unknown> {
    const { client } = this.#deps;
    if (kind === 'transfer') return client.call('transfer.cancel', { transferId: record.transferId });
    if (kind === 'job') return client.call('activity.cancelJob', { jobId: record.jobId });
    if (kind === 'delivery') return client.call('delivery.cancel', { deliveryId: record.deliveryId });
    return client.call('generation.cancel', { generationId: record.generationId });
  }

  /** Starts a row's work, or its owner's, again. @throws AppError as main made it. */
  retry(item: ActivityItem): Promise<unknown> {
    const { client } = this.#deps;
    const { kind, id } = restartOf(item);
    return restarts.during(id, (): Promise<unknown> => {
      if (kind === 'job') return client.call('activity.retryJob', { jobId: id });
      if (kind === 'delivery') return client.call('delivery.retry', { deliveryId: id });
      if (kind === 'generation') return client.call('generation.retry', { generationId: id });
      return client.call('transfer.retry', { transferId: id });
    });
  }

  #take(items: readonly ActivityItem[]): void {
    this.#news.note(items);
    this.#pages.patch(items);
    this.selection.patch(items);
    this.parts.take(items);
  }

  async #begin(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.#isReading = true;
    this.#isStale = false;
    this.#reads.forget();
    const wanted = this.#pagesAround();
    this.#pages.keepOnly(wanted);
    await Promise.all(wanted.map((page) => this.#read(page)));
    if (round !== this.#round) return;
    this.#isReading = false;
    this.isPending = false;
    if (this.#isStale) await this.#begin();
    else if (this.error === null) this.#loadMissing();
  }

  /** Returns the pages of the visible rows and their margin. */
  #pagesAround(): number[] {
    const first = Math.max(0, Math.floor((this.#range.first - margin) / pageSize));
    const last = Math.max(first, Math.floor((this.#range.last + margin) / pageSize));
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  }

  #loadMissing(): void {
    for (const page of this.#pagesAround()) void this.#ensure(page);
  }

  #ensure(page: number): Promise<void> {
    const isBeyond = this.state === 'ready' && page * pageSize >= this.totalCount;
    if (this.#pages.has(page) || isBeyond) return Promise.resolve();
    return this.#read(page);
  }

  /** Reads again if a new round began meanwhile, because that discards the answers. */
  async #loadRange(first: number, last: number): Promise<void> {
    const round = this.#round;
    const from = Math.floor(first / pageSize);
    const count = Math.floor(last / pageSize) - from + 1;
    await Promise.all(Array.from({ length: count }, (_, offset) => this.#ensure(from + offset)));
    if (round !== this.#round) await this.#loadRange(first, last);
  }

  #read(page: number): Promise<void> {
    return this.#reads.run(page, () => this.#ask(page, this.#round));
  }

  async #ask(page: number, round: number): Promise<void> {
    const pending = this.#news.begin();
    try {
      const offset = page * pageSize;
      const input = { filter: this.filter, offset, limit: pageSize };
      const { items, totalCount, counts } = await this.#deps.client.call('activity.list', input);
      if (round !== this.#round) return;
      const fresh = pending.newest(items);
      this.#pages.put(page, fresh);
      this.#pages.trim(Math.floor(this.#range.first / pageSize));
      this.selection.patch(fresh);
      this.totalCount = totalCount;
      this.counts = counts;
      this.state = 'ready';
      this.error = null;
    } catch (error) {
      if (round !== this.#round) return;
      this.error = errorBodyOf(error);
      if (this.state === 'loading') this.state = 'failed';
    } finally {
      pending.end();
    }
  }
}

export const [getActivity, setActivity] = createContext<Activity>();
