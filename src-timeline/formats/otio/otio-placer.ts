import { clipExtras } from '../../model/clip-extras.ts';
import { itemsOfPlacements, type Placement } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { Clip, ItemWithoutMedia, MediaReference, TimelineMarker, Track } from '../../model/timeline.ts';
import {
  type Nesting,
  type NestUse,
  placeNested,
  placeNestedItem,
  placeNestedSpan,
} from '../nested-sequences.ts';
import { readOtioEffects } from './otio-effects.ts';
import { withPresentText } from './otio-item-writer.ts';
import { otioItemOf, type PlacedItem } from './otio-items.ts';
import { readOtioMarkers } from './otio-markers.ts';
import { mediaKeyOf } from './otio-media-reader.ts';
import { ownNamespace } from './otio-metadata.ts';
import { framesOfOtioTime, metadataOf } from './otio-nodes.ts';
import {
  type OtioNode,
  ownClipSchema,
  ownTrackSchema,
  premiereClipSchema,
  resolveClipSchema,
} from './otio-schema.ts';
import { type FoundClip, type FoundNest, type FoundTrack, unreadable } from './otio-track-finder.ts';

interface PlacingContext {
  readonly mediaByKey: ReadonlyMap<string, MediaReference>;
  readonly rate: FrameRate;
  readonly nesting: Nesting;
}

interface PlacedClip {
  readonly placement: Placement;
  readonly isStill: boolean;
}

function linkIdOf(node: OtioNode): string | null {
  const own = metadataOf(node, ownNamespace, ownClipSchema).link_id;
  const premiere = metadataOf(node, 'PremierePro_OTIO', premiereClipSchema).LinkID;
  const resolve = metadataOf(node, 'Resolve_OTIO', resolveClipSchema)['Link Group ID'];
  return own ?? (resolve === undefined ? (premiere ?? null) : String(resolve));
}

/**
 * First frame of the media that a clip shows. Programs that count a range from the media's beginning begin it before
 * the media's timecode. Null for a range that the media does not have.
 */
function sourceStartOf(
  { node, durationFrames }: FoundClip,
  media: MediaReference,
  rate: FrameRate,
): number | null {
  const range = node.source_range;
  if (media.kind === 'still' || !range) return 0;
  const start = framesOfOtioTime(range.start_time, rate);
  if (start === null || start < 0) return null;
  if (start >= media.startFrame) return start - media.startFrame;
  return start + durationFrames <= (media.durationFrames ?? Infinity) ? start : null;
}

/** Null for a clip whose range its media does not have. */
function toPlacement(
  found: FoundClip,
  media: MediaReference,
  rate: FrameRate,
  isOff: boolean,
): Placement | null {
  const { node, startFrame, durationFrames } = found;
  const isStill = media.kind === 'still';
  const sourceStartFrame = sourceStartOf(found, media, rate);
  if (sourceStartFrame === null) return null;
  const own = metadataOf(node, ownNamespace, ownClipSchema);
  const firstFrame =
    framesOfOtioTime(node.source_range?.start_time, rate) ?? (isStill ? 0 : media.startFrame);
  const clip: Clip = {
    kind: 'clip',
    name: node.name ?? media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame,
    durationFrames,
    linkId: linkIdOf(node),
    note: own.note,
    ...clipExtras({
      transition: found.transition,
      motion: own.motion,
      levels: own.levels?.map(({ frame, level_db: levelDb }) => ({ frame, levelDb })),
      fades: {
        inFrames: own.fades?.in_frames ?? 0,
        outFrames: Math.max(own.fades?.out_frames ?? 0, Math.min(found.fadeOutFrames, durationFrames)),
      },
      isDisabled: node.enabled === false || isOff,
      markers: readOtioMarkers(node, rate, firstFrame),
      ...readOtioEffects(node, { isStill, pictureFrames: found.use.isPicture ? durationFrames : null }),
    }),
  };
  return { startFrame, clip };
}

