import { problemOfTransition, withoutImpossibleTransitions } from './check-timeline.ts';
import { isHeldFrame, sourceLengthOf, speedOfHeldFrame } from './placement.ts';
import { type FrameRate, nearestFramesOfTime, secondsOfFrames, timeOfFrames } from './rational-time.ts';
import { isSameRate, type SequenceTiming } from './sequence-timing.ts';
import {
  type CaptionTrack,
  type Clip,
  type ClipTransition,
  type MediaReference,
  primaryTrackIndex,
  type Timeline,
  type TimelineMarker,
  type Track,
} from './timeline.ts';

/** Returns the frame of the new rate nearest to a frame of the old one. */
type Grid = (frame: number) => number;

/**
 * Converts a cut to another rate and timecode. Each cut is rounded separately to the frame nearest to its time, so that
 * errors do not add up; an item that would vanish keeps one frame.
 */
export function placeOnGrid(timeline: Timeline, timing: SequenceTiming): Timeline {
  const { frameRate, startFrame, isDropFrame } = timing;
  if (isSameRate(frameRate, timeline.frameRate)) return { ...timeline, startFrame, isDropFrame };
  const at: Grid = (frame) => nearestFramesOfTime(timeOfFrames(frame, timeline.frameRate), frameRate);
  const media = timeline.media.map((one) => mediaOnGrid(one, timeline.frameRate, frameRate, at));
  const mediaById = new Map(media.map((one) => [one.mediaId, one]));
  return {
    ...timeline,
    frameRate,
    startFrame,
    isDropFrame,
    media,
    tracks: withoutImpossibleTransitions(
      timeline.tracks.map((track) => trackOnGrid(track, at, mediaById)),
      media,
    ),
    captionTracks: timeline.captionTracks.map((track) => captionsOnGrid(track, at)),
    ...(timeline.markers && { markers: timeline.markers.map((marker) => markerOnGrid(marker, at)) }),
    ...(timeline.itemsWithoutMedia && {
      itemsWithoutMedia: timeline.itemsWithoutMedia.map((item) => ({
        ...item,
        startFrame: at(item.startFrame),
        durationFrames: lengthOnGrid(item.startFrame, item.durationFrames, at),
      })),
    }),
  };
}

/** Length of what begins at a frame, at least 1. */
function lengthOnGrid(frame: number, durationFrames: number, at: Grid): number {
  return Math.max(1, at(frame + durationFrames) - at(frame));
}

function markerOnGrid(marker: TimelineMarker, at: Grid): TimelineMarker {
  const { frame, durationFrames } = marker;
  const length = durationFrames === undefined ? undefined : lengthOnGrid(frame, durationFrames, at);
  return { ...marker, frame: at(frame), ...(length !== undefined && { durationFrames: length }) };
}

/** Counts the frames that begin within the file. The last one may be incomplete. */
function mediaOnGrid(media: MediaReference, from: FrameRate, to: FrameRate, at: Grid): MediaReference {
  const { durationFrames, startFrame } = media;
  const exact = ((durationFrames ?? 0) * from.denominator * to.numerator) / (from.numerator * to.denominator);
  return {
    ...media,
    durationFrames: durationFrames === null ? null : Math.max(1, Math.ceil(exact - 1e-9)),
    startFrame: at(startFrame),
    ...(media.kind === 'video' && { frameRate: media.frameRate ?? from }),
  };
}

function trackOnGrid(track: Track, at: Grid, mediaById: ReadonlyMap<string, MediaReference>): Track {
  let oldStart = 0;
  let start = 0;
  const items = track.items.map((item) => {
    const oldEnd = oldStart + item.durationFrames;
    const end = Math.max(at(oldEnd), start + 1);
    const span = { oldStart, oldEnd, start, end };
    [oldStart, start] = [oldEnd, end];
    if (item.kind === 'gap') return { ...item, durationFrames: end - span.start };
    return clipOnGrid(item, span, at, mediaById.get(item.mediaId));
  });
  return withRoomForTransitions({ ...track, items }, mediaById);
}

interface Span {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly start: number;
  readonly end: number;
}

