import { mediaByName } from '../../model/find-media.ts';
import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../../model/media-kind.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { ItemKind, MediaReference } from '../../model/timeline.ts';
import { kindOfGeneratorName } from '../generator-kind.ts';
import { locationOfPath } from '../media-location.ts';
import type { ReadEvent } from './edl-event-group.ts';
import type { MediaList } from './media-list.ts';

/** Facts that a decision list lacks, known from the delivery it returns to or from its media. */
export interface EdlFallback {
  readonly frameRate: FrameRate;
  readonly size: { readonly width: number; readonly height: number };
  /** Timecode of the first frame, as a frame count. */
  readonly startFrame?: number;
  /** Kind of timecode that the start is counted in; not drop-frame by default. */
  readonly isDropFrame?: boolean;
  /** Delivered media. A file of the only one's name has its facts. */
  readonly media?: readonly MediaReference[];
}

/** What an event shows. */
export type EventContent =
  | { readonly type: 'media'; readonly media: MediaReference }
  | { readonly type: 'item'; readonly kind: ItemKind; readonly name: string }
  | { readonly type: 'black' };

/** Reels that stand for a source outside the list, without a name of their own. */
const isUnnamedReel = (reel: string): boolean => /^(?:AX)?$/i.test(reel);
const isTestSignal = (reel: string): boolean =>
  /^(?:(?:COLOU?R ?)?BARS?|TONE|BARS? ?(?:&|AND) ?TONE)$/i.test(reel);
/** Black that Final Cut Pro and Premiere make. */
const isFiller = (name: string): boolean => /^(?:slug|black video)$/i.test(name);
const hasSuffix = (name: string | null): boolean => /\.[A-Za-z0-9]{1,10}$/.test(name ?? '');

function kindOfGenerator(name: string): ItemKind {
  if (/text|title|lower third|crawl/i.test(name)) return 'title';
  return kindOfGeneratorName(name);
}

/** Kind of an unlisted event that shows no media; null for media. */
function itemKindOf({ reel, name, location, isGenerator }: ReadEvent): ItemKind | null {
  if (isGenerator) return kindOfGenerator(name ?? '');
  if (isTestSignal(reel) && !hasSuffix(name ?? location)) return 'generator';
  if (!isUnnamedReel(reel)) return null;
  if (name !== null) return isFiller(name) ? 'generator' : null;
  return location === null ? 'missing-media' : null;
}

/** Kind by the name of the file and the channels: a file that is seen is no audio, one that is only heard is. */
function mediaKindOf(fileName: string, isSeen: boolean, isStill: boolean): MediaReference['kind'] {
  if (!isSeen) return 'audio';
  const kind = isStill ? 'still' : mediaKindOfName(fileName);
  return kind === 'audio' ? 'video' : kind;
}

/** Possible file names of an event, the likeliest first. */
function fileNamesOf({ name, reel }: ReadEvent, location: string | null): readonly [string, ...string[]] {
  if (location === null) return [fileNameOf(name ?? reel, name ?? reel)];
  return [fileNameOf(name ?? '', location), fileNameOf('', location)];
}

/** Finds the media of events, in the list beside the document or by their names alone. */
export class EdlMediaReader {
  readonly #list: MediaList | null;
  readonly #fallback: EdlFallback;
  readonly #deliveredOf: (fileName: string) => MediaReference | undefined;
  readonly #found = new Map<string, MediaReference>();
  readonly #takenIds = new Set<string>();

  constructor(list: MediaList | null, fallback: EdlFallback) {
    this.#list = list;
    this.#fallback = fallback;
    this.#deliveredOf = mediaByName(fallback.media ?? []);
  }

  get media(): readonly MediaReference[] {
    return [...this.#found.values()];
  }

  contentOf(event: ReadEvent): EventContent {
    const { reel, name } = event;
    if (/^(?:BL|BLACK)$/i.test(reel)) return { type: 'black' };
    const listed = this.#list?.mediaByReel.get(reel);
    const kind = listed === undefined ? itemKindOf(event) : null;
    if (kind !== null) return { type: 'item', kind, name: name ?? reel };
    return { type: 'media', media: this.#mediaOf(event, listed) };
  }

  #mediaOf(event: ReadEvent, listed: MediaReference | undefined): MediaReference {
    const { reel, name, location } = event;
    const key = listed ? reel : JSON.stringify([reel, name ?? location]);
    const known = this.#found.get(key);
    if (known) return known;
    const media = listed ?? this.#guess(event);
    const mediaId = uniqueMediaId(media.mediaId, this.#takenIds);
    this.#found.set(key, { ...media, mediaId });
    return { ...media, mediaId };
  }

  #guess(event: ReadEvent): MediaReference {
    const location = event.location === null ? null : locationOfPath(event.location);
    const fileNames = fileNamesOf(event, location);
    const isSeen = event.channels.some((channel) => channel.startsWith('V'));
    const delivered = fileNames.map(this.#deliveredOf).find((one) => one !== undefined);
    if (delivered && (delivered.kind !== 'audio' || !isSeen))
      return { ...delivered, location: location ?? delivered.fileName };
    const [fileName] = fileNames;
    const kind = mediaKindOf(fileName, isSeen, event.isStill);
    return {
      mediaId: fileName.replace(/\.[^.]*$/, ''),
      fileName,
      location: location ?? fileName,
      kind,
      durationFrames: kind === 'still' ? null : 1,
      startFrame: 0,
      size: kind === 'audio' ? null : this.#fallback.size,
      audioChannels: kind === 'still' ? null : 2,
    };
  }
}
