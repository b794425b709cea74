import type { Timeline, Track } from '../../../../src-timeline/model/timeline.ts';

/** Returns the items of a track in one line: clips as file@source+length, holes as their length alone. */
function outlineItems(timeline: Timeline, { items }: Track): string {
  const names = new Map(timeline.media.map(({ mediaId, fileName }) => [mediaId, fileName]));
  const shown = items.map((item) =>
    item.kind === 'gap'
      ? String(item.durationFrames)
      : `${names.get(item.mediaId) ?? ''}@${String(item.sourceStartFrame)}+${String(item.durationFrames)}`,
  );
  return shown.join(' ');
}

/** Returns one line per track: the output of `headOf`, then the items. */
export function outlineTracks(timeline: Timeline, headOf: (track: Track) => string): string[] {
  return timeline.tracks.map((track) => `${headOf(track)}: ${outlineItems(timeline, track)}`);
}
