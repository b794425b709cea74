import { canDropFrames } from '../../model/frame-rate.ts';
import { type KnownSettings, unstatedStart } from '../../model/known-settings.ts';
import { clipsOfTracks, coverClips, itemsOfPlacements, withoutLoneLinks } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import {
  type ItemWithoutMedia,
  type Timeline,
  type Track,
  trackDurationFrames,
} from '../../model/timeline.ts';
import { Nesting } from '../nested-sequences.ts';
import { transitionsAsRead } from '../read-transitions.ts';
import {
  childOf,
  childText,
  descendantOf,
  descendantsNamed,
  placeOf,
  type XmlNode,
} from '../xml/xml-reader.ts';
import { type PictureSize, readSize, XmemlFileReader } from './xmeml-file-reader.ts';
import type { FoundTrack } from './xmeml-found.ts';
import { readSequenceMarkers } from './xmeml-item-markers.ts';
import { roleOfLabel } from './xmeml-label.ts';
import { separateOverlaps } from './xmeml-overlaps.ts';
import { readTracks, XmemlSequences } from './xmeml-track-reader.ts';
import { readInteger, readRate, readTimecode, statesTimecode } from './xmeml-values.ts';

/** Builds a track with gaps at the places of its items without media, even at its end. */
function toTrack({ clips, items }: FoundTrack, kind: Track['kind'], index: number): Track {
  const track: Track = {
    kind,
    name: `${kind === 'video' ? 'Video' : 'Audio'} ${String(index + 1)}`,
    role: kind === 'video' ? 'video' : roleOfLabel(clips[0]?.label ?? null),
    items: itemsOfPlacements(clips.map(({ placement }) => placement)),
  };
  const onTrack = items.filter(({ isTransition }) => !isTransition);
  const ends = onTrack.map(({ item }) => item.startFrame + item.durationFrames);
  const durationFrames = Math.max(0, ...ends) - trackDurationFrames(track);
  return durationFrames > 0 ? { ...track, items: [...track.items, { kind: 'gap', durationFrames }] } : track;
}

function itemsOf({ items }: FoundTrack, trackIndex: number): readonly ItemWithoutMedia[] {
  return items.map(({ item, isTransition }) => ({ ...item, trackIndex: isTransition ? null : trackIndex }));
}

/**
 * Returns the frame size. If the sequence states none, it is the known one, that of the document's first picture, else
 * Full HD.
 */
function readFrameSize(media: XmlNode, root: XmlNode, known: PictureSize | undefined): PictureSize {
  const own = readSize(descendantOf(media, 'video', 'format')) ?? known ?? null;
  if (own !== null) return own;
  const pictures = descendantsNamed(root, 'file').map((file) => descendantOf(file, 'media', 'video'));
  const sizes = pictures.map(readSize);
  return sizes.find((size) => size !== null) ?? { width: 1920, height: 1080 };
}

/** Returns the rate; if the sequence states none, that of its timecode, its pictures or its first item with one. */
function readFrameRate(sequence: XmlNode, media: XmlNode): FrameRate | null {
  const timecode = childOf(sequence, 'timecode');
  const pictures = descendantOf(media, 'video', 'format', 'samplecharacteristics');
  const stated = [sequence, timecode, pictures].map((node) => node && readRate(node));
  const items = descendantsNamed(media, 'clipitem').map(readRate);
  return [...stated, ...items].find((rate) => rate !== null) ?? null;
}

/**
 * @param root Contains files that are described outside the sequence.
 * @param known Settings of a sequence that does not state its own.
 * @throws TimelineParseError
 */
export function readXmemlSequence(sequence: XmlNode, root: XmlNode, known?: KnownSettings): Timeline {
  const media = childOf(sequence, 'media');
  const frameRate = media && readFrameRate(sequence, media);
  if (media === null || frameRate === null)
    throw new TimelineParseError('The sequence has no frame rate or no tracks.', placeOf(sequence));
  const { width, height } = readFrameSize(media, root, known);
  const readers = {
    files: new XmemlFileReader(root, { rate: frameRate, width, height }),
    sequences: new XmemlSequences(root),
    nesting: new Nesting(),
    rate: frameRate,
  };
  const found = (['video', 'audio'] as const).flatMap((kind) =>
    readTracks(sequence, kind, readers)
      .flatMap(separateOverlaps)
      .map((track, index) => ({ track: toTrack(track, kind, index), content: track })),
  );
  const tracks = withoutLoneLinks(found.map(({ track }) => track));
  const items = found.flatMap(({ content }, index) => itemsOf(content, index));
  const timecode = statesTimecode(sequence)
    ? readTimecode(sequence, frameRate)
    : unstatedStart(known, frameRate);
  const sound = descendantOf(media, 'audio', 'format', 'samplecharacteristics');
  const audioRate = (sound && readInteger(sound, 'samplerate')) ?? 0;
  const markers = readSequenceMarkers(sequence, readers.files);
  const clips = clipsOfTracks(tracks);
  const used = new Set(clips.map(({ mediaId }) => mediaId));
  const covered = coverClips(
    readers.files.media.filter(({ mediaId }) => used.has(mediaId)),
    clips,
  );
  return {
    name: childText(sequence, 'name') ?? '',
    frameRate,
    width,
    height,
    startFrame: timecode.startFrame,
    isDropFrame: timecode.isDropFrame && canDropFrames(frameRate),
    audioRate: audioRate > 0 ? audioRate : 48_000,
    media: covered,
    tracks: transitionsAsRead(tracks, covered),
    captionTracks: [],
    ...(markers.length > 0 && { markers }),
    ...(items.length > 0 && {
      itemsWithoutMedia: items.toSorted((a, b) => a.startFrame - b.startFrame),
    }),
  };
}
