import { SvelteSet } from 'svelte/reactivity';

/** How an item joins the selection: alone, toggled, or with all from the last picked one. */
export type ItemPick = 'only' | 'toggle' | 'range';

/** What a list does with picked items. */
export interface ListSelection {
  readonly isSelected: (id: string, shownId: string | null) => boolean;
  /** Picks an item of the list. Returns the item to show. */
  readonly pick: (list: readonly string[], id: string, mode: ItemPick, shownId: string | null) => string;
  readonly pickAll: (list: readonly string[]) => void;
}

/** Items of a list selected together. A single selected item is the shown one and not part of it. */
export class ItemSelection implements ListSelection {
  #anchor: string | null = null;
  #picked = $state.raw<readonly string[]>([]);

  /** Two or more ids, or none. */
  readonly ids: ReadonlySet<string> = $derived(
    this.#picked.length > 1 ? new SvelteSet(this.#picked) : new SvelteSet<string>(),
  );

  /** True for an item selected together with others, or for the shown one if there are none. */
  isSelected(id: string, shownId: string | null): boolean {
    return this.ids.size > 0 ? this.ids.has(id) : id === shownId;
  }

  /**
   * Picks an item.
   * @param list ids in the order shown.
   * @param shownId the item shown now.
   * @returns the item to show: the picked one, or a remaining one if the pick deselected it.
   */
  pick(list: readonly string[], id: string, mode: ItemPick, shownId: string | null): string {
    if (mode === 'range') {
      const places = [this.#anchor ?? shownId ?? id, id].map((each) => list.indexOf(each));
      const [from = 0, to = 0] = places.sort((a, b) => a - b);
      this.#picked = list.slice(Math.max(0, from), to + 1);
      this.#anchor ??= shownId;
      return id;
    }
    this.#anchor = id;
    return mode === 'only' ? this.#pickOnly(id) : this.#toggle(id, shownId);
  }

  #pickOnly(id: string): string {
    this.#picked = [];
    return id;
  }

  #toggle(id: string, shownId: string | null): string {
    const others = this.#picked.length > 0 ? this.#picked : shownId === null ? [] : [shownId];
    const rest = others.filter((each) => each !== id);
    const isTakenOut = rest.length < others.length;
    this.#picked = isTakenOut ? rest : [...rest, id];
    if (!isTakenOut) return id;
    return rest.find((each) => each === shownId) ?? rest.at(-1) ?? id;
  }

  pickAll(list: readonly string[]): void {
    this.#picked = list;
  }

  clear(): void {
    this.#picked = [];
    this.#anchor = null;
  }
}
