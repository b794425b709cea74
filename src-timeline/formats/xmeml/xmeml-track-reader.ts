import { clipExtras } from '../../model/clip-extras.ts';
import { endFrameOf } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { isSameRate } from '../../model/sequence-timing.ts';
import type { Clip, MediaReference, Track } from '../../model/timeline.ts';
import { type Nesting, type NestUse, placeNested, placeNestedItem } from '../nested-sequences.ts';
import { childOf, childrenNamed, childText, descendantsNamed, type XmlNode } from '../xml/xml-reader.ts';
import { readEffects } from './xmeml-effects-reader.ts';
import type { XmemlFileReader } from './xmeml-file-reader.ts';
import type { FoundClip, FoundItem, FoundTrack } from './xmeml-found.ts';
import { findItem, findTransition, findUnknown } from './xmeml-item-finder.ts';
import { type ItemRange, readChannel, readItemRange, readNote, withinMedia } from './xmeml-item-reader.ts';
import { XmemlLinkReader } from './xmeml-links.ts';
import { readMarkers } from './xmeml-markers.ts';
import { tracksAtRate } from './xmeml-rates.ts';
import { readSpeed } from './xmeml-speed-reader.ts';
import { readBoolean, readRate } from './xmeml-values.ts';

function readClip(
  item: XmlNode,
  media: MediaReference,
  range: ItemRange,
  { links, isOff }: { readonly links: XmemlLinkReader; readonly isOff: boolean },
): Clip {
  const isStill = media.kind === 'still';
  const durationFrames = range.endFrame - range.startFrame;
  const effects = readEffects(item, range.sourceStartFrame);
  const { sourceStartFrame, unread, ...speed } = readSpeed(item, range);
  return {
    kind: 'clip',
    name: childText(item, 'name') ?? media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame: isStill ? 0 : sourceStartFrame,
    durationFrames,
    linkId: links.linkIdOf(item),
    note: readNote(item),
    ...clipExtras({
      ...effects,
      ...(!isStill && { ...speed, unread: [...(effects.unread ?? []), ...unread] }),
      transition: range.transition,
      fades: range.fades,
      isDisabled: isOff || readBoolean(item, 'enabled') === false,
      markers: readMarkers(item, { firstFrame: range.sourceStartFrame, durationFrames }),
    }),
  };
}

/** Readers shared by all sequences of a document. */
export interface Readers {
  readonly files: XmemlFileReader;
  readonly sequences: XmemlSequences;
  readonly nesting: Nesting;
}

/** Finds the sequences of a document by id. The first use describes a sequence; later uses only refer to it. */
export class XmemlSequences {
  readonly #nodes = new Map<string, XmlNode>();

