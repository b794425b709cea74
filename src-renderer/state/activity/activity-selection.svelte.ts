import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import { activityKeyOf, withChanged, withToggled } from './activity-item.ts';

/** Maximum number of rows in one range. */
const maxInRange = 1_000;

export interface ActivitySelectionDeps {
  /** Returns the row at an index; undefined if it is not loaded. */
  readonly at: (index: number) => ActivityItem | undefined;
  /** Returns the index of a row; undefined if it is not loaded. */
  readonly placeOf: (key: string) => number | undefined;
  /** Loads missing rows. */
  readonly load: (first: number, last: number) => Promise<void>;
}

/** How a row joins the selection: alone, toggled, or with all rows from the anchor. */
export type PickMode = 'only' | 'toggle' | 'range';

interface Mark {
  readonly index: number;
  /** Null until the row is loaded. */
  readonly key: string | null;
}

/** The selected rows, and the active row that keys work on. Both follow their rows when those move. */
export class ActivitySelection {
  readonly #deps: ActivitySelectionDeps;
  #mark = $state.raw<Mark | null>(null);
  #anchor: Mark | null = null;

  /** Selected rows in the order of selection. */
  items = $state.raw<readonly ActivityItem[]>([]);
  readonly #keys = $derived(this.items.map(activityKeyOf));
  /** Index of the active row; -1 for none. */
  readonly activeIndex: number = $derived.by(() => this.#placeOf(this.#mark));
  /** Row that the inspector shows: the only selected one. */
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

  /** Makes a row active at once, and selects it as soon as it is loaded. */
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

  /** Replaces selected rows with their changed versions. */
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
