import type { Loss } from '../../model/losses.ts';
import { clipsOfTracks } from '../../model/placement.ts';
import type { Clip, Timeline, TimelineMarker } from '../../model/timeline.ts';
import { textOfMarker } from '../marker-edits.ts';

/**
 * Leaves out markers that the formats lose, except those that came back. What the returned cut has was set in the
 * editor, which can have markers where the app writes none: Final Cut on titles and gaps, Kdenlive on clips.
 */
export function withoutLostMarkers(before: Timeline, after: Timeline, lost: ReadonlySet<Loss>): Timeline {
  if (!lost.has('MARKERS') && !lost.has('CLIP_MARKERS')) return before;
  const ofClips = clipsOfTracks(after.tracks).flatMap(({ markers = [] }) => markers);
  const returned = new Set([...(after.markers ?? []), ...ofClips].map(textOfMarker));
  const cameBack = (marker: TimelineMarker): boolean => returned.has(textOfMarker(marker));
  const withReturned = (clip: Clip): Clip =>
    clip.markers ? { ...clip, markers: clip.markers.filter(cameBack) } : clip;
  return {
    ...before,
    ...(lost.has('MARKERS') && { markers: (before.markers ?? []).filter(cameBack) }),
    ...(lost.has('CLIP_MARKERS') && {
      tracks: before.tracks.map((track) => ({
        ...track,
        items: track.items.map((item) => (item.kind === 'clip' ? withReturned(item) : item)),
      })),
    }),
  };
}
