import { labelOfItem } from '../diff/item-edits.ts';
import { endOf } from '../diff/match/cut-event.ts';
import type { ItemWithoutMedia, Track } from '../model/timeline.ts';
import type { Arrangement } from './arrangement.ts';
import type { PictureMap } from './lay-out.ts';
import type { Three } from './merge-types.ts';
import type { Merge } from './merged-node.ts';
import { threeWay } from './three-way.ts';

interface ItemPlace {
  /** Picture that it belongs to; null before the first. */
  readonly anchor: string | null;
  /** An item in the hole after a picture is placed by the end of that picture. */
  readonly edge: 'start' | 'end';
  readonly offset: number;
}

interface PlacedItem {
  readonly item: ItemWithoutMedia;
  readonly place: ItemPlace;
}

/**
 * Merges items without media, matched by content and, for repeated content, by order. Each follows its picture, and goes
 * with it where the picture was removed.
 * @param tracks of the merged cut.
 */
export function mergeItems(
  merge: Merge,
  map: PictureMap,
  tracks: readonly Track[],
): readonly ItemWithoutMedia[] {
  const three = { base: itemsOf(merge.base), ours: itemsOf(merge.ours), theirs: itemsOf(merge.theirs) };
  const keys = new Set([...three.ours.keys(), ...three.theirs.keys()]);
  const items = [...keys].flatMap((key) => {
    const placed = { base: three.base.get(key), ours: three.ours.get(key), theirs: three.theirs.get(key) };
    return mergeItem(key, placed, merge, map);
  });
  const free = items.map((item) => (isFree(item, tracks) ? item : { ...item, trackIndex: null }));
  return free.toSorted((a, b) => a.startFrame - b.startFrame);
}

function mergeItem(
  key: string,
  { base, ours, theirs }: Three<PlacedItem | undefined>,
  merge: Merge,
  map: PictureMap,
): readonly ItemWithoutMedia[] {
  const subject = labelOfItem((ours ?? theirs ?? base)?.item ?? { words: null, name: '' });
  const about = { key, subject };
  const values = { base: valueOf(base), ours: valueOf(ours), theirs: valueOf(theirs) };
  const value = threeWay(values, 'items', about, merge.log);
  const item = (value === values.ours ? ours : theirs)?.item;
  if (!value || !item) return [];
  const startFrame = frameOfPlace(value.place, map);
  if (startFrame !== null) return [{ ...item, startFrame }];
  if (!ours) merge.log.omit('items', about);
  return [];
}

/** Null where its picture is not in the cut. */
function frameOfPlace({ anchor, edge, offset }: ItemPlace, map: PictureMap): number | null {
  const span = map.spanOf(anchor ?? '');
  if (anchor !== null && !span) return null;
  return edge === 'end' && span ? span.end + offset : map.frameOf(anchor, offset);
}

/** What a side may change about an item: everything but its frame and track, which follow from the other clips. */
function valueOf(placed: PlacedItem | undefined) {
  if (!placed) return undefined;
  const { kind, words, durationFrames, isDisabled = false } = placed.item;
  return { place: placed.place, kind, words, durationFrames, isDisabled };
}

function itemsOf(arrangement: Arrangement): ReadonlyMap<string, PlacedItem> {
  const counts = new Map<string, number>();
  return new Map(
    (arrangement.cut.itemsWithoutMedia ?? []).map((item) => {
      const content = `${item.trackKind} ${item.kind} ${labelOfItem(item)}`;
      const count = (counts.get(content) ?? 0) + 1;
      counts.set(content, count);
      return [`${content}\n${String(count)}`, { item, place: placeOfItem(arrangement, item) }];
    }),
  );
}

/** Places an item by the picture at its start, or by the end of the picture before the hole that it starts in. */
export function placeOfItem({ anchorAt, byId }: Arrangement, { startFrame }: ItemWithoutMedia): ItemPlace {
  const { anchor, offset } = anchorAt(startFrame);
  const picture = byId.get(anchor ?? '')?.event;
  return picture && startFrame >= endOf(picture)
    ? { anchor, edge: 'end', offset: startFrame - endOf(picture) }
    : { anchor, edge: 'start', offset };
}

/** True if the track of an item has no clip in its place. */
function isFree(
  { trackIndex, trackKind, startFrame, durationFrames }: ItemWithoutMedia,
  tracks: readonly Track[],
): boolean {
  const track = trackIndex === null ? undefined : tracks[trackIndex];
  if (!track) return trackIndex === null;
  let end = 0;
  const isTaken = track.items.some((item) => {
    const start = end;
    end += item.durationFrames;
    return item.kind === 'clip' && start < startFrame + durationFrames && startFrame < end;
  });
  return track.kind === trackKind && !isTaken;
}
