import { headFramesOf, placementsOfTrack, sourceLengthOf } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import {
  type Clip,
  type MediaReference,
  primaryTrackIndex,
  type Timeline,
  type Track,
} from '../../model/timeline.ts';
import { type Beginning, withAttached } from './attached.ts';
import { type Cut, type CutEvent, type CutItem, type TrackFacts, endOf } from './cut-event.ts';
import { isSame } from './is-same.ts';
import { matchTracks } from './match-tracks.ts';
import { effectsOf } from './own-effects.ts';

const constantOf = (points: readonly object[] | undefined): readonly object[] | null | undefined =>
  points === undefined || points.length === 1 ? points : null;

/** True if a clip continues the one before it, so that the cut between them is neither visible nor audible. */
function isThroughEdit(one: CutEvent, next: CutEvent): boolean {
  if (one.mediaKey !== next.mediaKey || one.speed !== next.speed) return false;
  if (endOf(one) !== next.startFrame || next.clip.transition !== undefined) return false;
  if (one.clip.isDisabled !== next.clip.isDisabled || one.clip.fades || next.clip.fades) return false;
  if (!isSame(effectsOf(one.clip), effectsOf(next.clip))) return false;
  const motion = constantOf(one.clip.motion);
  const levels = constantOf(one.clip.levels);
  if (motion === null || levels === null) return false;
  const isAlike = isSame(motion, next.clip.motion) && isSame(levels, next.clip.levels);
  return isAlike && (one.isStill || isContinued(one, next));
}

function isContinued(one: CutEvent, next: CutEvent): boolean {
  const [first, second] = one.speed < 0 ? [next, one] : [one, next];
  return first.sourceStart + first.sourceLength === second.sourceStart;
}

function joinEvents(one: CutEvent, next: CutEvent): CutEvent {
  return {
    ...one,
    durationFrames: one.durationFrames + next.durationFrames,
    sourceStart: Math.min(one.sourceStart, next.sourceStart),
    sourceLength: one.isStill
      ? one.durationFrames + next.durationFrames
      : one.sourceLength + next.sourceLength,
  };
}

/** Frames of the rate `to` per frame of the rate `from`. */
export function frameRatio(from: FrameRate, to: FrameRate): number {
  return (to.numerator * from.denominator) / (to.denominator * from.numerator);
}

interface Measures {
  /** Factor for frame counts. */
  readonly ratio: number;
  readonly keyOf: (mediaId: string) => string;
  readonly trackIndexOf: (index: number) => number;
  /** Index of the delivered cut's track of pictures. */
  readonly primaryIndex: number;
}

function eventsOfTrack(
  mediaById: ReadonlyMap<string, MediaReference>,
  index: number,
  track: Track,
  measures: Measures,
): readonly CutEvent[] {
  const scaled = (frames: number): number => Math.round(frames * measures.ratio);
  return placementsOfTrack(track).map(({ startFrame, clip }, order) => {
    const media = mediaById.get(clip.mediaId);
    return {
      trackIndex: measures.trackIndexOf(index),
      trackKind: track.kind,
      order,
      mediaKey: measures.keyOf(clip.mediaId),
      fileName: media?.fileName ?? clip.name,
      isStill: media?.kind === 'still',
      startFrame: scaled(startFrame),
      durationFrames: scaled(startFrame + clip.durationFrames) - scaled(startFrame),
      sourceStart: scaled(clip.sourceStartFrame),
      sourceLength: scaled(clip.sourceStartFrame + sourceLengthOf(clip)) - scaled(clip.sourceStartFrame),
      speed: (clip.speed ?? 1) * (clip.isReversed === true ? -1 : 1),
      attached: [],
      clip: measures.ratio === 1 ? clip : withScaledPoints(clip, scaled),
    };
  });
}

function withScaledPoints(clip: Clip, scaled: (frames: number) => number): Clip {
  const move = <P extends { readonly frame: number }>(point: P): P => ({
    ...point,
    frame: scaled(point.frame),
  });
  return {
    ...clip,
    ...(clip.motion && { motion: clip.motion.map(move) }),
    ...(clip.levels && { levels: clip.levels.map(move) }),
    ...(clip.markers && { markers: clip.markers.map(move) }),
    ...(clip.transition && {
      transition: {
        ...clip.transition,
        durationFrames: scaled(clip.transition.durationFrames),
        ...(headFramesOf(clip) > 0 && { framesBeforeCut: scaled(headFramesOf(clip)) }),
      },
    }),
    ...(clip.fades && {
      fades: { inFrames: scaled(clip.fades.inFrames), outFrames: scaled(clip.fades.outFrames) },
    }),
  };
}

