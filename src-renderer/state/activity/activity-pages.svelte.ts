import { SvelteMap } from 'svelte/reactivity';
import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import { activityKeyOf } from './activity-item.ts';

/** Number of rows per read. */
export const pageSize = 100;
/** Maximum number of pages kept; the ones farthest from the visible rows are dropped first. */
const maxPages = 30;

/** The loaded pages of a long list. */
export class ActivityPages {
  readonly #pages = new SvelteMap<number, readonly ActivityItem[]>();
  /** Index of each loaded row. */
  readonly #places = new SvelteMap<string, number>();

  has(page: number): boolean {
    return this.#pages.has(page);
  }

  at(index: number): ActivityItem | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  }

  /** Returns the index of a row; undefined if it is not loaded. */
  placeOf(key: string): number | undefined {
    return this.#places.get(key);
  }

  put(page: number, items: readonly ActivityItem[]): void {
    this.#forget(page);
    this.#pages.set(page, items);
    for (const [offset, item] of items.entries()) {
      this.#places.set(activityKeyOf(item), page * pageSize + offset);
    }
  }

  /** Replaces loaded rows with their changed versions; ignores others. */
  patch(items: readonly ActivityItem[]): void {
    for (const item of items) {
      const place = this.#places.get(activityKeyOf(item));
      if (place === undefined) continue;
      const page = Math.floor(place / pageSize);
      this.#pages.set(page, this.#pages.get(page)?.with(place % pageSize, item) ?? []);
    }
  }

  /** Keeps only these pages. */
  keepOnly(pages: readonly number[]): void {
    for (const page of [...this.#pages.keys()]) if (!pages.includes(page)) this.#drop(page);
  }

  /** Drops the pages farthest from a page if there are too many. */
  trim(around: number): void {
    if (this.#pages.size <= maxPages) return;
    const byDistance = [...this.#pages.keys()].sort((a, b) => Math.abs(a - around) - Math.abs(b - around));
    for (const page of byDistance.slice(maxPages)) this.#drop(page);
  }

  #drop(page: number): void {
    this.#forget(page);
    this.#pages.delete(page);
  }

  #forget(page: number): void {
    for (const item of this.#pages.get(page) ?? []) {
      const key = activityKeyOf(item);
      if (Math.floor((this.#places.get(key) ?? -1) / pageSize) === page) this.#places.delete(key);
    }
  }
}
