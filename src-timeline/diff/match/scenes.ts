import { headFramesOf, placementsOfTrack } from '../../model/placement.ts';
import { primaryTrackIndex, sceneMarkers, type Timeline } from '../../model/timeline.ts';
import { commonFrames, type Cut, type CutEvent, type EventPair, straightCutOf } from './cut-event.ts';
import { lastStartingBy } from './time-map.ts';

/** Scene numbers, from 1; null if the delivered cut has none. */
export interface Scenes {
  at(frame: number): number | null;
  /** Scene at a frame of the returned cut, taken from the picture before it. */
  atReturned(frame: number): number | null;
  /** Scene of a delivered clip: for sound that of its picture, whenever it begins; null for music. */
  of(event: CutEvent): number | null;
  /** Scene of a returned clip, in the same way. */
  ofReturned(event: CutEvent): number | null;
  /** Frames of a scene in the delivered cut. */
  spanOf(scene: number): { readonly startFrame: number; readonly endFrame: number };
}

type DeliveredScenes = Pick<Scenes, 'at' | 'spanOf'>;

/**
 * First frames of the scenes: the given ones, else the markers', else the cuts of the pictures. A scene begins with its
 * sound and words, at the straight cut, even if a transition shows its picture later.
 */
function sceneStartsOf(timeline: Timeline, given: readonly number[] | undefined): readonly number[] {
  const track = timeline.tracks[primaryTrackIndex(timeline.tracks)];
  const pictures = track ? placementsOfTrack(track) : [];
  const markers = sceneMarkers(timeline);
  if (!given && markers.length === 0) return pictures.map((one) => straightCutOf(one));
  const starts = given ?? markers.map(({ frame }) => frame).toSorted((a, b) => a - b);
  const leads = new Map(pictures.map(({ startFrame, clip }) => [startFrame, headFramesOf(clip)]));
  return starts.map((frame) => frame - (leads.get(frame) ?? 0));
}

/** @param given First frames of the scenes, in order. */
export function deliveredScenes(timeline: Timeline, given?: readonly number[]): DeliveredScenes {
  const starts = sceneStartsOf(timeline, given);
  return {
    at: (frame) => (starts.length === 0 ? null : Math.max(0, lastStartingBy(starts, frame)) + 1),
    spanOf: (scene) => ({
      startFrame: starts[scene - 1] ?? 0,
      endFrame: starts[scene] ?? Number.MAX_SAFE_INTEGER,
    }),
  };
}

interface MatchedPictures {
  readonly old: Cut;
  readonly now: Cut;
  readonly pairs: readonly EventPair[];
  /** The pairs of the primary track. */
  readonly pictures: readonly EventPair[];
}

export function scenesOf(delivered: DeliveredScenes, { old, now, pairs, pictures }: MatchedPictures): Scenes {
  const { at } = delivered;
  const ordered = pictures.toSorted((a, b) => a.after.startFrame - b.after.startFrame);
  const returned = ordered.map(({ before, after }) => straightCutOf(after, before));
  const atReturned: Scenes['atReturned'] = (frame) =>
    at(ordered[lastStartingBy(returned, frame)]?.before.startFrame ?? 0);
  const pictureBefore = pictureFinder(old);
  const pictureAfter = pictureFinder(now);
  const deliveredPictures = new Map(pictures.map(({ before, after }) => [after, before]));
  const partners = new Map(pairs.map(({ before, after }) => [after, before]));
  // A format without links still shows a sound beneath its delivered picture.
  const keptPictures = Map.groupBy(pictures, ({ before }) => before);
  const keptPictureOf = (event: CutEvent): CutEvent | undefined => {
    const before = partners.get(event);
    const picture = before && pictureBefore(before);
    const isAbove = keptPictures.get(picture ?? event)?.some(({ after }) => commonFrames(after, event) > 0);
    return isAbove ? picture : undefined;
  };
  return {
    ...delivered,
    atReturned,
    of: (event) => (isMusic(old, event) ? null : at((pictureBefore(event) ?? event).startFrame)),
    ofReturned: (event) => {
      if (isMusic(now, event)) return null;
      const picture = pictureAfter(event);
      const before = (picture && deliveredPictures.get(picture)) ?? keptPictureOf(event);
      return before ? at(before.startFrame) : atReturned((picture ?? event).startFrame);
    },
  };
}

function isMusic({ trackFacts }: Cut, { trackIndex }: CutEvent): boolean {
  return trackFacts[trackIndex]?.role === 'music';
}

/** Finds the linked picture of a sound; of several, the one that it shares most frames with. */
function pictureFinder({ tracks, primaryIndex }: Cut): (event: CutEvent) => CutEvent | undefined {
  const byLink = Map.groupBy(tracks[primaryIndex] ?? [], ({ clip }) => clip.linkId);
  return (event) => {
    if (event.trackKind === 'video' || event.clip.linkId === null) return undefined;
    const linked = byLink.get(event.clip.linkId) ?? [];
    return linked.toSorted((a, b) => commonFrames(b, event) - commonFrames(a, event))[0];
  };
}
