import type { Nesting } from '../nested-sequences.ts';
import type { FrameRate } from '../rational-time.ts';
import type { ClipTransition, MediaReference, Track } from '../timeline.ts';
import { type MediaUse, sizeOfReference } from './otio-media-reader.ts';
import { ownNamespace } from './otio-metadata.ts';
import {
  childNodes,
  exactLengthOf,
  framesOfOtioTime,
  kindOfSchema,
  metadataOf,
  nearestFrame,
  referenceOf,
} from './otio-nodes.ts';
import { type OtioNode, ownTransitionSchema, premiereClipSchema } from './otio-schema.ts';

/** A clip with its place, before all uses of its media are known. */
export interface FoundClip {
  readonly node: OtioNode;
  readonly use: MediaUse;
  /** Transition into the clip, as in the document. */
  readonly transition: ClipTransition | null;
  /** Length of a transition to nothing at its end. */
  readonly fadeOutFrames: number;
  readonly startFrame: number;
  readonly durationFrames: number;
  readonly place: string;
}

/** A composition on a track. */
export interface FoundNest {
  readonly node: OtioNode;
  readonly tracks: readonly FoundTrack[];
  readonly transition: ClipTransition | null;
  readonly startFrame: number;
  readonly durationFrames: number;
  readonly place: string;
}

export interface FoundTrack {
  readonly node: OtioNode;
  readonly kind: Track['kind'];
  readonly clips: readonly FoundClip[];
  readonly nests: readonly FoundNest[];
}

interface FindingContext {
  readonly rate: FrameRate;
  readonly nesting: Nesting;
}

const kindOfTrack = ({ kind }: OtioNode): Track['kind'] => (kind === 'Audio' ? 'audio' : 'video');

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
  if (isTrack(node)) return [findTrack(node, kindOfTrack(node), place, context)];
  return childNodes(node, place).map((child, index) => {
    const childPlace = `${place}, layer ${String(index + 1)}`;
    const isWhole = isTrack(child) && !child.source_range;
    const track: OtioNode = isWhole ? child : { OTIO_SCHEMA: 'Track.1', children: [child] };
    return findTrack(track, isTrack(child) ? kindOfTrack(child) : kind, childPlace, context);
  });
}

/** Returns all picture and sound tracks of the document. */
export function findTracks(nodes: readonly OtioNode[], context: FindingContext): readonly FoundTrack[] {
  return nodes
    .filter(isTrack)
    .map((node, index) => findTrack(node, kindOfTrack(node), `track ${String(index + 1)}`, context));
}

/** Returns the clips of a track, including those in its compositions. */
export function clipsWithin({ clips, nests }: FoundTrack): readonly FoundClip[] {
  return [...clips, ...nests.flatMap(({ tracks }) => tracks.flatMap(clipsWithin))];
}

/** Finds the clips and compositions on a track with their places. */
function findTrack(track: OtioNode, kind: Track['kind'], place: string, context: FindingContext): FoundTrack {
  const { rate, nesting } = context;
  const clips: FoundClip[] = [];
  const nests: FoundNest[] = [];
  let cursor = 0;
  let transition: ClipTransition | null = null;
  const fadeOutLast = (): void => {
    const last = clips.at(-1);
    const meets = last !== undefined && last.startFrame + last.durationFrames === nearestFrame(cursor);
    if (transition === null || !meets) return;
    clips[clips.length - 1] = { ...last, fadeOutFrames: transition.framesBeforeCut ?? 0 };
  };
  const nodes = childNodes(track, place);
  nesting.count(nodes.length);
  nodes.forEach((node, index) => {
    const itemPlace = `${place}, item ${String(index + 1)}`;
    if (kindOfSchema(node.OTIO_SCHEMA) === 'Transition') {
      transition = readTransition(node, rate, itemPlace);
      return;
    }
    const use = kindOfSchema(node.OTIO_SCHEMA) === 'Clip' ? useOf(node, kind === 'video', itemPlace) : null;
    if (use === null && !isComposition(node)) fadeOutLast();
    const startFrame = nearestFrame(cursor);
    cursor += exactLengthOf(node, rate, itemPlace);
    const durationFrames = nearestFrame(cursor) - startFrame;
    const found = { node, transition, startFrame, durationFrames, place: itemPlace };
    if (use !== null && durationFrames > 0) clips.push({ ...found, use, fadeOutFrames: 0 });
    if (isComposition(node) && durationFrames > 0) {
      const tracks = nesting.enter(itemPlace, () => findNested(node, kind, itemPlace, context));
      nests.push({ ...found, tracks: tracks ?? [] });
    }
    transition = null;
  });
  fadeOutLast();
  return { node: track, kind, clips, nests };
}

/** Reads a transition of any kind and name; unknown ones count as dissolves. Null if it has no length. */
function readTransition(node: OtioNode, rate: FrameRate, place: string): ClipTransition | null {
  const [framesBeforeCut, overlapFrames] = [node.in_offset, node.out_offset].map((offset) =>
    offset ? framesOfOtioTime(offset, rate, place) : 0,
  ) as [number, number];
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

/** Null for clips without a file: missing media, generators, image sequences. */
function useOf(node: OtioNode, isPicture: boolean, place: string): MediaUse | null {
  const reference = referenceOf(node, place);
  if (reference === null) return null;
  if (kindOfSchema(reference.OTIO_SCHEMA) !== 'ExternalReference' || reference.target_url === undefined)
    return null;
  const type = metadataOf(node, 'PremierePro_OTIO', premiereClipSchema).AudioChannels?.ChannelType;
  return {
    reference,
    isPicture,
    channels: type === undefined ? null : type === 'Mono' ? 1 : 2,
  };
}
