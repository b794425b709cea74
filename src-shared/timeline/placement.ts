import { TimelineParseError } from './timeline-parse-error.ts';
import type { Clip, ClipFades, Gap, MediaReference, Timeline, Track } from './timeline.ts';

/** A clip with its place: frames from the first frame of the sequence. */
export interface Placement {
  readonly startFrame: number;
  readonly clip: Clip;
}

/** The frame after a placed clip's last. */
export function endFrameOf({ startFrame, clip }: Placement): number {
  return startFrame + clip.durationFrames;
}

/** Frames a clip is seen before its cut, in the transition into it. */
export function headFramesOf({ transition }: Pick<Clip, 'transition'>): number {
  return transition?.framesBeforeCut ?? 0;
}

/** Frames the clip before goes on after the cut into a clip. */
export function overlapFramesOf({ transition }: Clip): number {
  return (transition?.durationFrames ?? 0) - (transition?.framesBeforeCut ?? 0);
}

/**
 * The fades at those ends of a clip that no transition takes, where two transitions cannot lie over each other: as long
 * as the one at the other end leaves room.
 * @param next what follows the clip on its track.
 */
export function openFadesOf(clip: Clip, next: Clip | Gap | undefined): ClipFades {
  const { inFrames = 0, outFrames = 0 } = clip.fades ?? {};
  const beside = (frames: number, taken: number): number =>
    Math.max(0, Math.min(frames, clip.durationFrames - taken));
  const into = next?.kind === 'clip' && next.transition !== undefined ? next : null;
  if (clip.transition !== undefined)
    return { inFrames: 0, outFrames: into ? 0 : beside(outFrames, overlapFramesOf(clip)) };
  const opens = beside(inFrames, into ? headFramesOf(into) : 0);
  return { inFrames: opens, outFrames: into ? 0 : beside(outFrames, opens) };
}

/** The ids of media without a length of their own. */
export function stillIds(media: readonly MediaReference[]): ReadonlySet<string> {
  return new Set(media.filter(({ kind }) => kind === 'still').map(({ mediaId }) => mediaId));
}

/** Frames of its media a clip needs: at another speed than its own, others than it takes on the sequence. */
export function sourceLengthOf({ durationFrames, speed }: Pick<Clip, 'durationFrames' | 'speed'>): number {
  return speed === undefined ? durationFrames : Math.max(1, Math.ceil(durationFrames * speed - 1e-6));
}

/** The speed of a clip that shows one frame for all of its time. */
export function speedOfHeldFrame(durationFrames: number): number {
  return 1 / durationFrames;
}

/** Whether a clip is played so slowly that no second frame of its media is seen. */
export function isHeldFrame({ durationFrames, speed = 1, isReversed }: Clip): boolean {
  return isReversed !== true && durationFrames > 1 && speed * durationFrames < 1 + 1e-9;
}

/** Frames of its media a clip is seen beyond its end. */
export function tailFramesOf(track: Track, index: number): number {
  const next = track.items[index + 1];
  return next?.kind === 'clip' ? overlapFramesOf(next) : 0;
}

/** The most frames any clip shows of each media, by its id. Stills have no other length. */
export function longestUses(timeline: { readonly tracks: readonly Track[] }): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const track of timeline.tracks)
    for (const [index, item] of track.items.entries()) {
      if (item.kind === 'gap') continue;
      const shown = headFramesOf(item) + item.durationFrames + tailFramesOf(track, index);
      lengths.set(item.mediaId, Math.max(lengths.get(item.mediaId) ?? 0, shown));
    }
  return lengths;
}

/**
 * A clip whose ends are drawn in or out, its picture at any frame staying the same.
 * @param later frames its beginning goes to the right, below zero to the left; `longer` the same of its end.
 */
export function withEndsMoved(
  clip: Clip,
  { later, longer, isStill }: { readonly later: number; readonly longer: number; readonly isStill: boolean },
): Clip {
  const { motion, markers, speed = 1, isReversed } = clip;
  const durationFrames = clip.durationFrames - later + longer;
  const sourceShift = Math.round((isReversed === true ? -longer : later) * speed);
  const moved = <Point extends { readonly frame: number }>(point: Point): Point => ({
    ...point,
    frame: point.frame - later,
  });
  return {
    ...clip,
    durationFrames,
    sourceStartFrame: isStill ? 0 : Math.max(0, clip.sourceStartFrame + sourceShift),
    ...(motion && { motion: motion.map(moved) }),
    ...(markers && {
      markers: markers.map(moved).filter(({ frame }) => frame >= 0 && frame < durationFrames),
    }),
  };
}

