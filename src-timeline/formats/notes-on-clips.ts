import { isNote, primaryTrackIndex, type Timeline } from '../model/timeline.ts';

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
