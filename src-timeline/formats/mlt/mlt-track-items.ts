import { endFrameOf, itemsOfPlacements, type Placement } from '../../model/placement.ts';
import type { Clip, ClipTransition, ItemWithoutMedia, Track } from '../../model/timeline.ts';
import { itemWithoutContent, type TrackItem } from './mlt-items.ts';

/** Something on a track: a clip, or an item without media. */
export type TrackPart = Placement | TrackItem;

/** A track as read, whose items without media lie beside its clips. */
export interface FoundTrack extends Omit<Track, 'role'> {
  readonly others: readonly TrackItem[];
}

const isClip = (part: TrackPart): part is Placement => 'clip' in part;
const isItem = (part: TrackPart): part is TrackItem => !isClip(part);

const endOf = (part: TrackPart): number =>
  isClip(part) ? endFrameOf(part) : part.startFrame + part.durationFrames;

/** A part with the transition into it, as in the document. */
interface PartOfTransition {
  readonly part: TrackPart;
  readonly transition: ClipTransition | null;
}

/** Names the transitions between items without media, which belong to no clip. */
export function loneTransitions(parts: readonly PartOfTransition[]): readonly TrackItem[] {
  return parts.flatMap(({ part, transition }, index) => {
    const before = parts[index - 1]?.part;
    if (transition === null || isClip(part) || (before !== undefined && isClip(before))) return [];
    const startFrame = Math.max(0, part.startFrame - (transition.framesBeforeCut ?? 0));
    const place = { startFrame, lengthFrames: transition.durationFrames };
    return [{ ...itemWithoutContent('other', 'Dissolve', place), hasGap: false }];
  });
}

/** Begins a part later. */
function withoutHead(part: TrackPart, late: number): TrackPart {
  const startFrame = part.startFrame + late;
  if (!isClip(part)) return { ...part, startFrame, durationFrames: part.durationFrames - late };
  const clip: Clip = { ...part.clip, durationFrames: part.clip.durationFrames - late };
  return { startFrame, clip };
}

/**
 * Trims what overlaps the part before it, because other programs may leave a frame too much. A part that lies wholly
 * within others has no place and counts as unreadable.
 */
function withoutOverlaps(parts: readonly TrackPart[]): readonly TrackPart[] {
  let cursor = 0;
  return parts
    .toSorted((a, b) => a.startFrame - b.startFrame)
    .map((part) => {
      if (!isClip(part) && !part.hasGap) return part;
      const late = Math.max(0, cursor - part.startFrame);
      const { startFrame } = part;
      if (endOf(part) <= cursor) {
        const name = isClip(part) ? part.clip.name : part.name;
        const hidden = itemWithoutContent('unreadable', name, {
          startFrame,
          lengthFrames: endOf(part) - startFrame,
        });
        return { ...hidden, hasGap: false };
      }
      cursor = endOf(part);
      return late === 0 ? part : withoutHead(part, late);
    });
}

/** Builds the items of a track, with gaps for those without media, up to the last of them. */
export function layOutParts(parts: readonly TrackPart[]): Pick<FoundTrack, 'items' | 'others'> {
  const laidOut = withoutOverlaps(parts);
  const items = itemsOfPlacements(laidOut.filter(isClip));
  const others = laidOut.filter(isItem);
  const clipsEnd = items.reduce((sum, { durationFrames }) => sum + durationFrames, 0);
  const end = Math.max(0, ...others.filter(({ hasGap }) => hasGap).map(endOf));
  const tail = end > clipsEnd ? [{ kind: 'gap' as const, durationFrames: end - clipsEnd }] : [];
  return { items: [...items, ...tail], others };
}

/** Returns the items without media of all tracks, in order of their beginnings. */
export function itemsOfTracks(tracks: readonly FoundTrack[]): readonly ItemWithoutMedia[] {
  const items = tracks.flatMap(({ kind: trackKind, others }, index) =>
    others.map(({ hasGap, ...item }) => ({ ...item, trackKind, trackIndex: hasGap ? index : null })),
  );
  return items.toSorted((a, b) => a.startFrame - b.startFrame);
}
