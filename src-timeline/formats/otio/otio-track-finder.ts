import type { FrameRate } from '../../model/rational-time.ts';
import type { ClipTransition, MediaReference, TimelineMarker, Track } from '../../model/timeline.ts';
import type { Nesting } from '../nested-sequences.ts';
import { contentOfItem, type OtioItemContent } from './otio-item-content.ts';
import { readOtioMarkers } from './otio-markers.ts';
import { type MediaUse, sizeOfReference } from './otio-media-reader.ts';
import { ownNamespace } from './otio-metadata.ts';
import {
  childNodes,
  exactLengthOf,
  framesOfOtioTime,
  kindOfSchema,
  metadataOf,
  nearestFrame,
} from './otio-nodes.ts';
import { type OtioNode, ownTransitionSchema } from './otio-schema.ts';

/** A clip with its place, before all uses of its media are known. */
export interface FoundClip {
  readonly node: OtioNode;
  /** The node as the document has it. */
  readonly original: unknown;
  readonly use: MediaUse;
  /** Transition into the clip, as in the document. */
  readonly transition: ClipTransition | null;
  /** Length of a transition to nothing at its end. */
  readonly fadeOutFrames: number;
  readonly startFrame: number;
  readonly durationFrames: number;
}

/** A composition on a track, without length if only items without a known length are in it. */
export interface FoundNest {
  readonly node: OtioNode;
  readonly tracks: readonly FoundTrack[];
  readonly transition: ClipTransition | null;
  readonly startFrame: number;
  readonly durationFrames: number;
}

/** An item that shows no media file. */
export interface FoundItem {
  readonly node: OtioNode;
  /** The node as the document has it. */
  readonly original: unknown;
  readonly content: OtioItemContent;
  readonly startFrame: number;
  /** Null if the document does not state it. The item then takes no time of its track. */
  readonly durationFrames: number | null;
  /** True for a transition, which lies over the items on a track. */
  readonly isBesideTracks?: boolean;
}

export interface FoundTrack {
  readonly node: OtioNode;
  readonly kind: Track['kind'];
  readonly clips: readonly FoundClip[];
  readonly nests: readonly FoundNest[];
  readonly items: readonly FoundItem[];
  /** Markers of the track and of its items other than clips. */
  readonly markers: readonly TimelineMarker[];
}

interface FindingContext {
  readonly rate: FrameRate;
  readonly nesting: Nesting;
  /** Finds the file that a clip shows; null for a clip without one. */
  readonly useOf: (clip: OtioNode, isPicture: boolean) => MediaUse | null;
}

const kindOfTrack = ({ kind }: OtioNode): Track['kind'] =>
  kind?.toLowerCase() === 'audio' ? 'audio' : 'video';

const isTrack = (node: OtioNode): boolean => kindOfSchema(node.OTIO_SCHEMA) === 'Track';

const isComposition = (node: OtioNode): boolean =>
  isTrack(node) || kindOfSchema(node.OTIO_SCHEMA) === 'Stack';

/** Returns the tracks of a composition. A stack's item that is no whole track gets a track of its own. */
function findNested(
  node: OtioNode,
  kind: Track['kind'],
  place: string,
  context: FindingContext,
): readonly FoundTrack[] {
  if (isTrack(node)) return [new TrackFinder(node, kindOfTrack(node), place, context).find()];
  const originals = node.children ?? [];
  return childNodes(node).map((child, index) => {
    const isWhole = isTrack(child) && !child.source_range;
    const track: OtioNode = isWhole ? child : { OTIO_SCHEMA: 'Track.1', children: [originals[index]] };
    const childKind = isTrack(child) ? kindOfTrack(child) : kind;
    return new TrackFinder(track, childKind, `${place}.${String(index)}`, context).find();
  });
}

/**
 * Returns all picture and sound tracks of the document. An item of the stack that is no track gets a track of its own.
 * The range of a track counts for nothing here: some programs write one that its items exceed.
 */
export function findTracks(stack: OtioNode, context: FindingContext): readonly FoundTrack[] {
  const originals = stack.children ?? [];
  return childNodes(stack).map((child, index) => {
    const track = isTrack(child) ? child : { OTIO_SCHEMA: 'Track.1', children: [originals[index]] };
    return new TrackFinder(track, kindOfTrack(track), String(index), context).find();
  });
}

/** Returns the clips of a track, including those in its compositions. */
export function clipsWithin({ clips, nests }: FoundTrack): readonly FoundClip[] {
  return [...clips, ...nests.flatMap(({ tracks }) => tracks.flatMap(clipsWithin))];
}

/** Finds the clips, compositions and other items on a track with their places. */
class TrackFinder {
  readonly #track: OtioNode;
  readonly #kind: Track['kind'];
  /** Numbers of the composition's place, which identify it. */
  readonly #place: string;
  readonly #context: FindingContext;
  readonly #clips: FoundClip[] = [];
  readonly #nests: FoundNest[] = [];
  readonly #items: FoundItem[] = [];
  readonly #markers: TimelineMarker[] = [];
  #transition: { readonly node: OtioNode; readonly read: ClipTransition } | null = null;
  /** End of the last item, in fractional frames. */
  #cursor = 0;

