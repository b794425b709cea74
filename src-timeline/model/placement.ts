import { TimelineParseError } from './timeline-parse-error.ts';
import type { Clip, ClipFades, Gap, MediaReference, Timeline, Track } from './timeline.ts';

/** A clip with its place, in frames from the first frame of the sequence. */
export interface Placement {
  readonly startFrame: number;
  readonly clip: Clip;
}

/** Returns the end of a placed clip (exclusive). */
export function endFrameOf({ startFrame, clip }: Placement): number {
  return startFrame + clip.durationFrames;
}

/** Number of frames that show a clip before its cut, in the transition into it. */
export function headFramesOf({ transition }: Pick<Clip, 'transition'>): number {
  return transition?.framesBeforeCut ?? 0;
}

/** Number of frames after the cut into a clip that still show the clip before it. */
export function overlapFramesOf({ transition }: Clip): number {
  return (transition?.durationFrames ?? 0) - (transition?.framesBeforeCut ?? 0);
}

/**
 * Returns the fades at those ends of a clip that have no transition, for formats that cannot overlap a fade with a
 * transition. A fade is limited to the room that the fade or transition at the other end leaves.
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

/** Returns the ids of stills, which have no length of their own. */
export function stillIds(media: readonly MediaReference[]): ReadonlySet<string> {
  return new Set(media.filter(({ kind }) => kind === 'still').map(({ mediaId }) => mediaId));
}

/** Number of media frames that a clip needs, which depends on its speed. */
export function sourceLengthOf({ durationFrames, speed }: Pick<Clip, 'durationFrames' | 'speed'>): number {
  return speed === undefined ? durationFrames : Math.max(1, Math.ceil(durationFrames * speed - 1e-6));
}

/** Returns the speed of a clip that shows one frame throughout. */
export function speedOfHeldFrame(durationFrames: number): number {
  return 1 / durationFrames;
}

/** True if a clip plays so slowly that it shows only one frame of its media. */
export function isHeldFrame({ durationFrames, speed = 1, isReversed }: Clip): boolean {
  return isReversed !== true && durationFrames > 1 && speed * durationFrames < 1 + 1e-9;
}

/** Number of frames that show a clip beyond its end. */
export function tailFramesOf(track: Track, index: number): number {
  const next = track.items[index + 1];
  return next?.kind === 'clip' ? overlapFramesOf(next) : 0;
}

/** Largest number of frames that any clip shows of each media, by media id. It serves as the length of stills. */
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
 * Moves the ends of a clip without changing its picture at any frame.
 * @param later frames by which its beginning moves to the right, negative to the left; `longer` is the same for its
 * end.
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

/** Returns the clips of a track with their places; gaps become the space between them. */
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
 * Builds the items of a track from placed clips in any order; the space between them becomes gaps.
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
 * Distributes placed clips over as few tracks as possible without overlaps, each on the first track with room. Used for
 * formats whose layers are not tracks.
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

/** Extends media to the clips that show them, because other programs round ends up, or state no length. */
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

/** All clips of some tracks, extended by the frames that transitions show of them. */
export function clipsWithTails(tracks: readonly Track[]): readonly Clip[] {
  return tracks.flatMap((track) =>
    track.items.flatMap((item, index) =>
      item.kind === 'clip'
        ? [{ ...item, durationFrames: item.durationFrames + tailFramesOf(track, index) }]
        : [],
    ),
  );
}

/** Returns the media that clips show, in the order of first use. */
export function usedMedia({ media, tracks }: Pick<Timeline, 'media' | 'tracks'>): readonly MediaReference[] {
  const used = new Set(clipsOfTracks(tracks).map(({ mediaId }) => mediaId));
  const mediaById = new Map(media.map((one) => [one.mediaId, one]));
  return [...used].flatMap((mediaId) => mediaById.get(mediaId) ?? []);
}

/** Removes links with a single clip left, because a link needs at least two. */
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
