import type { Change } from '../../../../src-timeline/changes/change.ts';

/**
 * Returns the order in which the selected scenes are one place earlier or later. They stay together if one of them
 * would leave the cut.
 */
export function steppedOrder(
  order: readonly string[],
  selected: ReadonlySet<string>,
  direction: 1 | -1,
): readonly string[] {
  const places = order.flatMap((id, index) => (selected.has(id) ? [index] : []));
  const target = direction === 1 ? (places.at(-1) ?? 0) + 1 : (places[0] ?? 0) - 1;
  if (places.length === 0 || target < 0 || target >= order.length) return order;
  return movedBeside(order, selected, order[target] ?? '', direction === 1 ? 'after' : 'before');
}

/** Returns the order in which the selected scenes are together before or after another. */
export function movedBeside(
  order: readonly string[],
  selected: ReadonlySet<string>,
  targetId: string,
  side: 'before' | 'after',
): readonly string[] {
  const moving = order.filter((id) => selected.has(id) && id !== targetId);
  const staying = order.filter((id) => !moving.includes(id));
  const place = staying.indexOf(targetId) + (side === 'after' ? 1 : 0);
  return staying.toSpliced(place, 0, ...moving);
}

/** Returns the moves of the selected scenes that lead to an order; none if it is the present one. */
export function movesTo(
  order: readonly string[],
  wanted: readonly string[],
  selected: ReadonlySet<string>,
): Change[] {
  if (wanted.every((id, index) => id === order[index])) return [];
  return wanted.flatMap((sceneId, index) =>
    selected.has(sceneId) ? [{ kind: 'move', sceneId, afterSceneId: wanted[index - 1] ?? null }] : [],
  );
}

/** Returns the scene to select when some leave: the next one, else the last one; null without others. */
export function successorOf(order: readonly string[], leaving: ReadonlySet<string>): string | null {
  const place = order.findIndex((id) => leaving.has(id));
  const staying = order.filter((id) => !leaving.has(id));
  return staying[place] ?? staying.at(-1) ?? null;
}