  constructor(track: OtioNode, kind: Track['kind'], place: string, context: FindingContext) {
    this.#track = track;
    this.#kind = kind;
    this.#place = place;
    this.#context = context;
  }

  find(): FoundTrack {
    const nodes = childNodes(this.#track);
    this.#context.nesting.count(nodes.length);
    this.#addMarkers(this.#track, 0);
    for (const [index, node] of nodes.entries()) this.#add(node, this.#track.children?.[index]);
    this.#endTransition();
    return {
      node: this.#track,
      kind: this.#kind,
      clips: this.#clips,
      nests: this.#nests,
      items: this.#items,
      markers: this.#markers,
    };
  }

  #add(node: OtioNode, original: unknown): void {
    const { rate, useOf } = this.#context;
    const schema = kindOfSchema(node.OTIO_SCHEMA);
    if (schema === 'Transition') {
      this.#beginTransition(node);
      return;
    }
    const use = schema === 'Clip' ? useOf(node, this.#kind === 'video') : null;
    if (use === null && !isComposition(node)) this.#endTransition();
    const startFrame = nearestFrame(this.#cursor);
    const length = exactLengthOf(node, rate);
    this.#cursor += length ?? 0;
    const transition = this.#transition?.read ?? null;
    const found = { node, original, startFrame, transition };
    const durationFrames = nearestFrame(this.#cursor) - startFrame;
    if (length === null) this.#items.push({ ...found, content: unreadable(node), durationFrames: null });
    else if (durationFrames > 0 || isComposition(node))
      if (use !== null) this.#clips.push({ ...found, use, durationFrames, fadeOutFrames: 0 });
      else this.#addOther({ ...found, durationFrames });
    if (schema !== 'Clip' || use === null) this.#addMarkers(node, startFrame);
    this.#transition = null;
  }

  /** Adds a composition, or an item that shows no media. */
  #addOther(found: Omit<FoundNest, 'tracks'> & Pick<FoundItem, 'original'>): void {
    const { node } = found;
    if (!isComposition(node)) {
      if (kindOfSchema(node.OTIO_SCHEMA) !== 'Gap')
        this.#items.push({ ...found, content: contentOfItem(node) });
      return;
    }
    const place = `${this.#place}.${String(this.#nests.length)}`;
    const tracks = this.#context.nesting.enter(place, () =>
      findNested(node, this.#kind, place, this.#context),
    );
    if (tracks === null) this.#items.push({ ...found, content: unreadable(node) });
    else this.#nests.push({ ...found, tracks });
  }

  /** Adds the markers of something other than a clip. They count from the beginning of its own range. */
  #addMarkers(node: OtioNode, startFrame: number): void {
    const { rate } = this.#context;
    const first = framesOfOtioTime(node.source_range?.start_time, rate) ?? 0;
    for (const marker of readOtioMarkers(node, rate, first))
      this.#markers.push({ ...marker, frame: startFrame + marker.frame });
  }

  #beginTransition(node: OtioNode): void {
    const read = readTransition(node, this.#context.rate);
    this.#transition = read && { node, read };
  }

  /** Makes a transition to nothing the fade-out of the clip before. Names one that belongs to no clip. */
  #endTransition(): void {
    if (this.#transition === null) return;
    const { node, read } = this.#transition;
    this.#transition = null;
    const cutFrame = nearestFrame(this.#cursor);
    const meets = (found: FoundClip | FoundNest | undefined): boolean =>
      found !== undefined && found.startFrame + found.durationFrames === cutFrame;
    const last = this.#clips.at(-1);
    const { framesBeforeCut = 0, durationFrames } = read;
    if (last !== undefined && meets(last))
      this.#clips[this.#clips.length - 1] = { ...last, fadeOutFrames: framesBeforeCut };
    else if (!meets(this.#nests.at(-1))) {
      const startFrame = Math.max(0, cutFrame - framesBeforeCut);
      const place = { startFrame, durationFrames, isBesideTracks: true };
      this.#items.push({ node, original: null, content: contentOfItem(node), ...place });
    }
  }
}

/** Describes an item whose place or content cannot be read. */
export function unreadable(node: OtioNode): OtioItemContent {
  return { ...contentOfItem(node), kind: 'unreadable' };
}

/**
 * Reads a transition of any kind and name; unknown ones count as dissolves, and unreadable lengths as none. Null if it
 * has no length.
 */
function readTransition(node: OtioNode, rate: FrameRate): ClipTransition | null {
  const framesBeforeCut = Math.max(0, framesOfOtioTime(node.in_offset, rate) ?? 0);
  const overlapFrames = Math.max(0, framesOfOtioTime(node.out_offset, rate) ?? 0);
  const { style } = metadataOf(node, ownNamespace, ownTransitionSchema);
  const durationFrames = framesBeforeCut + overlapFrames;
  if (durationFrames === 0) return null;
  return { style, durationFrames, ...(framesBeforeCut === 0 ? {} : { framesBeforeCut }) };
}

/** Size of the lowest picture that states one. */
export function sizeOfPictures(tracks: readonly FoundTrack[]): MediaReference['size'] {
  const pictures = tracks.flatMap(clipsWithin).filter(({ use }) => use.isPicture);
  return pictures.map(({ use }) => sizeOfReference(use.reference)).find((size) => size !== null) ?? null;
}
