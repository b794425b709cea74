import { clipExtras } from '../clip-extras.ts';
import { type Nesting, type NestUse, placeNested } from '../nested-sequences.ts';
import { endFrameOf, type Placement, speedOfHeldFrame } from '../placement.ts';
import type { FrameRate } from '../rational-time.ts';
import { isSameRate } from '../sequence-timing.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { Clip, MediaReference, TimelineMarker, Track } from '../timeline.ts';
import { childOf, childrenNamed, childText, descendantsNamed, placeOf, type XmlNode } from '../xml-reader.ts';
import { readEffects } from './xmeml-effects-reader.ts';
import type { XmemlFileReader } from './xmeml-file-reader.ts';
import { type ItemRange, readChannel, readHeldFrame, readItemRange, readNote } from './xmeml-item-reader.ts';
import { readBoolean, readInteger, readRate } from './xmeml-values.ts';

/** Reads the markers of a sequence or a clip. Omits those before its first frame. */
export function readMarkers(node: XmlNode, firstFrame: number): readonly TimelineMarker[] {
  return childrenNamed(node, 'marker').flatMap((marker) => {
    const frame = (readInteger(marker, 'in') ?? -1) - firstFrame;
    const [name, note] = [childText(marker, 'name') ?? '', childText(marker, 'comment') ?? ''];
    return frame < 0 ? [] : [{ frame, name, note }];
  });
}

export interface FoundItem {
  readonly placement: Placement;
  readonly isStill: boolean;
  readonly channel: number;
  readonly label: string | null;
}

/** Groups items that are linked directly or through others, and names each group after one of its items. */
class XmemlLinkReader {
  readonly #parents = new Map<string, string>();

  constructor(items: readonly XmlNode[]) {
    for (const item of items)
      for (const link of childrenNamed(item, 'link'))
        this.#join(item.attributes.get('id') ?? null, childText(link, 'linkclipref'));
  }

  /** Null for an unlinked item. */
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

/** Converts the first frame at the clip's speed to the media's own frames. */
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
  const heldFrame = media.kind === 'video' ? readHeldFrame(item) : null;
  const durationFrames = range.endFrame - range.startFrame;
  const timing = heldFrame === null ? { speed, isReversed } : { speed: speedOfHeldFrame(durationFrames) };
  return {
    kind: 'clip',
    name: childText(item, 'name') ?? media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame: isStill ? 0 : (heldFrame ?? sourceStart(item, range, speed ?? 1)),
    durationFrames,
    linkId: links.linkIdOf(item),
    note: readNote(item),
    ...clipExtras({
      ...(isStill ? stillEffects : { ...stillEffects, ...timing }),
      transition: range.transition,
      fades: range.fades,
      isDisabled: isOff || readBoolean(item, 'enabled') === false,
      markers: readMarkers(item, range.sourceStartFrame),
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
  /** Rate of the outermost sequence. */
  readonly rate: FrameRate;
}

function readFileItem(siblings: readonly XmlNode[], index: number, context: TrackContext): FoundItem | null {
  const item = siblings[index];
  const file = item?.name === 'clipitem' ? childOf(item, 'file') : null;
  const media = file === null ? null : context.files.mediaOf(file);
  const range = media === null ? null : readItemRange(siblings, index);
  if (!item || media === null || range === null || range.endFrame === range.startFrame) return null;
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
  const { startFrame, endFrame, sourceStartFrame, transition } = range;
  const { speed = 1, isReversed, unread } = readEffects(item, sourceStartFrame);
  return {
    ...{ startFrame, durationFrames: endFrame - startFrame, transition, speed, isReversed },
    firstFrame: Math.max(0, sourceStart(item, range, speed)),
    isDisabled: context.isOff || readBoolean(item, 'enabled') === false,
    unread: context.kind === 'video' ? unread : [],
    linkSuffix: context.nesting.linkSuffix(sequenceId, startFrame),
  };
}

/**
 * Places the tracks of a nested sequence where an item shows it; empty without a sequence, or if its rate differs. Its
 * sound has an item for each channel; the first one contains all.
 */
function readNestedItem(
  siblings: readonly XmlNode[],
  index: number,
  context: TrackContext,
): readonly (readonly FoundItem[])[] {
  const item = siblings[index];
  const named = item === undefined ? null : childOf(item, 'sequence');
  const sequence = named === null ? null : context.sequences.described(named);
  if (!item || sequence === null || readChannel(item) !== 1) return [];
  const range = readItemRange(siblings, index);
  const rate = readRate(sequence);
  if (range === null || range.endFrame === range.startFrame || rate === null) return [];
  if (!isSameRate(rate, context.rate)) return [];
  const tracks = context.nesting.enter(idOf(sequence), () => readTracksOf(sequence, context.kind, context));
  if (tracks === null) return [];
  const use = useOf(item, range, idOf(sequence), context);
  return tracks.map((items) =>
    items.flatMap((found) => {
      const placement = placeNested(found.placement, found.isStill, use);
      return placement === null ? [] : [{ ...found, placement }];
    }),
  );
}

const hasNest = (track: XmlNode): boolean =>
  track.children.some((item) => childOf(item, 'sequence') !== null);

/** Reads the clips of a track and, as layers above, those of nested sequences. Items without a file leave a hole. */
function readTrackItems(
  track: XmlNode,
  outer: Omit<TrackContext, 'isOff'>,
): readonly (readonly FoundItem[])[] {
  const context = { ...outer, isOff: readBoolean(track, 'enabled') === false };
  const layers: FoundItem[][] = [[]];
  outer.nesting.count(track.children.length);
  track.children.forEach((_, index) => {
    const own = readFileItem(track.children, index, context);
    const found = own === null ? readNestedItem(track.children, index, context) : [[own]];
    found.forEach((items, layer) => (layers[layer] ??= []).push(...items));
  });
  const isSecondChannel = layers.every(({ length }) => length === 0) && hasNest(track);
  return isSecondChannel && outer.kind === 'audio'
    ? []
    : layers.filter(({ length }, layer) => length > 0 || layer === 0);
}

/** Reads the tracks of one kind of the outermost sequence. */
export function readTracks(
  sequence: XmlNode,
  kind: Track['kind'],
  readers: Readers & { readonly rate: FrameRate },
): readonly (readonly FoundItem[])[] {
  return readers.nesting.enter(idOf(sequence), () => readTracksOf(sequence, kind, readers)) ?? [];
}

/** Reads the tracks of one kind of a sequence, including its nested sequences. */
function readTracksOf(
  sequence: XmlNode,
  kind: Track['kind'],
  readers: Readers & { readonly rate: FrameRate },
): readonly (readonly FoundItem[])[] {
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

function channelKey({ placement }: FoundItem): string {
  const { mediaId, sourceStartFrame } = placement.clip;
  return JSON.stringify([mediaId, placement.startFrame, endFrameOf(placement), sourceStartFrame]);
}

/** Removes the second channel of a sound whose first one is on an earlier track, because both are the same clip. */
function foldChannels(tracks: readonly (readonly FoundItem[])[]): readonly (readonly FoundItem[])[] {
  const first = new Set<string>();
  return tracks.flatMap((items) => {
    const kept = items.filter((item) => item.channel === 1 || !first.has(channelKey(item)));
    items.filter(({ channel }) => channel === 1).forEach((item) => first.add(channelKey(item)));
    return kept.length === 0 && items.length > 0 ? [] : [kept];
  });
}
