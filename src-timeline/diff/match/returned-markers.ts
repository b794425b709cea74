import { clipExtras } from '../../model/clip-extras.ts';
import type { Loss } from '../../model/losses.ts';
import { clipsOfTracks, placementsOfTrack } from '../../model/placement.ts';
import {
  type Clip,
  isNote,
  primaryTrackIndex,
  type Timeline,
  type TimelineMarker,
} from '../../model/timeline.ts';
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

/**
 * Makes notes of the markers of a returned cut that were notes as delivered, in formats without kinds of markers, and of
 * the to-dos on its pictures, where Final Cut has them.
 */
export function withNotes(returned: Timeline, delivered: Timeline): Timeline {
  const kinds = new Map((delivered.markers ?? []).filter(isNote).map((one) => [textOfMarker(one), one.kind]));
  const primary = returned.tracks[primaryTrackIndex(returned.tracks)];
  const onPictures = (primary ? placementsOfTrack(primary) : []).flatMap(({ startFrame, clip }) =>
    (clip.markers ?? []).filter(isNote).map((note) => ({ ...note, frame: startFrame + note.frame })),
  );
  const own = (returned.markers ?? []).map((marker) => {
    const kind = marker.kind ?? kinds.get(textOfMarker(marker));
    return kind ? { ...marker, kind } : marker;
  });
  if (kinds.size + onPictures.length === 0) return returned;
  const withoutNotes = (clip: Clip): Clip => {
    const { markers = [], ...plain } = clip;
    return { ...plain, ...clipExtras({ markers: markers.filter((marker) => !isNote(marker)) }) };
  };
  const tracks = returned.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) =>
      item.kind === 'clip' && item.markers && track === primary ? withoutNotes(item) : item,
    ),
  }));
  const markers = [...own, ...onPictures].toSorted((a, b) => a.frame - b.frame);
  return { ...returned, tracks, ...(markers.length > 0 && { markers }) };
}
