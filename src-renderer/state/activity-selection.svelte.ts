import type { ActivityItem } from '../../src-shared/contract/activity.ts';
import { activityKeyOf, withChanged, withToggled } from './activity-item.ts';

/** The maximum number of rows in one range. */
const maxInRange = 1_000;

export interface ActivitySelectionDeps {
  /** The row at a place; undefined while it is not at hand. */
  readonly at: (index: number) => ActivityItem | undefined;
  /** The index of a row; undefined when it is not loaded. */
  readonly placeOf: (key: string) => number | undefined;
  /** Reads rows that are not at hand. */
  readonly load: (first: number, last: number) => Promise<void>;
}

/** How a row joins the selection: alone, toggled beside the others, or with all rows up to the last one. */
export type PickMode = 'only' | 'toggle' | 'range';

interface Mark {
  readonly index: number;
  /** Null until the row is at hand. */
  readonly key: string | null;
}

/** Which rows are selected, and the one the keys work on. Both stay with their rows when those move. */
export class ActivitySelection {
  readonly #deps: ActivitySelectionDeps;
  #mark = $state.raw<Mark | null>(null);
  #anchor: Mark | null = null;

  /** In the order they were selected. */
  items = $state.raw<readonly ActivityItem[]>([]);
  readonly #keys = $derived(this.items.map(activityKeyOf));
  /** The place of the row the keys work on; -1 for none. */
  readonly activeIndex: number = $derived.by(() => this.#placeOf(this.#mark));
  /** The row the inspector shows: the only one selected. */
  readonly single: ActivityItem | null = $derived.by(() => {
    const [first] = this.items;
    return this.items.length === 1 ? (first ?? null) : null;
  });

  constructor(deps: ActivitySelectionDeps) {
    this.#deps = deps;
  }

  has(item: ActivityItem): boolean {
    return this.#keys.includes(activityKeyOf(item));
  }

  /** Moves to a row. A row that is not loaded is selected once it is. */
  pick(index: number, mode: PickMode): void {
    const anchor = mode === 'range' ? Math.max(0, this.#placeOf(this.#anchor ?? this.#mark)) : index;
    const mark = this.#markAt(index);
    this.#mark = mark;
    const [first, last] = anchor <= index ? [anchor, index] : [index, anchor];
    const from = index === last ? Math.max(first, last - maxInRange + 1) : first;
    const to = Math.min(last, from + maxInRange - 1);
    const take = (): boolean => this.#take(from, to, mode, index);
    if (take()) return;
    void this.#deps.load(from, to).then(() => {
      if (this.#mark === mark) take();
    });
  }

  /** Takes changed rows in, whole. */
  patch(items: readonly ActivityItem[]): void {
    const changed = items.filter((item) => this.has(item));
    if (changed.length > 0) this.items = withChanged(this.items, changed);
  }

  drop(isGone: (item: ActivityItem) => boolean): void {
    this.items = this.items.filter((item) => !isGone(item));
  }

  clear(): void {
    this.items = [];
    this.#mark = null;
    this.#anchor = null;
  }

  #take(first: number, last: number, mode: PickMode, index: number): boolean {
    const rows: ActivityItem[] = [];
    for (let each = first; each <= last; each += 1) {
      const item = this.#deps.at(each);
      if (!item) return false;
      rows.push(item);
    }
    this.#mark = this.#markAt(index);
    if (mode !== 'range') this.#anchor = this.#mark;
    this.items = mode === 'toggle' ? withToggled(this.items, rows) : rows;
    return true;
  }

  #markAt(index: number): Mark {
    const item = this.#deps.at(index);
    return { index, key: item ? activityKeyOf(item) : null };
  }

  #placeOf(mark: Mark | null): number {
    if (mark === null) return -1;
    return (mark.key === null ? undefined : this.#deps.placeOf(mark.key)) ?? mark.index;
  }
}
