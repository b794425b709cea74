import type { Clip, Gap, ItemWithoutMedia, Timeline, Track } from '../../model/timeline.ts';
import type { OtioObject } from './otio-json.ts';

/** An item without media as it is written. */
export interface WrittenItem {
  readonly item: ItemWithoutMedia;
  readonly object: OtioObject;
}

/** The items of a document by the tracks that they are written on. */
interface PlacedItems {
  /** Items in the gaps and beyond the end of each track, by its index, in order. */
  readonly onTracks: ReadonlyMap<number, readonly WrittenItem[]>;
  /** Items of each further track, in order. */
  readonly furtherTracks: readonly (readonly WrittenItem[])[];
}

const endOf = ({ item }: WrittenItem): number => item.startFrame + item.durationFrames;

/** Distributes items: in the gaps of their tracks, else on as few further tracks as possible. */
export function placeItems(timeline: Timeline, written: readonly WrittenItem[]): PlacedItems {
  const onTracks = new Map<number, WrittenItem[]>();
  const furtherTracks: WrittenItem[][] = [];
  for (const one of written.toSorted((a, b) => a.item.startFrame - b.item.startFrame)) {
    const { trackIndex, trackKind, startFrame } = one.item;
    const hasRoom = (before: readonly WrittenItem[]): boolean => {
      const last = before.at(-1);
      return last === undefined || endOf(last) <= startFrame;
    };
    const track = trackIndex === null ? undefined : timeline.tracks[trackIndex];
    const before = onTracks.get(trackIndex ?? -1) ?? [];
    if (trackIndex !== null && track && isInGap(track, one) && hasRoom(before))
      onTracks.set(trackIndex, [...before, one]);
    else {
      const further = furtherTracks.find((each) => each[0]?.item.trackKind === trackKind && hasRoom(each));
      if (further) further.push(one);
      else furtherTracks.push([one]);
    }
  }
  return { onTracks, furtherTracks };
}

/** True if no clip of a track is in an item's place. */
function isInGap({ items }: Track, one: WrittenItem): boolean {
  let startFrame = 0;
  for (const { kind, durationFrames } of items) {
    const endFrame = startFrame + durationFrames;
    if (kind === 'clip' && startFrame < endOf(one) && endFrame > one.item.startFrame) return false;
    startFrame = endFrame;
  }
  return true;
}

/** Joins adjacent gaps of a track, and adds one at its end for what lies beyond. */
export function withJoinedGaps(items: Track['items']): Track['items'] {
  const joined: (Clip | Gap)[] = [];
  for (const item of [...items, { kind: 'gap', durationFrames: 0 } as const]) {
    const last = joined.at(-1);
    if (item.kind === 'gap' && last?.kind === 'gap')
      joined[joined.length - 1] = { ...last, durationFrames: last.durationFrames + item.durationFrames };
    else joined.push(item);
  }
  return joined;
}

/**
 * Fills a gap with the items in it, and what remains with gaps.
 * @param endFrame Infinity for all that begins after the gap's first frame.
 */
export function fillGap(
  { startFrame, durationFrames }: { readonly startFrame: number; readonly durationFrames: number },
  endFrame: number,
  written: readonly WrittenItem[],
  buildGap: (durationFrames: number) => OtioObject,
): readonly OtioObject[] {
  const filled: OtioObject[] = [];
  let cursor = startFrame;
  for (const one of written) {
    const { startFrame: start } = one.item;
    if (start < startFrame || start >= endFrame) continue;
    if (start > cursor) filled.push(buildGap(start - cursor));
    filled.push(one.object);
    cursor = endOf(one);
  }
  const rest = startFrame + durationFrames - cursor;
  return rest > 0 ? [...filled, buildGap(rest)] : filled;
}
