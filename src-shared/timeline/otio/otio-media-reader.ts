import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../media-kind.ts';
import { locationOfPath, locationOfUrl } from '../media-location.ts';
import type { FrameRate } from '../rational-time.ts';
import type { MediaReference } from '../timeline.ts';
import { ownNamespace } from './otio-metadata.ts';
import { framesOfOtioTime, metadataOf } from './otio-nodes.ts';
import { type OtioReference, ownMediaSchema } from './otio-schema.ts';

/** One use of a file by a clip. */
export interface MediaUse {
  readonly reference: OtioReference;
  readonly isPicture: boolean;
  /** Channels that the clip plays; null if it does not state them. */
  readonly channels: 1 | 2 | null;
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
    const { reference } = uses[0];
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
      ...this.#readRange(kind, reference, `media “${fileName.slice(0, 60)}”`),
      size: kind === 'audio' ? null : (sizeOfReference(reference) ?? sizeOfDelivered ?? { width, height }),
      audioChannels: kind === 'still' ? null : (own.audio_channels ?? guessChannels(uses)),
      ...(own.is_transparent === true && { isTransparent: true }),
      ...(own.frame_rate && { frameRate: own.frame_rate }),
    };
  }

  #readRange(
    kind: MediaReference['kind'],
    { available_range: range }: OtioReference,
    place: string,
  ): Pick<MediaReference, 'durationFrames' | 'startFrame'> {
    if (kind === 'still') return { durationFrames: null, startFrame: 0 };
    if (!range) return { durationFrames: 0, startFrame: 0 };
    const { rate } = this.#defaults;
    return {
      durationFrames: framesOfOtioTime(range.duration, rate, place),
      startFrame: Math.max(0, framesOfOtioTime(range.start_time, rate, place)),
    };
  }
}

/** Returns a picture's size in pixels if the document states it. */
export function sizeOfReference(reference: OtioReference): MediaReference['size'] {
  const own = metadataOf(reference, ownNamespace, ownMediaSchema);
  const bounds = reference.available_image_bounds;
  if (own.size !== undefined || !bounds) return own.size ?? null;
  const [width, height] = [bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y].map(Math.round);
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? { width, height } : null;
}

/** Returns the same key for uses of the same file. */
export function mediaKeyOf(reference: OtioReference): string {
  return JSON.stringify([reference.target_url, metadataOf(reference, ownNamespace, ownMediaSchema).media_id]);
}

/** Guesses the channels: none unless a sound track uses the file. */
function guessChannels(uses: readonly MediaUse[]): 1 | 2 | null {
  if (uses.every(({ isPicture }) => isPicture)) return null;
  return uses.map(({ channels }) => channels).find((channels) => channels !== null) ?? 2;
}

function guessKind(uses: readonly MediaUse[], fileName: string): MediaReference['kind'] {
  if (!uses.some(({ isPicture }) => isPicture)) return 'audio';
  return mediaKindOfName(fileName) === 'still' ? 'still' : 'video';
}
