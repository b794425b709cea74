import { endFrameOf } from '../../model/placement.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import { placeNested } from '../nested-sequences.ts';
import type { FoundClip, FoundItem, FoundTrack } from './xmeml-found.ts';

/** More tracks than any editor has. */
const mostFurtherTracks = 99;

type Entry = { readonly start: number; readonly end: number } & (
  { readonly clip: FoundClip; readonly item?: never } | { readonly item: FoundItem; readonly clip?: never }
);

/**
 * Separates what overlaps on a track, as in some exports of Premiere. An earlier clip ends where the later one begins.
 * If that would hide the rest of the earlier one, or if an item without media overlaps, one of both moves to a further
 * track.
 * @returns The track, then the further ones. @throws TimelineParseError if these are too many.
 */
export function separateOverlaps({ clips, items }: FoundTrack): readonly FoundTrack[] {
  const transitions = items.filter(({ isTransition }) => isTransition);
  let left: readonly Entry[] = [
    ...clips.map((clip) => {
      const { placement } = clip;
      return { start: placement.startFrame, end: endFrameOf(placement), clip };
    }),
    ...items
      .filter(({ isTransition }) => !isTransition)
      .map((found) => {
        const { startFrame, durationFrames } = found.item;
        return { start: startFrame, end: startFrame + durationFrames, item: found };
      }),
  ].toSorted((a, b) => a.start - b.start);
  const tracks: FoundTrack[] = [];
  do {
    if (tracks.length > mostFurtherTracks)
      throw new TimelineParseError('Too many clips of a track are in one place.');
    const { kept, rest } = fill(left);
    tracks.push({
      clips: kept.flatMap(({ clip }) => clip ?? []),
      items: [...kept.flatMap(({ item }) => item ?? []), ...(tracks.length === 0 ? transitions : [])],
    });
    left = rest;
  } while (left.length > 0);
  return tracks;
}

/** Fills one track in order of beginnings. */
function fill(entries: readonly Entry[]): {
  readonly kept: readonly Entry[];
  readonly rest: readonly Entry[];
} {
  const kept: Entry[] = [];
  const rest: Entry[] = [];
  for (const entry of entries) {
    const last = kept.at(-1);
    if (last === undefined || last.end <= entry.start) kept.push(entry);
    else if (last.clip && entry.clip && last.start < entry.start && last.end <= entry.end)
      kept.splice(-1, 1, endingAt(last.clip, last.start, entry.start), entry);
    else if (last.item && entry.clip) {
      rest.push(last);
      kept.splice(-1, 1, entry);
    } else rest.push(entry);
  }
  return { kept, rest: rest.toSorted((a, b) => a.start - b.start) };
}

function endingAt(clip: FoundClip, start: number, end: number): Entry {
  const use = { startFrame: start, durationFrames: end - start, firstFrame: start, linkSuffix: '' };
  const placement = placeNested(clip.placement, clip.isStill, use) ?? clip.placement;
  return { start, end, clip: { ...clip, placement } };
}
