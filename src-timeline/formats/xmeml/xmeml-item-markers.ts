import type { TimelineMarker } from '../../model/timeline.ts';
import { childOf, childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import type { XmemlFileReader } from './xmeml-file-reader.ts';
import { readItemRange } from './xmeml-item-reader.ts';
import { readMarkers } from './xmeml-markers.ts';
import { itemsOfTrack } from './xmeml-track-reader.ts';

function markersOfTrack(track: XmlNode, files: XmemlFileReader): readonly TimelineMarker[] {
  const siblings = itemsOfTrack(track);
  return siblings.flatMap((item, index) => {
    const file = childOf(item, 'file');
    const range = childOf(item, 'marker') === null ? null : readItemRange(siblings, index);
    if (range === null || (file !== null && !range.isOdd && files.mediaOf(file) !== null)) return [];
    const { startFrame, endFrame, sourceStartFrame } = range;
    const within = { firstFrame: sourceStartFrame, durationFrames: endFrame - startFrame };
    return readMarkers(item, within).map((marker) => ({ ...marker, frame: startFrame + marker.frame }));
  });
}

/** Reads the markers of a sequence, and those of its items that become no clip: nested sequences and titles. */
export function readSequenceMarkers(sequence: XmlNode, files: XmemlFileReader): readonly TimelineMarker[] {
  const own = readMarkers(sequence, { firstFrame: 0, durationFrames: Infinity });
  const parents = childOf(sequence, 'media')?.children ?? [];
  const tracks = parents.flatMap((parent) => childrenNamed(parent, 'track'));
  const ofItems = tracks.flatMap((track) => markersOfTrack(track, files));
  if (ofItems.length === 0) return own;
  // The sound of a nested sequence repeats the markers of its picture.
  const once = new Map([...own, ...ofItems].map((marker) => [JSON.stringify(marker), marker]));
  return [...once.values()].toSorted((a, b) => a.frame - b.frame);
}
