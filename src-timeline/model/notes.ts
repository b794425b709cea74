import type { Timeline, TimelineMarker } from './timeline.ts';

/** True for a note, which is a marker to do or done. */
export function isNote({ kind }: Pick<TimelineMarker, 'kind'>): boolean {
  return kind === 'to-do' || kind === 'completed';
}

/** Returns the markers of a sequence at the beginnings of its scenes: all but the notes. */
export function sceneMarkers({ markers = [] }: Pick<Timeline, 'markers'>): readonly TimelineMarker[] {
  return markers.filter((marker) => !isNote(marker));
}
