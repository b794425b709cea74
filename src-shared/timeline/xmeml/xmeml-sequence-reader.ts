import { withoutImpossibleTransitions } from '../check-timeline.ts';
import { clipExtras } from '../clip-extras.ts';
import { canDropFrames } from '../frame-rate.ts';
import {
  clipsOfTracks,
  coverClips,
  endFrameOf,
  itemsOfPlacements,
  type Placement,
  withoutLoneLinks,
} from '../placement.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { Clip, MediaReference, Timeline, TimelineMarker, Track } from '../timeline.ts';
import { childOf, childrenNamed, childText, descendantOf, placeOf, type XmlNode } from '../xml-reader.ts';
import { readEffects } from './xmeml-effects-reader.ts';
import { type PictureSize, readSize, XmemlFileReader } from './xmeml-file-reader.ts';
import { type ItemRange, readChannel, readItemRange, readNote } from './xmeml-item-reader.ts';
import { roleOfLabel } from './xmeml-label.ts';
import { readBoolean, readInteger, readRate, readTimecode } from './xmeml-values.ts';

interface FoundItem {
  readonly placement: Placement;
  readonly channel: number;
  readonly label: string | null;
}

/** Joins the items that links connect, directly or over others, and names each group after one of its items. */
class XmemlLinkReader {
  readonly #parents = new Map<string, string>();

  constructor(items: readonly XmlNode[]) {
    for (const item of items)
      for (const link of childrenNamed(item, 'link'))
        this.#join(item.attributes.get('id') ?? null, childText(link, 'linkclipref'));
  }

  /** Null for an item that no link names. */
  linkIdOf(item: XmlNode): string | null {
    const id = item.attributes.get('id');
    return id === undefined || !this.#parents.has(id) ? null : this.#rootOf(id);
  }

  #rootOf(id: string): string {
    let root = id;
    for (
      let parent = this.#parents.get(root);
      parent !== undefined && parent !== root;
      parent = this.#parents.get(root)
    )
      root = parent;
    this.#parents.set(id, root);
    return root;
  }

  #join(a: string | null, b: string | null): void {
    if (a === null || b === null || a === b) return;
    this.#parents.set(this.#rootOf(b), this.#rootOf(a));
  }
}

interface Readers {
  readonly files: XmemlFileReader;
  readonly links: XmemlLinkReader;
}

/** A place in the media at the clip's speed, in the media's own frames. */
function sourceStart(item: XmlNode, { sourceStartFrame }: ItemRange, speed: number): number {
  if (sourceStartFrame < 0)
    throw new TimelineParseError('The clip begins before its media does.', placeOf(item));
  return Math.round(sourceStartFrame * speed);
}

function readClip(
  item: XmlNode,
  media: MediaReference,
  range: ItemRange,
  { links, isOff }: { readonly links: XmemlLinkReader; readonly isOff: boolean },
): Clip {
  const isStill = media.kind === 'still';
  const effects = readEffects(item, range.sourceStartFrame);
  const { speed, isReversed, ...stillEffects } = effects;
  return {
    kind: 'clip',
    name: childText(item, 'name') ?? media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame: isStill ? 0 : sourceStart(item, range, speed ?? 1),
    durationFrames: range.endFrame - range.startFrame,
    linkId: links.linkIdOf(item),
    note: readNote(item),
    ...clipExtras({
      ...(isStill ? stillEffects : { ...stillEffects, speed, isReversed }),
      transition: range.transition,
      isDisabled: isOff || readBoolean(item, 'enabled') === false,
      markers: readMarkers(item, range.sourceStartFrame),
    }),
  };
}

