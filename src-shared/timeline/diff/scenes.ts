import { placementsOfTrack } from '../placement.ts';
import { primaryTrackIndex, type Timeline } from '../timeline.ts';
import { type EventPair, straightCutOf } from './cut-event.ts';
import { lastStartingBy } from './time-map.ts';

/** Scene numbers, from 1; null if the delivered cut has none. */
export interface Scenes {
  at(frame: number): number | null;
  /** Scene at a frame of the returned cut, taken from the picture before it. */
  atReturned(frame: number): number | null;
  /** Frames of a scene in the delivered cut. */
  spanOf(scene: number): { readonly startFrame: number; readonly endFrame: number };
}

/** First frames of the scenes: the given ones, else the markers', else the straight cuts of the pictures. */
function sceneStartsOf(timeline: Timeline, given: readonly number[] | undefined): readonly number[] {
  if (given) return given;
  if (timeline.markers?.length) return timeline.markers.map(({ frame }) => frame).toSorted((a, b) => a - b);
  const track = timeline.tracks[primaryTrackIndex(timeline.tracks)];
  return track ? placementsOfTrack(track).map((one) => straightCutOf(one)) : [];
}

export function scenesOf(
  timeline: Timeline,
  pictures: readonly EventPair[],
  given?: readonly number[],
): Scenes {
  const starts = sceneStartsOf(timeline, given);
  const at = (frame: number): number | null =>
    starts.length === 0 ? null : Math.max(0, lastStartingBy(starts, frame)) + 1;
  const ordered = pictures.toSorted((a, b) => a.after.startFrame - b.after.startFrame);
  const returned = ordered.map(({ before, after }) => straightCutOf(after, before));
  return {
    at,
    atReturned: (frame) => at(ordered[lastStartingBy(returned, frame)]?.before.startFrame ?? 0),
    spanOf: (scene) => ({
      startFrame: starts[scene - 1] ?? 0,
      endFrame: starts[scene] ?? Number.MAX_SAFE_INTEGER,
    }),
  };
}
