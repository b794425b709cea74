import { clipExtras } from '../clip-extras.ts';
import { type Nesting, type NestUse, placeNested } from '../nested-sequences.ts';
import { itemsOfPlacements, type Placement } from '../placement.ts';
import type { FrameRate } from '../rational-time.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { Clip, MediaReference, Track } from '../timeline.ts';
import { readOtioEffects } from './otio-effects.ts';
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
import type { FoundClip, FoundNest, FoundTrack } from './otio-track-finder.ts';

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

function toPlacement(found: FoundClip, media: MediaReference, rate: FrameRate, isOff: boolean): Placement {
  const { node, place, startFrame, durationFrames } = found;
  const range = node.source_range;
  const isStill = media.kind === 'still';
  const sourceStartFrame =
    isStill || !range ? 0 : framesOfOtioTime(range.start_time, rate, place) - media.startFrame;
  if (sourceStartFrame < 0) throw new TimelineParseError('The clip begins before its media does.', place);
  const own = metadataOf(node, ownNamespace, ownClipSchema);
  const firstFrame = sourceStartFrame + (isStill ? 0 : media.startFrame);
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
  { node, startFrame, durationFrames, place, transition }: FoundNest,
  { isOff, wanted }: { readonly isOff: boolean; readonly wanted: Track['kind'] },
  { rate, nesting }: PlacingContext,
): NestUse {
  const pictureFrames = wanted === 'video' ? durationFrames : null;
  const { speed, isReversed, unread } = readOtioEffects(node, { isStill: false, pictureFrames });
  const start = node.source_range?.start_time;
  return {
    ...{ startFrame, durationFrames, transition },
    firstFrame: start ? Math.max(0, framesOfOtioTime(start, rate, place)) : 0,
    ...{ speed: speed ?? 1, isReversed: isReversed === true, unread: unread ?? [] },
    isDisabled: isOff || node.enabled === false,
    linkSuffix: nesting.linkSuffix(node.name ?? '', startFrame),
  };
}

/** Returns a track's clips of one kind, and as further layers those inside its compositions. */
function layersOf(
  { node, kind, clips, nests }: FoundTrack,
  wanted: Track['kind'],
  context: PlacingContext,
): readonly (readonly PlacedClip[])[] {
  const isOff = node.enabled === false;
  const layers: PlacedClip[][] = [[]];
  for (const clip of kind === wanted ? clips : []) {
    const media = context.mediaByKey.get(mediaKeyOf(clip.use.reference));
    if (media !== undefined)
      layers[0]?.push({
        placement: toPlacement(clip, media, context.rate, isOff),
        isStill: media.kind === 'still',
      });
  }
  for (const nest of nests) {
    const use = useOf(nest, { isOff, wanted }, context);
    const shown = wanted === 'video' ? use : { ...use, transition: null, unread: [] };
    const inside = nest.tracks.flatMap((track) => layersOf(track, wanted, context));
    for (const [layer, placed] of inside.entries())
      (layers[layer] ??= []).push(
        ...placed.flatMap((one) => {
          const placement = placeNested(one.placement, one.isStill, shown);
          return placement === null ? [] : [{ ...one, placement }];
        }),
      );
  }
  return layers.filter(({ length }, layer) => length > 0 || (layer === 0 && kind === wanted));
}

function toTracks(found: FoundTrack, wanted: Track['kind'], context: PlacingContext): readonly Track[] {
  const role = metadataOf(found.node, ownNamespace, ownTrackSchema).role;
  return layersOf(found, wanted, context).map((placed) => ({
    kind: wanted,
    name: found.kind === wanted ? (found.node.name ?? '') : '',
    role: wanted === 'audio' ? soundRoleOf(role) : role === 'background' ? role : 'video',
    items: itemsOfPlacements(placed.map(({ placement }) => placement)),
  }));
}

const soundRoleOf = (role: Track['role'] | undefined): Track['role'] =>
  role === undefined || role === 'video' || role === 'background' ? 'dialogue' : role;

/**
 * Builds the tracks in order. Sound of compositions among pictures is read only if no sound track has compositions,
 * because some programs repeat the sound there.
 */
export function tracksOfFound(found: readonly FoundTrack[], context: PlacingContext): readonly Track[] {
  const hasSoundNests = found.some(({ kind, nests }) => kind === 'audio' && nests.length > 0);
  const own = found.flatMap((track) => toTracks(track, track.kind, context));
  const withSound = hasSoundNests ? [] : found.filter(({ kind }) => kind === 'video');
  const tracks = [...own, ...withSound.flatMap((track) => toTracks(track, 'audio', context))];
  return tracks.map((track, index) => ({
    ...track,
    name: track.name || `${track.kind === 'video' ? 'Video' : 'Audio'} ${String(index + 1)}`,
  }));
}