function useOf(
  { node, startFrame, durationFrames, transition }: FoundNest,
  { isOff, wanted }: { readonly isOff: boolean; readonly wanted: Track['kind'] },
  { rate, nesting }: PlacingContext,
): NestUse {
  const pictureFrames = wanted === 'video' ? durationFrames : null;
  const { speed, isReversed, unread } = readOtioEffects(node, { isStill: false, pictureFrames });
  const start = framesOfOtioTime(node.source_range?.start_time, rate);
  return {
    startFrame,
    durationFrames,
    transition,
    firstFrame: Math.max(0, start ?? 0),
    speed: speed ?? 1,
    isReversed: isReversed === true,
    unread: unread ?? [],
    isDisabled: isOff || node.enabled === false,
    linkSuffix: nesting.linkSuffix(node.name ?? '', startFrame),
  };
}

/** What a track shows of one kind, in one of its layers. */
interface Layer {
  readonly placed: PlacedClip[];
  readonly items: PlacedItem[];
}

const emptyLayer = (): Layer => ({ placed: [], items: [] });

/** Returns what a track itself shows, without its compositions. Clips beyond their media become items. */
function ownLayer({ node, kind, clips, items }: FoundTrack, { mediaByKey, rate }: PlacingContext): Layer {
  const isOff = node.enabled === false;
  const layer = emptyLayer();
  for (const found of items) layer.items.push(otioItemOf(found, kind, isOff));
  for (const clip of clips) {
    const media = mediaByKey.get(mediaKeyOf(clip.use.reference));
    if (media === undefined) continue;
    const placement = toPlacement(clip, media, rate, isOff);
    if (placement) layer.placed.push({ placement, isStill: media.kind === 'still' });
    else layer.items.push(otioItemOf({ ...clip, content: unreadable(clip.node) }, kind, isOff));
  }
  return layer;
}

/** Adds what a layer of a composition shows to a layer outside. Items without a known length are never cropped. */
function addNested(layer: Layer, { placed, items }: Layer, use: NestUse): void {
  for (const one of use.durationFrames > 0 ? placed : []) {
    const placement = placeNested(one.placement, one.isStill, use);
    if (placement) layer.placed.push({ ...one, placement });
  }
  for (const one of items) {
    const item = one.isOnTrack
      ? placeNestedItem(one.item, use)
      : { ...one.item, startFrame: startWithin(one, use) };
    if (item) layer.items.push({ ...one, item });
  }
}

/** Returns the place of an item without a known length, within the visible part of its composition. */
function startWithin({ item }: PlacedItem, { startFrame, firstFrame, durationFrames }: NestUse): number {
  return startFrame + Math.max(0, Math.min(item.startFrame - firstFrame, durationFrames - 1));
}

/** Returns a track's clips and items of one kind, and as further layers those inside its compositions. */
function layersOf(found: FoundTrack, wanted: Track['kind'], context: PlacingContext): readonly Layer[] {
  const { node, kind, nests } = found;
  const isOff = node.enabled === false;
  const layers: Layer[] = [kind === wanted ? ownLayer(found, context) : emptyLayer()];
  for (const nest of nests) {
    const use = useOf(nest, { isOff, wanted }, context);
    const shown = wanted === 'video' ? use : { ...use, transition: null, unread: [] };
    const inside = nest.tracks.flatMap((track) => layersOf(track, wanted, context));
    for (const [index, layer] of inside.entries()) addNested((layers[index] ??= emptyLayer()), layer, shown);
  }
  const isFilled = ({ placed, items }: Layer): boolean => placed.length + items.length > 0;
  return layers.filter((layer, index) => isFilled(layer) || (index === 0 && kind === wanted));
}

/** A track with the items without media that belong to it. */
interface PlacedTrack {
  readonly track: Track;
  readonly items: readonly PlacedItem[];
}

function toTracks(found: FoundTrack, wanted: Track['kind'], context: PlacingContext): readonly PlacedTrack[] {
  const { role, holds_items: holdsItems } = metadataOf(found.node, ownNamespace, ownTrackSchema);
  return layersOf(found, wanted, context).map(({ placed, items }) => {
    const placements = placed.map(({ placement }) => placement);
    const isTrack = holdsItems !== true || placements.length > 0;
    const own = items.map((one) => ({ ...one, isOnTrack: isTrack && one.isOnTrack }));
    return {
      items: own,
      track: {
        kind: wanted,
        name: found.kind === wanted ? (found.node.name ?? '') : '',
        role: wanted === 'audio' ? soundRoleOf(role) : role === 'background' ? role : 'video',
        items: withRoomFor(own, itemsOfPlacements(placements)),
      },
    };
  });
}

