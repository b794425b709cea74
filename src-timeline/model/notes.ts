import { primaryTrackIndex, type Timeline, type TimelineMarker } from './timeline.ts';

/** True for a note, which is a marker to do or done. */
export function isNote({ kind }: Pick<TimelineMarker, 'kind'>): boolean {
  return kind === 'to-do' || kind === 'completed';
}

/** Returns the markers of a sequence at the beginnings of its scenes: all but the notes. */
export function sceneMarkers({ markers = [] }: Pick<Timeline, 'markers'>): readonly TimelineMarker[] {
  return markers.filter((marker) => !isNote(marker));
}

/** Puts the notes of a sequence on the pictures at their frames, for formats in which only clips have markers. */
export function withNotesOnClips(timeline: Timeline): Timeline {
  const notes = (timeline.markers ?? []).filter(isNote);
  const primary = primaryTrackIndex(timeline.tracks);
  const tracks = timeline.tracks.map((track, index) => {
    let start = 0;
    const items = track.items.map((item) => {
      const first = start;
      start += item.durationFrames;
      const own = notes
        .filter(({ frame }) => frame >= first && frame < start)
        .map((note) => ({ ...note, frame: note.frame - first }));
      return item.kind === 'gap' || own.length === 0
        ? item
        : { ...item, markers: [...(item.markers ?? []), ...own] };
    });
    return index === primary ? { ...track, items } : track;
  });
  return notes.length === 0 ? timeline : { ...timeline, tracks };
}
