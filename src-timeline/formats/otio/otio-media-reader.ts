import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../../model/media-kind.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { MediaReference } from '../../model/timeline.ts';
import { locationOfPath, locationOfUrl, pathOfLocation, urlOfLocation } from '../media-location.ts';
import { ownNamespace } from './otio-metadata.ts';
import { framesOfOtioTime, kindOfSchema, metadataOf, referenceOf } from './otio-nodes.ts';
import { type OtioNode, type OtioReference, ownMediaSchema, premiereClipSchema } from './otio-schema.ts';

/** One use of a file by a clip. */
export interface MediaUse {
  readonly reference: OtioReference;
  readonly isPicture: boolean;
  /** Channels that the clip plays; null if it does not state them. */
  readonly channels: number | null;
}

export interface MediaDefaults {
  readonly rate: FrameRate;
  readonly width: number;
  readonly height: number;
  readonly locationStyle: 'url' | 'path';
  /** Finds the only delivered media of a file name. */
  readonly delivered: (fileName: string) => MediaReference | undefined;
}

/** Merges the picture and sound of one file, which are two references in the document and one media here. */
export class OtioMediaReader {
  readonly #defaults: MediaDefaults;
  readonly #uses = new Map<string, [MediaUse, ...MediaUse[]]>();

  constructor(defaults: MediaDefaults) {
    this.#defaults = defaults;
  }

  addUse(use: MediaUse): void {
    const key = mediaKeyOf(use.reference);
    const uses = this.#uses.get(key);
    if (uses === undefined) this.#uses.set(key, [use]);
    else uses.push(use);
  }

  /** Returns the media by key, in the order of first use. Call it once all uses are known. */
  readMedia(): ReadonlyMap<string, MediaReference> {
    const takenIds = new Set<string>();
    return new Map([...this.#uses].map(([key, uses]) => [key, this.#readOne(uses, takenIds)]));
  }

  #readOne(uses: readonly [MediaUse, ...MediaUse[]], takenIds: Set<string>): MediaReference {
    const reference = referenceOfUses(uses);
    const own = metadataOf(reference, ownNamespace, ownMediaSchema);
    const { width, height, locationStyle, delivered } = this.#defaults;
    const url = reference.target_url ?? '';
    const location = locationStyle === 'url' ? locationOfUrl(url) : locationOfPath(url);
    const fileName = fileNameOf(reference.name ?? '', location);
    const kind = own.kind ?? guessKind(uses, fileName);
    const sizeOfDelivered = delivered(fileName)?.size;
    return {
      mediaId: uniqueMediaId(own.media_id ?? `media-${String(takenIds.size + 1)}`, takenIds),
      fileName,
      location,
      kind,
      ...this.#readRange(kind, reference),
      size: kind === 'audio' ? null : (sizeOfReference(reference) ?? sizeOfDelivered ?? { width, height }),
      audioChannels: kind === 'still' ? null : (own.audio_channels ?? guessChannels(uses)),
      ...(own.is_transparent === true && { isTransparent: true }),
      ...(own.frame_rate && { frameRate: own.frame_rate }),
    };
  }

  #readRange(
    kind: MediaReference['kind'],
    { available_range: range }: OtioReference,
  ): Pick<MediaReference, 'durationFrames' | 'startFrame'> {
    if (kind === 'still') return { durationFrames: null, startFrame: 0 };
    if (!range) return { durationFrames: 0, startFrame: 0 };
    const { rate } = this.#defaults;
    return {
      durationFrames: Math.max(0, framesOfOtioTime(range.duration, rate) ?? 0),
      startFrame: Math.max(0, framesOfOtioTime(range.start_time, rate) ?? 0),
    };
  }
}

/** Returns the first reference that states the file's range, as only some uses of a file may. */
function referenceOfUses(uses: readonly [MediaUse, ...MediaUse[]]): OtioReference {
  return (uses.find(({ reference }) => reference.available_range?.duration) ?? uses[0]).reference;
}

/** Returns a picture's size in pixels if the document states it. */
export function sizeOfReference(reference: OtioReference): MediaReference['size'] {
  const own = metadataOf(reference, ownNamespace, ownMediaSchema);
  const bounds = reference.available_image_bounds;
  if (own.size !== undefined || !bounds) return own.size ?? null;
  const [width, height] = [bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y].map(Math.round);
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? { width, height } : null;
}

/**
 * Finds the file that a clip shows. A clip without a reference to a file shows the only delivered file of its name.
 * Null for other clips without a file, generators and image sequences.
 */
export function findUse(
  clip: OtioNode,
  isPicture: boolean,
  { delivered, locationStyle }: Pick<MediaDefaults, 'delivered' | 'locationStyle'>,
): MediaUse | null {
  const found = referenceOf(clip);
  const kind = kindOfSchema(found?.OTIO_SCHEMA ?? 'MissingReference');
  const channels = channelsOf(clip);
  if (found && kind === 'ExternalReference' && found.target_url)
    return { reference: found, isPicture, channels };
  if (kind !== 'ExternalReference' && kind !== 'MissingReference') return null;
  const media = [found?.name, clip.name].map((name) => (name ? delivered(name) : undefined)).find(Boolean);
  const isShown = media && (isPicture ? media.size : media.audioChannels) !== null;
  if (!media || isShown !== true) return null;
  return { reference: referenceTo(media, found, locationStyle), isPicture, channels };
}

/** Channels that a clip plays, as Premiere states them. */
function channelsOf(clip: OtioNode): MediaUse['channels'] {
  const type = metadataOf(clip, 'PremierePro_OTIO', premiereClipSchema).AudioChannels?.ChannelType;
  if (type === '5.1') return 6;
  return type === undefined ? null : type === 'Mono' ? 1 : 2;
}

/** Builds the reference of a clip that shows a delivered file. */
function referenceTo(
  { fileName, location, startFrame, durationFrames }: MediaReference,
  found: OtioReference | null,
  locationStyle: MediaDefaults['locationStyle'],
): OtioReference {
  // At a rate of zero, times are frames of the sequence.
  const range = {
    start_time: { rate: 0, value: startFrame },
    duration: { rate: 0, value: durationFrames ?? 0 },
  };
  return {
    ...found,
    OTIO_SCHEMA: 'ExternalReference.1',
    available_range: found?.available_range ?? range,
    name: fileName,
    target_url: locationStyle === 'url' ? urlOfLocation(location) : pathOfLocation(location),
  };
}

/** Returns the same key for uses of the same file. */
export function mediaKeyOf(reference: OtioReference): string {
  return JSON.stringify([reference.target_url, metadataOf(reference, ownNamespace, ownMediaSchema).media_id]);
}

/** Guesses the channels: none unless a sound track uses the file. */
function guessChannels(uses: readonly MediaUse[]): number | null {
  if (uses.every(({ isPicture }) => isPicture)) return null;
  return uses.map(({ channels }) => channels).find((channels) => channels !== null) ?? 2;
}

function guessKind(uses: readonly MediaUse[], fileName: string): MediaReference['kind'] {
  if (!uses.some(({ isPicture }) => isPicture)) return 'audio';
  return mediaKindOfName(fileName) === 'still' ? 'still' : 'video';
}