/** Adds a gap at the end of a track for items that lie beyond its last clip. */
function withRoomFor(items: readonly PlacedItem[], shown: Track['items']): Track['items'] {
  const length = shown.reduce((sum, { durationFrames }) => sum + durationFrames, 0);
  const ends = items.map(({ item, isOnTrack }) => (isOnTrack ? item.startFrame + item.durationFrames : 0));
  const rest = ends.reduce((longest, end) => Math.max(longest, end), 0) - length;
  return rest > 0 ? [...shown, { kind: 'gap', durationFrames: rest }] : shown;
}

const soundRoleOf = (role: Track['role'] | undefined): Track['role'] =>
  role === undefined || role === 'video' || role === 'background' ? 'dialogue' : role;

/** What all tracks of a document show. */
interface PlacedTracks {
  /** Video tracks, then audio tracks. */
  readonly tracks: readonly Track[];
  readonly itemsWithoutMedia: readonly ItemWithoutMedia[];
}

/**
 * Builds the tracks in order. Sound of compositions among pictures is read only if no sound track has compositions,
 * because some programs repeat the sound there.
 */
export function tracksOfFound(found: readonly FoundTrack[], context: PlacingContext): PlacedTracks {
  const { rate } = context;
  const hasSoundNests = found.some(({ kind, nests }) => kind === 'audio' && nests.length > 0);
  const own = found.flatMap((track) => toTracks(track, track.kind, context));
  const withSound = hasSoundNests ? [] : found.filter(({ kind }) => kind === 'video');
  const all = [...own, ...withSound.flatMap((track) => toTracks(track, 'audio', context))];
  // Numbers count tracks in the order of the document.
  const placed = all.filter(isTrackOfTimeline).map(({ track, items }, index) => {
    const name = track.name || `${track.kind === 'video' ? 'Video' : 'Audio'} ${String(index + 1)}`;
    return { track: { ...track, name }, items };
  });
  const ordered = (['video', 'audio'] as const).flatMap((kind) =>
    placed.filter(({ track }) => track.kind === kind),
  );
  const onTracks = ordered.flatMap(({ items }, index) => items.map((one) => itemOnTrack(one, index, rate)));
  const beside = all
    .filter((one) => !isTrackOfTimeline(one))
    .flatMap(({ items }) => items.map((one) => itemOnTrack(one, null, rate)));
  return {
    tracks: ordered.map(({ track }) => track),
    itemsWithoutMedia: [...onTracks, ...beside].toSorted((a, b) => a.startFrame - b.startFrame),
  };
}

/** False for a track that only holds items which have no track. */
const isTrackOfTimeline = ({ track, items }: PlacedTrack): boolean =>
  track.items.length > 0 || items.length === 0 || items.some(({ isOnTrack }) => isOnTrack);

function itemOnTrack(
  { item, isOnTrack }: PlacedItem,
  index: number | null,
  rate: FrameRate,
): ItemWithoutMedia {
  return withPresentText({ ...item, trackIndex: isOnTrack ? index : null }, rate);
}

/** Returns the markers of tracks, and of items other than clips, at their places in the sequence. */
export function markersOfFound(
  found: readonly FoundTrack[],
  context: PlacingContext,
): readonly TimelineMarker[] {
  return found.flatMap((track) => [
    ...track.markers,
    ...track.nests.flatMap((nest) => {
      const use = useOf(nest, { isOff: false, wanted: track.kind }, context);
      return markersOfFound(nest.tracks, context).flatMap((marker) => {
        if (nest.durationFrames === 0) return [{ ...marker, frame: nest.startFrame }];
        // A composition without a range of its own shows all its markers, also one at its very end.
        const last = nest.node.source_range ? marker.frame : nest.durationFrames - 1;
        const startFrame = Math.min(marker.frame, last);
        const span = placeNestedSpan({ startFrame, durationFrames: 1 }, use);
        return span ? [{ ...marker, frame: span.startFrame }] : [];
      });
    }),
  ]);
}