  constructor(root: XmlNode) {
    for (const node of descendantsNamed(root, 'sequence')) {
      const id = node.attributes.get('id');
      if (id !== undefined && childOf(node, 'media') !== null && !this.#nodes.has(id))
        this.#nodes.set(id, node);
    }
  }

  /** Null for a sequence without a description. */
  described(node: XmlNode): XmlNode | null {
    return childOf(node, 'media') === null ? (this.#nodes.get(idOf(node)) ?? null) : node;
  }
}

const idOf = (node: XmlNode): string => node.attributes.get('id') ?? `line-${String(node.lineNumber)}`;

/** Properties that all clips of a track share. */
interface TrackContext extends Readers {
  readonly kind: Track['kind'];
  readonly links: XmemlLinkReader;
  readonly isOff: boolean;
  /** Rate of the sequence. */
  readonly rate: FrameRate;
}

/** Returns the file that a clip shows or plays; null for any other item. */
function mediaOf(item: XmlNode, { files, kind }: TrackContext): MediaReference | null {
  const file = item.name === 'clipitem' ? childOf(item, 'file') : null;
  const media = file && files.mediaOf(file);
  const isOfTrack = media?.kind !== (kind === 'video' ? 'audio' : 'still');
  return isOfTrack ? media : null;
}

/** Reads a clip of a file; null for any other item. */
function readFileClip(item: XmlNode, whole: ItemRange, context: TrackContext): FoundClip | null {
  const media = whole.isOdd ? null : mediaOf(item, context);
  const range = media?.kind === 'still' ? whole : withinMedia(whole);
  if (media === null || range === null) return null;
  if (context.kind === 'audio') context.files.markHeard(media.mediaId, readChannel(item));
  const clip = readClip(item, media, range, context);
  if (childText(item, 'alphatype') === 'straight') context.files.markTransparent(media.mediaId);
  const labels = childOf(item, 'labels');
  return {
    placement: { startFrame: range.startFrame, clip },
    isStill: media.kind === 'still',
    channel: readChannel(item),
    label: labels === null ? null : childText(labels, 'label2'),
  };
}

function useOf(item: XmlNode, range: ItemRange, sequenceId: string, context: TrackContext): NestUse {
  const { startFrame, endFrame, transition } = range;
  const { unread = [] } = readEffects(item, range.sourceStartFrame);
  const { sourceStartFrame, speed = 1, isReversed, unread: course } = readSpeed(item, range);
  return {
    startFrame,
    durationFrames: endFrame - startFrame,
    transition,
    speed,
    isReversed,
    firstFrame: sourceStartFrame,
    isDisabled: context.isOff || readBoolean(item, 'enabled') === false,
    unread: context.kind === 'video' ? [...unread, ...course] : [],
    linkSuffix: context.nesting.linkSuffix(sequenceId, startFrame),
  };
}

/**
 * Places the tracks of a nested sequence where an item shows it. Null for an item of another kind and for a sequence
 * that is not readable here: at a rate whose frames are none of the outer one's, within itself, or without content in
 * that place.
 */
function readNest(item: XmlNode, whole: ItemRange, context: TrackContext): readonly FoundTrack[] | null {
  const named = childOf(item, 'sequence');
  const sequence = named && context.sequences.described(named);
  const range = withinMedia(whole);
  if (sequence === null || range === null || range.isOdd) return null;
  const rate = readRate(sequence) ?? context.rate;
  const inside = { ...context, rate };
  const own = context.nesting.enter(idOf(sequence), () => readTracksOf(sequence, context.kind, inside));
  const tracks = own && (isSameRate(rate, context.rate) ? own : tracksAtRate(own, rate, context.rate));
  const use = useOf(item, range, idOf(sequence), context);
  const placed = tracks?.map(({ clips, items }) => ({
    clips: clips.flatMap((found) => {
      const placement = placeNested(found.placement, found.isStill, use);
      return placement === null ? [] : [{ ...found, placement }];
    }),
    items: items.flatMap((found) => {
      const placedItem = placeNestedItem(found.item, use);
      return placedItem === null ? [] : [{ ...found, item: placedItem }];
    }),
  }));
  const hasContent = context.kind === 'audio' || placed?.some((track) => countOf(track) > 0);
  return placed && hasContent === true ? placed : null;
}

const countOf = ({ clips, items }: FoundTrack): number => clips.length + items.length;

/** Reads an item as what it shows: a clip, the tracks of a nested sequence, or an item without media. */
function readItem(siblings: readonly XmlNode[], index: number, context: TrackContext): readonly FoundTrack[] {
  const item = siblings[index];
  const range = readItemRange(siblings, index);
  if (item === undefined || range === null) return [];
  const clip = readFileClip(item, range, context);
  if (clip !== null) return [{ clips: [clip], items: [] }];
  const named = childOf(item, 'sequence');
  // The sound of a nested sequence has an item for each channel; the first one contains all.
  if (named !== null && readChannel(item) !== 1) return [];
  const nest = readNest(item, range, context);
  if (nest !== null) return nest;
  const isKnown = named !== null && context.sequences.described(named) !== null;
  return [{ clips: [], items: [findItem(item, range, context, isKnown ? 'unreadable' : null)] }];
}

const hasNest = (track: XmlNode): boolean =>
  track.children.some((item) => childOf(item, 'sequence') !== null);

const itemNames: readonly string[] = ['clipitem', 'generatoritem', 'transitionitem'];

/** Returns the items and transitions of a track. */
export function itemsOfTrack(track: XmlNode): readonly XmlNode[] {
  return track.children.filter(({ name }) => itemNames.includes(name));
}

interface Layer {
  readonly clips: FoundClip[];
  readonly items: FoundItem[];
}

/** Reads what is on a track and, as layers above, the tracks of nested sequences. */
function readTrackItems(track: XmlNode, outer: Omit<TrackContext, 'isOff'>): readonly FoundTrack[] {
  const context = { ...outer, isOff: readBoolean(track, 'enabled') === false };
  const base: Layer = { clips: [], items: [] };
  const layers: Layer[] = [base];
  outer.nesting.count(track.children.length);
  const siblings = itemsOfTrack(track);
  const shown = siblings.map((item, index) => {
    const found = item.name === 'transitionitem' ? [] : readItem(siblings, index, context);
    found.forEach(({ clips, items }, layer) => {
      const target = (layers[layer] ??= { clips: [], items: [] });
      target.clips.push(...clips);
      target.items.push(...items);
    });
    return found.some(({ clips }) => clips.length > 0);
  });
  siblings.forEach((node, index) => {
    const isOfClip = shown[index - 1] === true || shown[index + 1] === true;
    const lone = node.name !== 'transitionitem' || isOfClip ? null : findTransition(node, context);
    if (lone) base.items.push(lone);
  });
  for (const node of track.children) {
    const unknown = itemNames.includes(node.name) ? null : findUnknown(node, context);
    if (unknown) base.items.push(unknown);
  }
  const isSecondChannel = layers.every((layer) => countOf(layer) === 0) && hasNest(track);
  return isSecondChannel && outer.kind === 'audio'
    ? []
    : layers.filter((layer, index) => countOf(layer) > 0 || index === 0);
}

/** Reads the tracks of one kind of the outermost sequence. */
export function readTracks(
  sequence: XmlNode,
  kind: Track['kind'],
  readers: Readers & { readonly rate: FrameRate },
): readonly FoundTrack[] {
  return readers.nesting.enter(idOf(sequence), () => readTracksOf(sequence, kind, readers)) ?? [];
}

/** Reads the tracks of one kind of a sequence, including its nested sequences. */
function readTracksOf(
  sequence: XmlNode,
  kind: Track['kind'],
  readers: Readers & { readonly rate: FrameRate },
): readonly FoundTrack[] {
  const media = childOf(sequence, 'media');
  const parents = ['video', 'audio'].map((name) => (media === null ? null : childOf(media, name)));
  const links = new XmemlLinkReader(
    parents.flatMap((parent) => parent?.children ?? []).flatMap(({ children }) => children),
  );
  const parent = kind === 'video' ? parents[0] : parents[1];
  const tracks = (parent ? childrenNamed(parent, 'track') : []).flatMap((track) =>
    readTrackItems(track, { ...readers, kind, links }),
  );
  return kind === 'audio' ? foldChannels(tracks) : tracks;
}

function keyOfClip({ placement }: FoundClip): string {
  const { mediaId, sourceStartFrame } = placement.clip;
  return JSON.stringify([mediaId, placement.startFrame, endFrameOf(placement), sourceStartFrame]);
}

function keyOfItem({ item }: FoundItem): string {
  return JSON.stringify([item.kind, item.name, item.startFrame, item.durationFrames]);
}

/** Removes further channels of a sound whose first one is on an earlier track, because all are the same clip. */
function foldChannels(tracks: readonly FoundTrack[]): readonly FoundTrack[] {
  const first = new Set<string>();
  return tracks.flatMap((track) => {
    const clips = track.clips.filter((clip) => clip.channel === 1 || !first.has(keyOfClip(clip)));
    const items = track.items.filter((item) => item.channel === 1 || !first.has(keyOfItem(item)));
    track.clips.filter(({ channel }) => channel === 1).forEach((clip) => first.add(keyOfClip(clip)));
    track.items.filter(({ channel }) => channel === 1).forEach((item) => first.add(keyOfItem(item)));
    const kept = { clips, items };
    return countOf(kept) === 0 && countOf(track) > 0 ? [] : [kept];
  });
}
