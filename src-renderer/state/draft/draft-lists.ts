import type { Material } from '../../../src-shared/contract/material.ts';

/** Returns the present and added materials without duplicates. */
export function withMaterials(present: readonly Material[], added: readonly Material[]): Material[] {
  const fresh = added.filter((each) => present.every(({ materialId }) => materialId !== each.materialId));
  return [...present, ...fresh];
}

/** A list after one of its items was moved. */
interface MovedItem<Item> {
  readonly items: Item[];
  readonly index: number;
  /** False if the item was at that index before. */
  readonly isMoved: boolean;
}

/** Moves an item to an index, clamped to the list. Returns null if it is not there. */
export function moveItem<Item>(
  items: readonly Item[],
  isIt: (item: Item) => boolean,
  toIndex: number,
): MovedItem<Item> | null {
  const from = items.findIndex(isIt);
  const item = items[from];
  if (item === undefined) return null;
  const index = Math.max(0, Math.min(toIndex, items.length - 1));
  return { items: items.toSpliced(from, 1).toSpliced(index, 0, item), index, isMoved: index !== from };
}

type ItemId = string | number;

interface Removal<Item> {
  readonly id: ItemId;
  readonly idOf: (item: Item) => ItemId;
  readonly read: () => readonly Item[];
  readonly write: (items: Item[]) => void;
  /** Maximum number of items. */
  readonly max: number;
  readonly onFull: () => void;
}

/** Removes items of lists, so that they return to their places in whatever order the removals are undone. */
export class Removals {
  /** Ids of each list in order, including those of removed items, by the key of the list. */
  readonly #orders = new Map<string, readonly ItemId[]>();

  /**
   * Removes an item. Returns the function that puts it back at its place, or calls `onFull` if the list is full by
   * then. An item that is in the list again is not added twice.
   */
  remove<Item>(listKey: string, { id, idOf, read, write, max, onFull }: Removal<Item>): () => void {
    const items = read();
    const index = items.findIndex((each) => idOf(each) === id);
    const item = items[index];
    if (item === undefined) return () => undefined;
    const indexIn = this.remember(listKey, items.map(idOf), id);
    write(items.toSpliced(index, 1));
    return () => {
      const present = read();
      const ids = present.map(idOf);
      if (ids.includes(id)) return;
      if (present.length >= max) onFull();
      else write(present.toSpliced(indexIn(ids), 0, item));
    };
  }

  /**
   * Remembers the place of an item that is about to be removed. Returns the function that finds this place in the
   * present list: after the nearest item that was before it.
   */
  remember(listKey: string, ids: readonly ItemId[], id: ItemId): (present: readonly ItemId[]) => number {
    const order = withRemoved(ids, this.#orders.get(listKey) ?? []);
    this.#orders.set(listKey, order);
    const before = order.slice(0, order.indexOf(id)).toReversed();
    return (present) => {
      const nearest = before.find((each) => present.includes(each));
      return nearest === undefined ? 0 : present.indexOf(nearest) + 1;
    };
  }
}

/** Returns the present ids and those of an earlier order that are no longer present, each after the one before it. */
function withRemoved(present: readonly ItemId[], earlier: readonly ItemId[]): ItemId[] {
  const ids = [...present];
  let end = 0;
  for (const id of earlier) {
    if (!ids.includes(id)) ids.splice(end, 0, id);
    end = ids.indexOf(id) + 1;
  }
  return ids;
}
