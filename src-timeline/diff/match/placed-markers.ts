import { placementsOfTrack } from '../../model/placement.ts';
import type { Clip, Timeline, TimelineMarker } from '../../model/timeline.ts';
import { type CutEvent, endOf, type EventPair } from './cut-event.ts';

/** A marker of the sequence or of a clip, in frames from the sequence's first. */
export interface PlacedMarker extends TimelineMarker {
  /**
   * For markers of delivered clips: the frames at which the returned clip and its pieces show their place; none if the
   * clip was removed, or trimmed beyond it. Absent for markers of the sequence.
   */
  readonly expectedFrames?: readonly number[];
  /** True if its clip does not show its place. */
  readonly isHidden?: boolean;
}

/** Returns the delivered markers. @param pairs of delivered and returned clips, pieces included. */
export function deliveredMarkers(
  timeline: Timeline,
  events: readonly CutEvent[],
  pairs: readonly EventPair[],
): readonly PlacedMarker[] {
  const afterOf = Map.groupBy(pairs, ({ before }) => before);
  const ofClips = events.flatMap((event) => {
    const pieces = (afterOf.get(event) ?? []).map(({ after }) => after);
    return (event.clip.markers ?? []).map((marker) => ({
      ...marker,
      frame: event.startFrame + marker.frame,
      expectedFrames: pieces.flatMap((piece) => expectedFramesIn(piece, event, marker.frame)),
      isHidden: isOutside(event.clip, marker),
    }));
  });
  return once([...(timeline.markers ?? []), ...ofClips]);
}

/** Returns the returned markers at the delivered cut's rate. @param ratio delivered frames per returned frame. */
export function returnedMarkers(timeline: Timeline, ratio: number): readonly PlacedMarker[] {
  const ofClips = timeline.tracks.flatMap((track) =>
    placementsOfTrack(track).flatMap(({ startFrame, clip }) =>
      (clip.markers ?? []).map((marker) => ({
        ...marker,
        frame: startFrame + marker.frame,
        isHidden: isOutside(clip, marker),
      })),
    ),
  );
  const scaled = [...(timeline.markers ?? []), ...ofClips].map((marker) => ({
    ...marker,
    frame: Math.round(marker.frame * ratio),
  }));
  return once(scaled);
}

const isOutside = ({ durationFrames }: Clip, { frame }: TimelineMarker): boolean =>
  frame < 0 || frame >= durationFrames;

/** Returns the frame at which a piece shows what the delivered clip showed at one of its frames; empty if it does not. */
function expectedFramesIn(piece: CutEvent, event: CutEvent, frame: number): readonly number[] {
  const expected = event.isStill
    ? [piece.startFrame + frame, endOf(piece) - event.durationFrames + frame]
    : [frameOfMedia(piece, mediaFrameAt(event, frame))];
  return expected.filter((one) => one >= piece.startFrame && one < endOf(piece));
}

function mediaFrameAt({ speed, sourceStart, sourceLength }: CutEvent, frame: number): number {
  return speed < 0 ? sourceStart + sourceLength + frame * speed : sourceStart + frame * speed;
}

function frameOfMedia({ startFrame, speed, sourceStart, sourceLength }: CutEvent, frame: number): number {
  const passed = speed < 0 ? sourceStart + sourceLength - frame : frame - sourceStart;
  return startFrame + Math.round(passed / Math.abs(speed));
}

/** Returns each marker once: programs put the marker of a linked picture on its sound too. */
function once(markers: readonly PlacedMarker[]): readonly PlacedMarker[] {
  const byPlace = Map.groupBy(markers, ({ frame, name, note }) => JSON.stringify([frame, name, note]));
  return [...byPlace.values()].flatMap(
    (same) => same.find(({ isHidden }) => isHidden !== true) ?? same[0] ?? [],
  );
}