/** Clips of one track; what shows no file of its own leaves a hole. */
function readTrackItems(track: XmlNode, { files, links }: Readers): readonly FoundItem[] {
  const isOff = readBoolean(track, 'enabled') === false;
  return track.children.flatMap((item, index) => {
    const file = item.name === 'clipitem' ? childOf(item, 'file') : null;
    const media = file === null ? null : files.mediaOf(file);
    const range = media === null ? null : readItemRange(track.children, index);
    if (media === null || range === null || range.endFrame === range.startFrame) return [];
    const clip = readClip(item, media, range, { links, isOff });
    if (childText(item, 'alphatype') === 'straight') files.markTransparent(media.mediaId);
    const labels = childOf(item, 'labels');
    return {
      placement: { startFrame: range.startFrame, clip },
      channel: readChannel(item),
      label: labels === null ? null : childText(labels, 'label2'),
    };
  });
}

function channelKey({ placement }: FoundItem): string {
  const { mediaId, sourceStartFrame } = placement.clip;
  return JSON.stringify([mediaId, placement.startFrame, endFrameOf(placement), sourceStartFrame]);
}

/** The second channel of a sound whose first one lies on an earlier track is that same clip, not another. */
function foldChannels(tracks: readonly (readonly FoundItem[])[]): readonly (readonly FoundItem[])[] {
  const first = new Set<string>();
  return tracks.flatMap((items) => {
    const kept = items.filter((item) => item.channel === 1 || !first.has(channelKey(item)));
    items.filter(({ channel }) => channel === 1).forEach((item) => first.add(channelKey(item)));
    return kept.length === 0 && items.length > 0 ? [] : [kept];
  });
}

function toTrack(items: readonly FoundItem[], kind: Track['kind'], index: number): Track {
  return {
    kind,
    name: `${kind === 'video' ? 'Video' : 'Audio'} ${String(index + 1)}`,
    role: kind === 'video' ? 'video' : roleOfLabel(items[0]?.label ?? null),
    items: itemsOfPlacements(items.map(({ placement }) => placement)),
  };
}

function readTracks(media: XmlNode, readers: Readers): readonly Track[] {
  const tracksOf = (name: string): readonly (readonly FoundItem[])[] => {
    const parent = childOf(media, name);
    return parent === null
      ? []
      : childrenNamed(parent, 'track').map((track) => readTrackItems(track, readers));
  };
  const pictures = tracksOf('video').map((items, index) => toTrack(items, 'video', index));
  const sounds = foldChannels(tracksOf('audio')).map((items, index) => toTrack(items, 'audio', index));
  return withoutLoneLinks([...pictures, ...sounds]);
}

/** Places of a sequence or a clip. Those before its first frame are left out. */
function readMarkers(node: XmlNode, firstFrame: number): readonly TimelineMarker[] {
  return childrenNamed(node, 'marker').flatMap((marker) => {
    const frame = (readInteger(marker, 'in') ?? -1) - firstFrame;
    const [name, note] = [childText(marker, 'name') ?? '', childText(marker, 'comment') ?? ''];
    return frame < 0 ? [] : [{ frame, name, note }];
  });
}

/** The frame's size; a sequence that gives none has the size of the first picture in the document. */
function readFrameSize(media: XmlNode, sequence: XmlNode): PictureSize {
  const own = readSize(descendantOf(media, 'video', 'format'));
  if (own !== null) return own;
  throw new TimelineParseError('The sequence has no frame size.', placeOf(sequence));
}

/**
 * @param root Where to look for files that are described outside the sequence.
 * @throws TimelineParseError
 */
export function readXmemlSequence(sequence: XmlNode, root: XmlNode): Timeline {
  const media = childOf(sequence, 'media');
  const frameRate = readRate(sequence);
  if (media === null || frameRate === null)
    throw new TimelineParseError('The sequence has no frame rate or no tracks.', placeOf(sequence));
  const { width, height } = readFrameSize(media, sequence);
  const files = new XmemlFileReader(root, { rate: frameRate, width, height });
  const items = ['video', 'audio'].flatMap((name) =>
    (childOf(media, name)?.children ?? []).flatMap(({ children }) => children),
  );
  const tracks = readTracks(media, { files, links: new XmemlLinkReader(items) });
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
    tracks: withoutImpossibleTransitions(tracks, covered),
    captionTracks: [],
    ...(markers.length > 0 && { markers }),
  };
}
