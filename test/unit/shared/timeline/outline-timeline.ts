import type { Timeline, Track } from '../../../../src-shared/timeline/timeline.ts';

/** Items of a track in one line: clips as file@source+length, holes as their length alone. */
function outlineItems(timeline: Timeline, { items }: Track): string {
  const names = new Map(timeline.media.map(({ mediaId, fileName }) => [mediaId, fileName]));
  const shown = items.map((item) =>
    item.kind === 'gap'
      ? String(item.durationFrames)
      : `${names.get(item.mediaId) ?? ''}@${String(item.sourceStartFrame)}+${String(item.durationFrames)}`,
  );
  return shown.join(' ');
}

/** The tracks of a timeline in a line each, after whatever a test wants to see of the track itself. */
export function outlineTracks(timeline: Timeline, headOf: (track: Track) => string): string[] {
  return timeline.tracks.map((track) => `${headOf(track)}: ${outlineItems(timeline, track)}`);
}