function clipOnGrid(
  clip: Clip,
  { oldStart, oldEnd, start, end }: Span,
  at: Grid,
  media: MediaReference | undefined,
): Clip {
  const moved = (frame: number): number => Math.max(Math.min(frame, 0), at(oldStart + frame) - start);
  const within = <Point extends { readonly frame: number }>(points: readonly Point[]): readonly Point[] =>
    oneAFrame(points.map((point) => ({ ...point, frame: moved(point.frame) })));
  const { transition, motion, levels, fades, markers } = clip;
  const durationFrames = end - start;
  const held = isHeldFrame(clip) ? { speed: speedOfHeldFrame(durationFrames) } : {};
  const sized = fittedSpeed({ ...clip, durationFrames, ...held }, media);
  const maxStart = (media?.durationFrames ?? Infinity) - sourceLengthOf(sized);
  return {
    ...sized,
    sourceStartFrame: Math.max(0, Math.min(at(clip.sourceStartFrame), maxStart)),
    ...(transition && { transition: transitionOnGrid(transition, oldStart, at) }),
    ...(motion && { motion: within(motion) }),
    ...(levels && { levels: within(levels) }),
    ...(markers && { markers: markersWithin(markers, durationFrames, moved) }),
    ...(fades && {
      fades: {
        inFrames: at(oldStart + fades.inFrames) - at(oldStart),
        outFrames: at(oldEnd) - at(oldEnd - fades.outFrames),
      },
    }),
  };
}

/** Lowers the speed slightly if rounding up makes a clip need more frames than its file has. */
function fittedSpeed(clip: Clip, media: MediaReference | undefined): Clip {
  const { speed, durationFrames } = clip;
  const there = media?.durationFrames ?? Infinity;
  return speed === undefined || sourceLengthOf(clip) <= there
    ? clip
    : { ...clip, speed: there / durationFrames };
}

/** Keeps the last of several points on one frame. */
function oneAFrame<Point extends { readonly frame: number }>(points: readonly Point[]): readonly Point[] {
  return [...new Map(points.map((point) => [point.frame, point])).values()];
}

function markersWithin(
  markers: readonly TimelineMarker[],
  length: number,
  at: Grid,
): readonly TimelineMarker[] {
  return markers.map((marker) => {
    const moved = markerOnGrid(marker, at);
    return { ...moved, frame: Math.max(0, Math.min(moved.frame, length - 1)) };
  });
}

/** Keeps the shape of a transition: before the cut, after it, or half and half. */
function transitionOnGrid(transition: ClipTransition, cut: number, at: Grid): ClipTransition {
  const { durationFrames, framesBeforeCut = 0 } = transition;
  const start = cut - framesBeforeCut;
  const length = Math.max(1, at(start + durationFrames) - at(start));
  return withLength(transition, length);
}

function withLength({ framesBeforeCut = 0, ...transition }: ClipTransition, length: number): ClipTransition {
  const before = Math.floor((framesBeforeCut * length) / transition.durationFrames + 1e-9);
  return { ...transition, durationFrames: length, ...(before > 0 && { framesBeforeCut: before }) };
}

/** Shortens transitions if rounding leaves their clips a frame too short. */
function withRoomForTransitions(track: Track, mediaById: ReadonlyMap<string, MediaReference>): Track {
  const items = [...track.items];
  for (const [index, item] of items.entries()) {
    let clip = item;
    while (clip.kind === 'clip' && (clip.transition?.durationFrames ?? 0) > 1) {
      if (problemOfTransition({ ...track, items }, index, mediaById) === null) break;
      if (!clip.transition) break;
      clip = { ...clip, transition: withLength(clip.transition, clip.transition.durationFrames - 1) };
      items[index] = clip;
    }
  }
  return { ...track, items };
}

/** Keeps captions of one track apart and at least one frame long. */
function captionsOnGrid(track: CaptionTrack, at: Grid): CaptionTrack {
  let cursor = 0;
  const captions = track.captions.map((caption) => {
    const startFrame = Math.max(at(caption.startFrame), cursor);
    cursor = Math.max(at(caption.startFrame + caption.durationFrames), startFrame + 1);
    return { ...caption, startFrame, durationFrames: cursor - startFrame };
  });
  return { ...track, captions };
}

/** A cut of the pictures before and after the move to another grid. */
export interface PlacedCut {
  /** Frames from the first of each sequence. */
  readonly oldFrame: number;
  readonly frame: number;
  /** Shift in milliseconds; positive is later. */
  readonly shiftMs: number;
}

/** Lists the shift of each cut of the pictures, except the beginning, after a move to another grid. */
export function placedCuts(before: Timeline, after: Timeline): readonly PlacedCut[] {
  const [old, now] = [before, after].map((timeline) =>
    endsOf(timeline.tracks[primaryTrackIndex(timeline.tracks)]),
  );
  return (old ?? []).map((oldFrame, index) => {
    const frame = now?.[index] ?? 0;
    const shift = secondsOfFrames(frame, after.frameRate) - secondsOfFrames(oldFrame, before.frameRate);
    return { oldFrame, frame, shiftMs: Math.round(shift * 1e6) / 1000 };
  });
}

function endsOf(track: Track | undefined): readonly number[] {
  let end = 0;
  return (track?.items ?? []).map(({ durationFrames }) => (end += durationFrames));
}