function cutOf(timeline: Timeline, measures: Measures): Cut {
  const tracks: CutEvent[][] = [];
  const facts: TrackFacts[] = [];
  const mediaById = new Map(timeline.media.map((media) => [media.mediaId, media]));
  for (const [index, track] of timeline.tracks.entries()) {
    facts[measures.trackIndexOf(index)] = { kind: track.kind, role: track.role, name: track.name };
    const events = eventsOfTrack(mediaById, index, track, measures);
    tracks[measures.trackIndexOf(index)] = [...events];
  }
  const bare = Array.from(tracks, (events: readonly CutEvent[] | undefined) => events ?? []);
  const isMusic = (index: number): boolean => timeline.tracks[index]?.role === 'music';
  const music = new Set([...timeline.tracks.keys()].filter(isMusic).map(measures.trackIndexOf));
  const sounds = bare
    .flat()
    .filter(({ trackKind, trackIndex }) => trackKind === 'audio' && !music.has(trackIndex));
  const { primaryIndex } = measures;
  const filled = withAttached(bare, primaryIndex, sounds, captionsOf(timeline, measures.ratio));
  const trackFacts = Array.from(facts, (fact: TrackFacts | undefined) => fact ?? null);
  const items = itemsOf(timeline, measures);
  return { tracks: filled, trackFacts, events: filled.flat(), primaryIndex, items };
}

function itemsOf(
  { itemsWithoutMedia = [] }: Timeline,
  { ratio, trackIndexOf }: Measures,
): readonly CutItem[] {
  return itemsWithoutMedia.map((item) => ({
    item,
    trackIndex: item.trackIndex === null ? null : trackIndexOf(item.trackIndex),
    startFrame: Math.round(item.startFrame * ratio),
    endFrame: Math.round((item.startFrame + item.durationFrames) * ratio),
  }));
}

function captionsOf({ captionTracks }: Timeline, ratio: number): readonly Beginning[] {
  return (captionTracks[0]?.captions ?? []).map(({ startFrame, lines }) => ({
    startFrame: Math.round(startFrame * ratio),
    name: lines.join(' '),
  }));
}

/** Joins clips at through edits that the delivered cut lacks, because such cuts change nothing. */
function withoutThroughEdits(cut: Cut, delivered: Cut): Cut {
  if (!cut.tracks.some((track) => throughEditsOf(track).length > 0)) return cut;
  const boundaries = new Set(delivered.tracks.flatMap((track) => throughEditsOf(track).map(boundaryOf)));
  const tooMany = excessUses(cut, delivered);
  const tracks = cut.tracks.map((track) => {
    const joined: CutEvent[] = [];
    for (const event of track) {
      const previous = joined.at(-1);
      const excess = tooMany.get(useOf(event)) ?? 0;
      const isCutAnew = excess > 0 && !boundaries.has(boundaryOf(event));
      if (isCutAnew && previous !== undefined && isThroughEdit(previous, event)) {
        joined[joined.length - 1] = joinEvents(previous, event);
        tooMany.set(useOf(event), excess - 1);
      } else joined.push({ ...event, order: joined.length });
    }
    return joined;
  });
  return { ...cut, tracks, events: tracks.flat() };
}

/** Events of a track that continue the one before them. */
function throughEditsOf(track: readonly CutEvent[]): readonly CutEvent[] {
  return track.filter((event, index) => {
    const previous = track[index - 1];
    return previous !== undefined && isThroughEdit(previous, event);
  });
}

const useOf = ({ trackKind, mediaKey }: CutEvent): string => `${trackKind} ${mediaKey}`;

/** Number of uses of each media beyond those in the delivered cut. */
function excessUses(cut: Cut, delivered: Cut): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (events: readonly CutEvent[], step: number): void => {
    for (const event of events) counts.set(useOf(event), (counts.get(useOf(event)) ?? 0) + step);
  };
  count(cut.events, 1);
  count(delivered.events, -1);
  return counts;
}

/** Identifies a boundary. Stills have no frames to distinguish one cut from another. */
function boundaryOf({ mediaKey, isStill, sourceStart, trackIndex }: CutEvent): string {
  return `${String(trackIndex)} ${mediaKey} ${isStill ? '' : String(sourceStart)}`;
}

interface NormalisedCuts {
  readonly old: Cut;
  readonly now: Cut;
  /** Delivered index of each track of the returned cut. New tracks are numbered after the delivered cut's last. */
  readonly trackIndexes: readonly number[];
}

/** Converts the delivered cut to events, with which all other cuts are compared. */
export function deliveredEvents(delivered: Timeline): Cut {
  const primaryIndex = primaryTrackIndex(delivered.tracks);
  return cutOf(delivered, { ratio: 1, keyOf: (id) => id, trackIndexOf: (index) => index, primaryIndex });
}

/** Converts a cut to events on the delivered cut's tracks, with its media keys and rate. Through edits stay. */
export function eventsBeside(
  before: Timeline,
  after: Timeline,
  keyOf: (mediaId: string) => string,
): Omit<NormalisedCuts, 'old'> {
  const trackIndexes = matchTracks(before, after, keyOf);
  const now = cutOf(after, {
    ratio: frameRatio(after.frameRate, before.frameRate),
    keyOf,
    trackIndexOf: (index) => trackIndexes[index] ?? index,
    primaryIndex: primaryTrackIndex(before.tracks),
  });
  return { now, trackIndexes };
}

/** Converts both cuts to events and removes new through edits from the returned one. */
export function normaliseCuts(
  before: Timeline,
  after: Timeline,
  keyOf: (mediaId: string) => string,
): NormalisedCuts {
  const old = deliveredEvents(before);
  const { now, trackIndexes } = eventsBeside(before, after, keyOf);
  return { old, now: withoutThroughEdits(now, old), trackIndexes };
}
