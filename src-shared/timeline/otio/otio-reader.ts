import { withoutImpossibleTransitions } from '../check-timeline.ts';
import { clipExtras } from '../clip-extras.ts';
import { canDropFrames, frameRateOfNumber } from '../frame-rate.ts';
import {
  clipsOfTracks,
  coverClips,
  itemsOfPlacements,
  type Placement,
  withoutLoneLinks,
} from '../placement.ts';
import type { FrameRate } from '../rational-time.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { Clip, ClipTransition, MediaReference, Timeline, Track } from '../timeline.ts';
import { readOtioEffects } from './otio-effects.ts';
import { readOtioMarkers } from './otio-markers.ts';
import { mediaKeyOf, type MediaUse, OtioMediaReader, sizeOfReference } from './otio-media-reader.ts';
import { ownNamespace } from './otio-metadata.ts';
import {
  childNodes,
  exactLengthOf,
  framesOfOtioTime,
  kindOfSchema,
  metadataOf,
  nearestFrame,
  parseOtio,
} from './otio-nodes.ts';
import {
  type OtioNode,
  otioNodeSchema,
  type OtioReference,
  otioReferenceSchema,
  type OtioTime,
  otioTimelineSchema,
  ownClipSchema,
  ownTimelineSchema,
  ownTrackSchema,
  ownTransitionSchema,
  premiereClipSchema,
  premiereStackSchema,
  resolveClipSchema,
} from './otio-schema.ts';

const fullHd = { width: 1920, height: 1080 };

/** Rates from here on count samples of sound, not frames. */
const slowestSampling = 8000;

/** A clip with its place, before its media is known as a whole. */
interface FoundClip {
  readonly node: OtioNode;
  readonly use: MediaUse;
  /** Into the clip, as the document has it. */
  readonly transition: ClipTransition | null;
  readonly startFrame: number;
  readonly durationFrames: number;
  readonly place: string;
}

interface FoundTrack {
  readonly node: OtioNode;
  readonly kind: Track['kind'];
  readonly clips: readonly FoundClip[];
}

/**
 * What some programs leave out and others know: the delivery a document comes back to, or its media. A document that
 * says it itself is believed.
 */
export interface OtioFallback {
  readonly frameRate?: FrameRate;
  /** Pixels of the frame. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** Reads one document. */
export class OtioReader {
  readonly #timeline;
  readonly #stack: OtioNode;
  readonly #fallback: OtioFallback;

