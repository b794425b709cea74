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
import type { Clip, MediaReference, Timeline, Track } from '../timeline.ts';
import { mediaKeyOf, type MediaUse, OtioMediaReader } from './otio-media-reader.ts';
import { ownNamespace } from './otio-metadata.ts';
import {
  childNodes,
  durationFramesOf,
  framesOfOtioTime,
  kindOfSchema,
  metadataOf,
  parseOtio,
} from './otio-nodes.ts';
import {
  type OtioNode,
  otioNodeSchema,
  type OtioReference,
  otioReferenceSchema,
  otioTimelineSchema,
  ownClipSchema,
  ownTimelineSchema,
  ownTrackSchema,
  premiereClipSchema,
  premiereStackSchema,
  resolveClipSchema,
} from './otio-schema.ts';

/** Rates from here on count samples of sound, not frames. */
const slowestSampling = 8000;

/** A clip with its place, before its media is known as a whole. */
interface FoundClip {
  readonly node: OtioNode;
  readonly use: MediaUse;
  readonly startFrame: number;
  readonly durationFrames: number;
  readonly place: string;
}

interface FoundTrack {
  readonly node: OtioNode;
  readonly kind: Track['kind'];
  readonly clips: readonly FoundClip[];
}

/** Reads one document. */
export class OtioReader {
  readonly #timeline;
  readonly #stack: OtioNode;

  constructor(document: unknown) {
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
    const width = own.width ?? premiere.VideoResolution?.width ?? 1920;
    const height = own.height ?? premiere.VideoResolution?.height ?? 1080;
    const media = new OtioMediaReader({ rate, width, height, locationStyle: own.location_style });
    const found = trackNodes.map((node, index) => findClips(node, rate, `track ${String(index + 1)}`));
    for (const { use } of found.flatMap(({ clips }) => clips)) media.addUse(use);
    const mediaByKey = media.readMedia();
    const tracks = withoutLoneLinks(found.map((track, index) => toTrack(track, index, mediaByKey, rate)));
    const start = this.#timeline.global_start_time;
    return {
      name: this.#timeline.name ?? '',
      frameRate: rate,
      width,
      height,
      startFrame: start ? Math.max(0, framesOfOtioTime(start, rate, 'the start time')) : 0,
      isDropFrame: own.is_drop_frame && canDropFrames(rate),
      audioRate: own.audio_sample_rate ?? premiere.AudioFrameRate ?? 48_000,
      media: coverClips([...mediaByKey.values()], clipsOfTracks(tracks)),
      tracks: [
        ...tracks.filter(({ kind }) => kind === 'video'),
        ...tracks.filter(({ kind }) => kind === 'audio'),
      ],
      captionTracks: [],
    };
  }

  /** The start time says the rate; where there is none, the first item does that does not count in samples. */
  #findRate(tracks: readonly OtioNode[]): FrameRate {
    const items = tracks.flatMap((track) => childNodes(track, 'the tracks'));
    const ofItems = items.flatMap(({ source_range: range }) => (range ? [range.duration.rate] : []));
    const framesPerSecond =
      this.#timeline.global_start_time?.rate ?? ofItems.find((rate) => rate < slowestSampling);
    if (framesPerSecond === undefined) throw new TimelineParseError('The document says no frame rate.');
    return frameRateOfNumber(framesPerSecond);
  }
}

function findClips(track: OtioNode, rate: FrameRate, place: string): FoundTrack {
  const kind = track.kind === 'Audio' ? 'audio' : 'video';
  const clips: FoundClip[] = [];
  let startFrame = 0;
  childNodes(track, place).forEach((node, index) => {
    const itemPlace = `${place}, item ${String(index + 1)}`;
    const use = kindOfSchema(node.OTIO_SCHEMA) === 'Clip' ? useOf(node, kind === 'video', itemPlace) : null;
    const durationFrames = lengthOf(node, use, rate, itemPlace);
    if (use !== null && node.enabled !== false && durationFrames > 0)
      clips.push({ node, use, startFrame, durationFrames, place: itemPlace });
    startFrame += durationFrames;
  });
  return { node: track, kind, clips };
}

function lengthOf(node: OtioNode, use: MediaUse | null, rate: FrameRate, place: string): number {
  const available = use?.reference.available_range;
  const length =
    !node.source_range && available
      ? framesOfOtioTime(available.duration, rate, place)
      : durationFramesOf(node, rate, place);
  if (length < 0) throw new TimelineParseError('A length here is below zero.', place);
  return length;
}

/** Null for clips without a file: missing media, generators, image sequences. */
function useOf(node: OtioNode, isPicture: boolean, place: string): MediaUse | null {
  const active =
    node.media_references?.[node.active_media_reference_key ?? 'DEFAULT_MEDIA'] ?? node.media_reference;
  if (active === null || active === undefined) return null;
  const reference: OtioReference = parseOtio(otioReferenceSchema, active, place);
  if (kindOfSchema(reference.OTIO_SCHEMA) !== 'ExternalReference' || reference.target_url === undefined)
    return null;
  const type = metadataOf(node, 'PremierePro_OTIO', premiereClipSchema).AudioChannels?.ChannelType;
  return {
    reference,
    isPicture,
    channels: type === undefined ? null : type === 'Mono' ? 1 : 2,
  };
}

/** @throws TimelineParseError when an effect changes the speed. */
function refuseRetiming({ effects }: OtioNode, place: string): void {
  const isRetimed = (effects ?? []).some(({ OTIO_SCHEMA: schema, time_scalar: scalar }) => {
    const kind = kindOfSchema(schema);
    return kind === 'FreezeFrame' || kind === 'TimeEffect' || (kind === 'LinearTimeWarp' && scalar !== 1);
  });
  if (isRetimed) throw new TimelineParseError('The clip’s speed was changed, which cannot be read.', place);
}

function linkIdOf(node: OtioNode): string | null {
  const own = metadataOf(node, ownNamespace, ownClipSchema).link_id;
  const premiere = metadataOf(node, 'PremierePro_OTIO', premiereClipSchema).LinkID;
  const resolve = metadataOf(node, 'Resolve_OTIO', resolveClipSchema)['Link Group ID'];
  return own ?? (resolve === undefined ? (premiere ?? null) : String(resolve));
}

function toPlacement(found: FoundClip, media: MediaReference, rate: FrameRate): Placement {
  const { node, place, startFrame, durationFrames } = found;
  refuseRetiming(node, place);
  const range = node.source_range;
  const isStill = media.kind === 'still';
  const sourceStartFrame =
    isStill || !range ? 0 : framesOfOtioTime(range.start_time, rate, place) - media.startFrame;
  if (sourceStartFrame < 0) throw new TimelineParseError('The clip begins before its media does.', place);
  const clip: Clip = {
    kind: 'clip',
    name: node.name ?? media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame,
    durationFrames,
    linkId: linkIdOf(node),
    note: metadataOf(node, ownNamespace, ownClipSchema).note,
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
    return media === undefined ? [] : [toPlacement(clip, media, rate)];
  });
  const role = metadataOf(node, ownNamespace, ownTrackSchema).role;
  return {
    kind,
    name: node.name || `${kind === 'video' ? 'Video' : 'Audio'} ${String(index + 1)}`,
    role: kind === 'video' ? 'video' : (role ?? 'dialogue'),
    items: itemsOfPlacements(placements),
  };
}
