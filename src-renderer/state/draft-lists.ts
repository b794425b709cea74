import type { Material } from '../../src-shared/contract/material.ts';

/** Returns the present and added materials without duplicates. */
export function withMaterials(present: readonly Material[], added: readonly Material[]): Material[] {
  const fresh = added.filter((each) => present.every(({ materialId }) => materialId !== each.materialId));
  return [...present, ...fresh];
}

/** A list of which one item is removed. */
export interface ListOfMost<Item> {
  readonly idOf: (item: Item) => string;
  readonly read: () => readonly Item[];
  readonly write: (items: Item[]) => void;
  /** Maximum number of items. */
  readonly most: () => number;
}

/**
 * Removes an item. Returns the function that puts it back at its place, or calls `onFull` if the list is full by then.
 * An item that is in the list again is not added twice.
 */
export function removeItem<Item>(list: ListOfMost<Item>, id: string, onFull: () => void): () => void {
  const indexOf = (items: readonly Item[]): number => items.findIndex((each) => list.idOf(each) === id);
  const index = indexOf(list.read());
  const item = list.read()[index];
  if (item === undefined) return () => undefined;
  list.write(list.read().toSpliced(index, 1));
  return () => {
    const present = list.read();
    if (indexOf(present) >= 0) return;
    if (present.length >= list.most()) onFull();
    else list.write(present.toSpliced(index, 0, item));
  };
}