  constructor(document: unknown, fallback: OtioFallback) {
    this.#fallback = fallback;
    this.#timeline = parseOtio(otioTimelineSchema, document, 'the document');
    if (kindOfSchema(this.#timeline.OTIO_SCHEMA) !== 'Timeline')
      throw new TimelineParseError('The document is not an OTIO timeline.');
    this.#stack = parseOtio(otioNodeSchema, this.#timeline.tracks, 'the tracks');
  }

  /** @throws TimelineParseError */
  read(): Timeline {
    const own = metadataOf(this.#timeline, ownNamespace, ownTimelineSchema);
    const premiere = metadataOf(this.#stack, 'PremierePro_OTIO', premiereStackSchema);
    const trackNodes = childNodes(this.#stack, 'the tracks').filter(
      (node) => kindOfSchema(node.OTIO_SCHEMA) === 'Track',
    );
    const rate = this.#findRate(trackNodes);
    const found = trackNodes.map((node, index) => findClips(node, rate, `track ${String(index + 1)}`));
    const otherSize = premiere.VideoResolution ?? this.#fallback.size ?? sizeOfPictures(found) ?? fullHd;
    const [width, height] = [own.width ?? otherSize.width, own.height ?? otherSize.height];
    const media = new OtioMediaReader({ rate, width, height, locationStyle: own.location_style });
    for (const { use } of found.flatMap(({ clips }) => clips)) media.addUse(use);
    const mediaByKey = media.readMedia();
    const tracks = withoutLoneLinks(found.map((track, index) => toTrack(track, index, mediaByKey, rate)));
    const covered = coverClips([...mediaByKey.values()], clipsOfTracks(tracks));
    const sound = withoutImpossibleTransitions(tracks, covered);
    const markers = readOtioMarkers(this.#stack, rate);
    const start = this.#timeline.global_start_time;
    return {
      name: this.#timeline.name ?? '',
      frameRate: rate,
      width,
      height,
      startFrame: start ? Math.max(0, framesOfOtioTime(start, rate, 'the start time')) : 0,
      isDropFrame: own.is_drop_frame && canDropFrames(rate),
      audioRate: own.audio_sample_rate ?? premiere.AudioFrameRate ?? 48_000,
      media: covered,
      tracks: [
        ...sound.filter(({ kind }) => kind === 'video'),
        ...sound.filter(({ kind }) => kind === 'audio'),
      ],
      captionTracks: [],
      ...(markers.length > 0 && { markers }),
    };
  }

  /** The start time says the rate; where there is none, the first item or media that does not count in samples. */
  #findRate(tracks: readonly OtioNode[]): FrameRate {
    const items = tracks.flatMap((track) => childNodes(track, 'the tracks'));
    const framesPerSecond =
      rateOfTimes([this.#timeline.global_start_time]) ??
      rateOfTimes(items.map(({ source_range: range }) => range?.duration)) ??
      rateOfTimes(items.map((node) => referenceOf(node, 'the tracks')?.available_range?.duration));
    if (framesPerSecond !== undefined) return frameRateOfNumber(framesPerSecond);
    if (this.#fallback.frameRate) return this.#fallback.frameRate;
    throw new TimelineParseError('The document says no frame rate.');
  }
}

/** The first rate that is one of pictures. */
function rateOfTimes(times: readonly (OtioTime | null | undefined)[]): number | undefined {
  const rates = times.flatMap((time) => (time ? [time.rate] : []));
  return rates.find((rate) => rate > 0 && rate < slowestSampling);
}

function findClips(track: OtioNode, rate: FrameRate, place: string): FoundTrack {
  const kind = track.kind === 'Audio' ? 'audio' : 'video';
  const clips: FoundClip[] = [];
  let cursor = 0;
  let transition: ClipTransition | null = null;
  childNodes(track, place).forEach((node, index) => {
    const itemPlace = `${place}, item ${String(index + 1)}`;
    if (kindOfSchema(node.OTIO_SCHEMA) === 'Transition') {
      transition = readTransition(node, rate, itemPlace);
      return;
    }
    const use = kindOfSchema(node.OTIO_SCHEMA) === 'Clip' ? useOf(node, kind === 'video', itemPlace) : null;
    const startFrame = nearestFrame(cursor);
    cursor += exactLengthOf(node, use?.reference.available_range ?? null, rate, itemPlace);
    const durationFrames = nearestFrame(cursor) - startFrame;
    if (use !== null && durationFrames > 0)
      clips.push({ node, use, transition, startFrame, durationFrames, place: itemPlace });
    transition = null;
  });
  return { node: track, kind, clips };
}

/** Of any kind and by any name: what is not ours counts as a dissolve. Null for one without a length. */
function readTransition(node: OtioNode, rate: FrameRate, place: string): ClipTransition | null {
  const [framesBeforeCut, overlapFrames] = [node.in_offset, node.out_offset].map((offset) =>
    offset ? framesOfOtioTime(offset, rate, place) : 0,
  ) as [number, number];
  const { style } = metadataOf(node, ownNamespace, ownTransitionSchema);
  const durationFrames = framesBeforeCut + overlapFrames;
  if (durationFrames === 0) return null;
  return { style, durationFrames, ...(framesBeforeCut === 0 ? {} : { framesBeforeCut }) };
}

/** The size of the lowest picture that says one. */
function sizeOfPictures(tracks: readonly FoundTrack[]): MediaReference['size'] {
  const pictures = tracks.filter(({ kind }) => kind === 'video').flatMap(({ clips }) => clips);
  return pictures.map(({ use }) => sizeOfReference(use.reference)).find((size) => size !== null) ?? null;
}

function referenceOf(node: OtioNode, place: string): OtioReference | null {
  const active =
    node.media_references?.[node.active_media_reference_key ?? 'DEFAULT_MEDIA'] ?? node.media_reference;
  return active === null || active === undefined ? null : parseOtio(otioReferenceSchema, active, place);
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
      fades: own.fades && { inFrames: own.fades.in_frames, outFrames: own.fades.out_frames },
      isDisabled: node.enabled === false || isOff,
      markers: readOtioMarkers(node, rate, firstFrame),
      ...readOtioEffects(node, isStill),
    }),
  };
  return { startFrame, clip };
}

function toTrack(
  found: FoundTrack,
  index: number,
  mediaByKey: ReadonlyMap<string, MediaReference>,
  rate: FrameRate,
): Track {
  const { node, kind, clips } = found;
  const placements = clips.flatMap((clip) => {
    const media = mediaByKey.get(mediaKeyOf(clip.use.reference));
    return media === undefined ? [] : [toPlacement(clip, media, rate, node.enabled === false)];
  });
  const role = metadataOf(node, ownNamespace, ownTrackSchema).role;
  return {
    kind,
    name: node.name || `${kind === 'video' ? 'Video' : 'Audio'} ${String(index + 1)}`,
    role: kind === 'audio' ? (role ?? 'dialogue') : role === 'background' ? role : 'video',
    items: itemsOfPlacements(placements),
  };
}
