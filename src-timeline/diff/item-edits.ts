import type { ItemWithoutMedia } from '../model/timeline.ts';
import type { FrameSpan, ItemChange } from './edit.ts';
import type { CutItem } from './match/cut-event.ts';
import type { TimeMap } from './match/time-map.ts';

export interface ItemEdit {
  readonly change: ItemChange;
  readonly before: CutItem | null;
  readonly after: CutItem | null;
  /** Frames that it starts later, or that it lost at an end; 0 for other changes. */
  readonly byFrames: number;
}

export interface ItemSurroundings {
  readonly map: TimeMap;
  readonly tolerance: number;
  /** True if a format on the way cannot hold items that are off, so that those came back on. */
  readonly losesSwitches: boolean;
}

export interface ItemPair {
  readonly before: CutItem;
  readonly after: CutItem;
}

/** The items of two cuts, each in one list. */
export interface MatchedItems {
  readonly pairs: readonly ItemPair[];
  readonly gone: readonly CutItem[];
  readonly fresh: readonly CutItem[];
}

/** Words of an item in one line, else its name. */
export function labelOfItem({ words, name }: Pick<ItemWithoutMedia, 'words' | 'name'>): string {
  return (words ?? name).split(/\s+/).join(' ').trim();
}

/** Lists the changes to items without media. One that moved along with the pictures counts as unchanged. */
export function itemEdits(
  { pairs, gone, fresh }: MatchedItems,
  surroundings: ItemSurroundings,
): readonly ItemEdit[] {
  return [
    ...pairs.flatMap((pair) => compareItems(pair, surroundings)),
    ...gone.map((item): ItemEdit => ({ change: 'removed', before: item, after: null, byFrames: 0 })),
    ...fresh.flatMap(addedItem),
  ];
}

function addedItem(after: CutItem): readonly ItemEdit[] {
  const edit = (change: ItemChange): ItemEdit => ({ change, before: null, after, byFrames: 0 });
  return after.item.isDisabled === true ? [edit('added'), edit('off')] : [edit('added')];
}

/** Key of an item, and the keys of items that match it, best first. */
interface Pass {
  readonly keyOf: (item: CutItem) => string;
  readonly keysFor: (item: CutItem) => readonly string[];
}

/** Pairs items of the same content at the expected place, then elsewhere; then items of one kind at the same place. */
export function matchItems(
  before: readonly CutItem[],
  after: readonly CutItem[],
  surroundings: ItemSurroundings,
): MatchedItems {
  const pairs: ItemPair[] = [];
  let gone = before;
  let fresh = after;
  for (const { keyOf, keysFor } of passesOf(surroundings)) {
    const free = Map.groupBy(fresh, keyOf);
    const found = gone.flatMap((item): ItemPair[] => {
      const key = keysFor(item).find((one) => (free.get(one)?.length ?? 0) > 0);
      const other = key === undefined ? undefined : free.get(key)?.shift();
      return other ? [{ before: item, after: other }] : [];
    });
    const olds = new Set(found.map((pair) => pair.before));
    const nows = new Set(found.map((pair) => pair.after));
    gone = gone.filter((item) => !olds.has(item));
    fresh = fresh.filter((item) => !nows.has(item));
    pairs.push(...found);
  }
  return { pairs, gone, fresh };
}

const kindOf = ({ item: { kind, trackKind } }: CutItem): string => `${trackKind} ${kind}`;
const contentOf = (one: CutItem): string => `${kindOf(one)} ${labelOfItem(one.item)}`;

function passesOf(surroundings: ItemSurroundings): readonly Pass[] {
  const at = (contentKey: (item: CutItem) => string, edges: readonly (keyof FrameSpan)[]): Pass => {
    const keyAt = (item: CutItem, shift: number): string =>
      [contentKey(item), ...edges.map((edge) => item[edge] + shift)].join('\n');
    return {
      keyOf: (item) => keyAt(item, 0),
      keysFor: (item) => shiftsOf(item, surroundings).map((shift) => keyAt(item, shift)),
    };
  };
  return [
    at(contentOf, ['startFrame', 'endFrame']),
    at(contentOf, ['startFrame']),
    at(contentOf, ['endFrame']),
    { keyOf: contentOf, keysFor: (item) => [contentOf(item)] },
    at(kindOf, ['startFrame']),
    at(kindOf, ['endFrame']),
  ];
}

/** Possible shifts of an item: those of its picture before none, each with the tolerance around it. */
function shiftsOf({ startFrame }: CutItem, { map, tolerance }: ItemSurroundings): readonly number[] {
  const [none, ...others] = map.shiftsAt(startFrame);
  const shifts = [...others, none ?? 0];
  if (tolerance === 0) return shifts;
  return [0, -tolerance, tolerance].flatMap((step) => shifts.map((shift) => shift + step));
}

function compareItems({ before, after }: ItemPair, surroundings: ItemSurroundings): readonly ItemEdit[] {
  const edit = (change: ItemChange, byFrames = 0): ItemEdit => ({ change, before, after, byFrames });
  const wasDisabled = before.item.isDisabled === true;
  const isDisabled = after.item.isDisabled === true;
  return [
    ...placeChanges({ before, after }, surroundings).map(([change, byFrames]) => edit(change, byFrames)),
    ...(labelOfItem(before.item) === labelOfItem(after.item) ? [] : [edit('rewritten')]),
    ...(wasDisabled === isDisabled || (wasDisabled && surroundings.losesSwitches)
      ? []
      : [edit(isDisabled ? 'off' : 'on')]),
  ];
}

function placeChanges(
  { before, after }: ItemPair,
  { map, tolerance }: ItemSurroundings,
): readonly (readonly [ItemChange, number])[] {
  const shifts = map.shiftsAt(before.startFrame);
  const awayFrom = (edge: keyof FrameSpan): number =>
    shifts
      .map((shift) => after[edge] - before[edge] - shift)
      .reduce((least, away) => (Math.abs(away) < Math.abs(least) ? away : least));
  const isAway = (frames: number): boolean => Math.abs(frames) > tolerance;
  const start = awayFrom('startFrame');
  const end = awayFrom('endFrame');
  const lost = before.endFrame - before.startFrame - (after.endFrame - after.startFrame);
  if (!isAway(lost)) return isAway(start) ? [['moved', start]] : [];
  if (!isAway(start)) return [['end', lost]];
  return isAway(end)
    ? [
        ['moved', start],
        ['end', lost],
      ]
    : [['start', lost]];
}
