import { canDropFrames } from '../frame-rate.ts';
import { Nesting } from '../nested-sequences.ts';
import { clipsOfTracks, coverClips, itemsOfPlacements, withoutLoneLinks } from '../placement.ts';
import { transitionsAsRead } from '../read-transitions.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { Timeline, Track } from '../timeline.ts';
import { childOf, childText, descendantOf, placeOf, type XmlNode } from '../xml-reader.ts';
import { type PictureSize, readSize, XmemlFileReader } from './xmeml-file-reader.ts';
import { roleOfLabel } from './xmeml-label.ts';
import { type FoundItem, readMarkers, readTracks, XmemlSequences } from './xmeml-track-reader.ts';
import { readInteger, readRate, readTimecode } from './xmeml-values.ts';

function toTrack(items: readonly FoundItem[], kind: Track['kind'], index: number): Track {
  return {
    kind,
    name: `${kind === 'video' ? 'Video' : 'Audio'} ${String(index + 1)}`,
    role: kind === 'video' ? 'video' : roleOfLabel(items[0]?.label ?? null),
    items: itemsOfPlacements(items.map(({ placement }) => placement)),
  };
}

/** Returns the frame size; if the sequence states none, that of the first picture in the document. */
function readFrameSize(media: XmlNode, sequence: XmlNode): PictureSize {
  const own = readSize(descendantOf(media, 'video', 'format'));
  if (own !== null) return own;
  throw new TimelineParseError('The sequence has no frame size.', placeOf(sequence));
}

/**
 * @param root Contains files that are described outside the sequence.
 * @throws TimelineParseError
 */
export function readXmemlSequence(sequence: XmlNode, root: XmlNode): Timeline {
  const media = childOf(sequence, 'media');
  const frameRate = readRate(sequence);
  if (media === null || frameRate === null)
    throw new TimelineParseError('The sequence has no frame rate or no tracks.', placeOf(sequence));
  const { width, height } = readFrameSize(media, sequence);
  const files = new XmemlFileReader(root, { rate: frameRate, width, height });
  const readers = {
    ...{ files, rate: frameRate },
    ...{ sequences: new XmemlSequences(root), nesting: new Nesting() },
  };
  const tracks = withoutLoneLinks(
    (['video', 'audio'] as const).flatMap((kind) =>
      readTracks(sequence, kind, readers).map((found, index) => toTrack(found, kind, index)),
    ),
  );
  const timecode = readTimecode(sequence, frameRate);
  const sound = descendantOf(media, 'audio', 'format', 'samplecharacteristics');
  const markers = readMarkers(sequence, 0);
  const covered = coverClips(files.media, clipsOfTracks(tracks));
  return {
    name: childText(sequence, 'name') ?? '',
    frameRate,
    width,
    height,
    startFrame: timecode.startFrame,
    isDropFrame: timecode.isDropFrame && canDropFrames(frameRate),
    audioRate: (sound === null ? null : readInteger(sound, 'samplerate')) ?? 48_000,
    media: covered,
    tracks: transitionsAsRead(tracks, covered),
    captionTracks: [],
    ...(markers.length > 0 && { markers }),
  };
}