/** The clips of a track with their places; gaps become the room between them. */
export function placementsOfTrack(track: Track): readonly Placement[] {
  const placements: Placement[] = [];
  let startFrame = 0;
  for (const item of track.items) {
    if (item.kind === 'clip') placements.push({ startFrame, clip: item });
    startFrame += item.durationFrames;
  }
  return placements;
}

/**
 * The items of a track from placed clips in any order; the room between them becomes gaps.
 * @throws TimelineParseError when two clips are in the same place.
 */
export function itemsOfPlacements(placements: readonly Placement[]): readonly (Clip | Gap)[] {
  const items: (Clip | Gap)[] = [];
  let cursor = 0;
  for (const placement of placements.toSorted((a, b) => a.startFrame - b.startFrame)) {
    const durationFrames = placement.startFrame - cursor;
    if (durationFrames < 0)
      throw new TimelineParseError(
        `The clip “${placement.clip.name}” overlaps the one before it on its track.`,
        `frame ${String(placement.startFrame)}`,
      );
    if (durationFrames > 0) items.push({ kind: 'gap', durationFrames });
    items.push(placement.clip);
    cursor = endFrameOf(placement);
  }
  return items;
}

/**
 * Spreads placed clips over as few tracks as keep them from overlapping, each clip on the first track with room.
 * For formats whose layers are not tracks.
 */
export function spreadOverTracks(placements: readonly Placement[]): readonly (readonly Placement[])[] {
  const tracks: Placement[][] = [];
  for (const placement of placements.toSorted((a, b) => a.startFrame - b.startFrame)) {
    const hasRoom = (track: readonly Placement[]): boolean => {
      const last = track.at(-1);
      return last === undefined || endFrameOf(last) <= placement.startFrame;
    };
    const track = tracks.find(hasRoom);
    if (track === undefined) tracks.push([placement]);
    else track.push(placement);
  }
  return tracks;
}

/**
 * Media at least as long as the clips that show them: other programs round ends up, or give no length.
 */
export function coverClips(
  media: readonly MediaReference[],
  clips: readonly Clip[],
): readonly MediaReference[] {
  const ends = new Map<string, number>();
  for (const clip of clips) {
    const end = clip.sourceStartFrame + sourceLengthOf(clip);
    ends.set(clip.mediaId, Math.max(ends.get(clip.mediaId) ?? 1, end));
  }
  return media.map((one) => {
    if (one.durationFrames === null) return one;
    return { ...one, durationFrames: Math.max(one.durationFrames, ends.get(one.mediaId) ?? 1) };
  });
}

/** All clips of some tracks. */
export function clipsOfTracks(tracks: readonly Track[]): readonly Clip[] {
  return tracks.flatMap(({ items }) => items.filter((item) => item.kind === 'clip'));
}

/** The media that clips show, in the order of their first use. */
export function usedMedia({ media, tracks }: Pick<Timeline, 'media' | 'tracks'>): readonly MediaReference[] {
  const used = new Set(clipsOfTracks(tracks).map(({ mediaId }) => mediaId));
  const mediaById = new Map(media.map((one) => [one.mediaId, one]));
  return [...used].flatMap((mediaId) => mediaById.get(mediaId) ?? []);
}

/**
 * A link joins two clips or more: a link whose other clips are gone is taken off the one that is left.
 */
export function withoutLoneLinks(tracks: readonly Track[]): readonly Track[] {
  const counts = new Map<string, number>();
  for (const { items } of tracks)
    for (const item of items)
      if (item.kind === 'clip' && item.linkId !== null)
        counts.set(item.linkId, (counts.get(item.linkId) ?? 0) + 1);
  const unlinkLone = (item: Clip | Gap): Clip | Gap =>
    item.kind === 'clip' && item.linkId !== null && counts.get(item.linkId) === 1
      ? { ...item, linkId: null }
      : item;
  return tracks.map((track) => ({ ...track, items: track.items.map(unlinkLone) }));
}
