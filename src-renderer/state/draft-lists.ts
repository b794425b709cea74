import type { Material } from '../../src-shared/contract/material.ts';

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

interface Removal<Item> {
  readonly isIt: (item: Item) => boolean;
  readonly read: () => readonly Item[];
  readonly write: (items: Item[]) => void;
  /** Maximum number of items. */
  readonly max: number;
  readonly onFull: () => void;
}

/**
 * Removes an item. Returns the function that puts it back at its place, or calls `onFull` if the list is full by then.
 * An item that is in the list again is not added twice.
 */
export function removeItem<Item>({ isIt, read, write, max, onFull }: Removal<Item>): () => void {
  const index = read().findIndex(isIt);
  const item = read()[index];
  if (item === undefined) return () => undefined;
  write(read().toSpliced(index, 1));
  return () => {
    const present = read();
    if (present.some(isIt)) return;
    if (present.length >= max) onFull();
    else write(present.toSpliced(index, 0, item));
  };
}
