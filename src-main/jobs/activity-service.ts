import { randomUUID } from 'node:crypto';
import { AppError } from '../../src-shared/app-error.ts';
import {
  type ActivityFilter,
  activityIdOf,
  type ActivityItem,
  type ActivityStatus,
  activityStatusOf,
} from '../../src-shared/contract/activity.ts';
import type { ActivityKey, ActivityRepository } from '../state/activity-repository.ts';

export interface ActivityServiceDeps {
  readonly repository: ActivityRepository;
  /**
   * Returns records with live state in the order of `keys`, as the page may see them; skips gone or unreadable ones.
   */
  readonly read: (keys: readonly ActivityKey[]) => ActivityItem[];
  /** Sends the changes to the page. */
  readonly publish: (changed: { items: ActivityItem[]; isReordered: boolean }) => void;
}

/** Most rows sent one by one: more than any window shows. */
const maxPublished = 200;
/** One list of all jobs and transfers of all connections. */
export class ActivityService {
  readonly #deps: ActivityServiceDeps;
  /** Last published status and project of each open record; a difference means that the list's order changes. */
  readonly #published = new Map<string, string>();

  constructor(deps: ActivityServiceDeps) {
    this.#deps = deps;
  }

  list(
    filter: ActivityFilter,
    offset: number,
    limit: number,
  ): { items: ActivityItem[]; totalCount: number; counts: Record<ActivityStatus, number> } {
    const { repository } = this.#deps;
    const counts = repository.counts(filter);
    const totalCount =
      filter.status === null
        ? Object.values(counts).reduce((sum, count) => sum + count, 0)
        : counts[filter.status];
    return { items: this.#deps.read(repository.list(filter, offset, limit)), totalCount, counts };
  }

  /** Returns the jobs and transfers of a delivery, in the order they began. */
  parts(deliveryId: string): { items: ActivityItem[] } {
    return { items: this.#deps.read(this.#deps.repository.partsOf(deliveryId)) };
  }

  clear(filter: ActivityFilter): { removedCount: number; clearId: string } {
    const clearId = randomUUID();
    const removedCount = this.#deps.repository.clear(filter, clearId);
    if (removedCount > 0) this.#deps.publish({ items: [], isReordered: true });
    return { removedCount, clearId };
  }

  /** Restores the rows that a `clear` of this session removed. @throws AppError `not_found`. */
  restore(clearId: string): void {
    if (!this.#deps.repository.restore(clearId))
      throw new AppError('not_found', `Nothing was cleared as ${clearId}.`);
    this.#deps.publish({ items: [], isReordered: true });
  }

  /** Publishes the records that have changed since the last call. */
  changed(keys: readonly ActivityKey[]): void {
    const items = this.#deps.read(keys);
    let isReordered = keys.length > maxPublished;
    for (const item of items) {
      if (this.#notePlace(item)) isReordered = true;
    }
    this.#deps.publish({ items: items.slice(0, maxPublished), isReordered });
  }

  /** Notes the item's place. True when its row moves: it is new, has ended, was resumed or has got its project. */
  #notePlace(item: ActivityItem): boolean {
    const key = `${item.kind}:${activityIdOf(item)}`;
    const status = activityStatusOf(item.record.state);
    const place = `${status} ${('projectId' in item.record ? item.record.projectId : null) ?? ''}`;
    const before = this.#published.get(key);
    if (status === 'open') this.#published.set(key, place);
    else this.#published.delete(key);
    return before !== place;
  }
}
