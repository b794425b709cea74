import { withoutImpossibleTransitions } from '../check-timeline.ts';
import { clipExtras } from '../clip-extras.ts';
import { mediaByName } from '../diff/media-keys.ts';
import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../media-kind.ts';
import { locationOfPath } from '../media-location.ts';
import { markerOfGuide, readOwnDocument } from '../own-document.ts';
import {
  clipsOfTracks,
  clipsWithTails,
  coverClips,
  itemsOfPlacements,
  type Placement,
  speedOfHeldFrame,
} from '../placement.ts';
import type { FrameRate } from '../rational-time.ts';
import { formatTimecode, parseTimecode } from '../timecode.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { Clip, ClipTransition, MediaReference, Timeline, Track } from '../timeline.ts';
import { framesBeforeClip } from './edl-events.ts';
import { EdlParser, type ReadEvent, type ReadList } from './edl-parser.ts';
import { type MediaList, readMediaList } from './media-list.ts';

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

/** Finds the media of events, in the list beside the document or by their names alone. */
class EdlMediaReader {
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

  /** Null for black. */
  mediaOf({ reel, name, location, channels }: ReadEvent): MediaReference | null {
    if (/^(?:BL|BLACK)$/i.test(reel)) return null;
    const listed = this.#list?.mediaByReel.get(reel);
    const key = listed ? reel : JSON.stringify([reel, name]);
    const known = this.#found.get(key);
    if (known) return known;
    const media = listed ?? this.#guess(name ?? reel, location, channels);
    const mediaId = uniqueMediaId(media.mediaId, this.#takenIds);
    this.#found.set(key, { ...media, mediaId });
    return { ...media, mediaId };
  }

  #guess(name: string, path: string | null, channels: readonly string[]): MediaReference {
    const location = path === null ? null : locationOfPath(path);
    const fileName = fileNameOf(name, location ?? name);
    const isSeen = channels.some((channel) => channel.startsWith('V'));
    const delivered = this.#deliveredOf(fileName);
    if (delivered && (delivered.kind !== 'audio' || !isSeen))
      return { ...delivered, location: location ?? delivered.fileName };
    const byName = mediaKindOfName(fileName);
    const kind = isSeen && byName === 'audio' ? 'video' : isSeen ? byName : 'audio';
    return {
      ...{ mediaId: fileName.replace(/\.[^.]*$/, ''), fileName, location: location ?? fileName, kind },
      durationFrames: kind === 'still' ? null : 1,
      startFrame: 0,
      size: kind === 'audio' ? null : this.#fallback.size,
      audioChannels: kind === 'still' ? null : 2,
    };
  }
}

interface FoundEvent {
  readonly event: ReadEvent;
  readonly media: MediaReference | null;
}

function readClip(
  { event, media }: FoundEvent,
  before: FoundEvent | undefined,
  nextHead: number,
): Clip | null {
  if (media === null) return null;
  const { recordIn, recordOut, transitionFrames, speed, sourceIn } = event;
  const touches = before !== undefined && before.event.recordOut === recordIn;
  const head = touches && transitionFrames > 0 ? event.framesBeforeCut : 0;
  const transition: ClipTransition | null =
    touches && before.media !== null && transitionFrames > 0
      ? { style: 'FADE', durationFrames: transitionFrames, ...(head > 0 && { framesBeforeCut: head }) }
      : null;
  const isStill = media.kind === 'still';
  const durationFrames = recordOut - recordIn - head + nextHead;
  const fades = { inFrames: transition === null ? transitionFrames : 0, outFrames: 0 };
  return {
    kind: 'clip',
    name: media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame: isStill
      ? 0
      : Math.max(0, sourceIn - media.startFrame + framesBeforeClip(speed, { head, nextHead })),
    durationFrames,
    linkId: null,
    note: event.note,
    ...clipExtras({
      transition,
      fades,
      ...(!isStill && {
        speed: speed === 0 ? speedOfHeldFrame(durationFrames) : Math.abs(speed),
        isReversed: speed < 0,
      }),
    }),
  };
}

/** Places the clips of one channel. Omits a clip in the same place as an earlier one. */
function placementsOf(found: readonly FoundEvent[], startFrame: number): readonly Placement[] {
  let cursor = 0;
  return found.flatMap((one, index) => {
    const next = found[index + 1]?.event;
    const before = found[index - 1];
    const nextHead =
      next && next.transitionFrames > 0 && next.recordIn === one.event.recordOut ? next.framesBeforeCut : 0;
    const clip = readClip(one, before, nextHead);
    if (clip === null || clip.durationFrames < 1) return [];
    const at = one.event.recordIn - startFrame + (clip.transition?.framesBeforeCut ?? 0);
    if (at < cursor) return [];
    cursor = at + clip.durationFrames;
    return [{ startFrame: at, clip }];
  });
}

/** Removes the second channel of a sound. Other programs have channels for left and right, here they are one track. */
function withoutSecondChannels(tracks: readonly Track[]): readonly Track[] {
  const seen = new Set<string>();
  return tracks.filter(({ kind, items }) => {
    if (kind === 'video') return true;
    const key = JSON.stringify(items);
    const isRepeated = seen.has(key);
    seen.add(key);
    return !isRepeated;
  });
}

/**
 * Returns the delivered start. If it is unknown or of the other kind of timecode, or the editor moved the list to another
 * hour or before it, returns the full hour in which the list begins.
 */
function startOf(
  list: ReadList,
  frameRate: FrameRate,
  delivered: Pick<EdlFallback, 'startFrame' | 'isDropFrame'>,
): number {
  const starts = list.events.map(({ recordIn }) => recordIn);
  const { startFrame = 0 } = delivered;
  if (starts.length === 0) return startFrame;
  const first = Math.min(...starts);
  const { isDropFrame } = list;
  const hour = parseTimecode('01:00:00:00', frameRate, isDropFrame).frames;
  const isNear = Math.abs(first - startFrame) < hour && starts.some((frame) => frame >= startFrame);
  const isComparable = delivered.startFrame !== undefined && (delivered.isDropFrame ?? false) === isDropFrame;
  if (isComparable && isNear) return startFrame;
  const hours = Math.floor(first / hour);
  const label = formatTimecode(first, frameRate, isDropFrame).slice(0, 2);
  return hours > 99 ? first : parseTimecode(`${label}:00:00:00`, frameRate, isDropFrame).frames;
}

const channelPlace = (channel: string): { readonly kind: Track['kind']; readonly index: number } => ({
  kind: channel.startsWith('V') ? 'video' : 'audio',
  index: Math.max(1, Number(channel.slice(1) || 1)) - 1,
});

type OwnTracks = ReturnType<typeof readOwnDocument>['tracks'];

function orderedChannels(events: readonly FoundEvent[]): readonly string[] {
  const channels = new Set(events.flatMap(({ event }) => event.channels));
  return [...channels].toSorted((a, b) => {
    const [first, second] = [channelPlace(a), channelPlace(b)];
    return first.kind === second.kind ? first.index - second.index : first.kind === 'video' ? -1 : 1;
  });
}

function readTrack(
  channel: string,
  events: readonly FoundEvent[],
  ownTracks: OwnTracks,
  startFrame: number,
): Track {
  const { kind, index } = channelPlace(channel);
  const isOfPictures = (role: Track['role']): boolean => role === 'video' || role === 'background';
  const named = ownTracks.filter(({ role }) => isOfPictures(role) === (kind === 'video'))[index];
  // A held frame has no sound.
  const ofChannel = events.filter(
    ({ event }) => event.channels.includes(channel) && (kind === 'video' || event.speed !== 0),
  );
  return {
    kind,
    name: named?.name ?? `${kind === 'video' ? 'Video' : 'Audio'} ${String(index + 1)}`,
    role: named?.role ?? (kind === 'video' ? 'video' : 'dialogue'),
    items: itemsOfPlacements(placementsOf(ofChannel, startFrame)),
  };
}

/** Omits the outgoing side of each dissolve, which is a line of zero length in the same event and no clip. */
function realEvents({ events }: ReadList): readonly ReadEvent[] {
  return events.filter(({ number, recordIn, recordOut }, index) => {
    const isAlone = events[index + 1]?.number !== number;
    return recordOut > recordIn || (recordOut === recordIn && isAlone);
  });
}

export function readEdlDocument(text: string, fallback: EdlFallback, mediaList: string | null): Timeline {
  const known = mediaList === null ? null : readMediaList(mediaList);
  const sequence = known?.sequence ?? null;
  const { frameRate, width, height } = sequence ?? { ...fallback, ...fallback.size };
  const list = new EdlParser(frameRate).parse(text);
  if (list.events.length === 0 && sequence === null)
    throw new TimelineParseError('The document has no events.');
  const own = sequence?.own ?? readOwnDocument(undefined);
  const startFrame = startOf(list, frameRate, sequence ? own : fallback);
  const files = new EdlMediaReader(known, fallback);
  const events = realEvents(list).map((event): FoundEvent => ({ event, media: files.mediaOf(event) }));
  const tracks = orderedChannels(events).map((channel) => readTrack(channel, events, own.tracks, startFrame));
  const kept = sequence === null ? withoutSecondChannels(tracks) : tracks;
  const media = orderedMedia(files, known, kept);
  const markers = list.markers
    .filter(({ frame }) => frame >= startFrame)
    .map(({ frame, text: name }) => markerOfGuide(frame - startFrame, name));
  return {
    name: sequence?.name ?? list.title,
    ...{ frameRate, width, height, startFrame },
    ...{ isDropFrame: list.isDropFrame, audioRate: own.audioRate, media },
    tracks: withoutImpossibleTransitions(kept, media),
    captionTracks: [],
    ...(markers.length > 0 && { markers }),
  };
}

/** Returns media long enough for the clips, in the order of the list beside the document. */
function orderedMedia(
  files: EdlMediaReader,
  known: MediaList | null,
  tracks: readonly Track[],
): readonly MediaReference[] {
  const listed = known === null ? [] : [...known.mediaByReel.values()];
  const order = new Map(listed.map(({ mediaId }, index) => [mediaId, index]));
  const shown = known === null ? clipsWithTails(tracks) : clipsOfTracks(tracks);
  return coverClips(files.media, shown).toSorted(
    (a, b) => (order.get(a.mediaId) ?? 0) - (order.get(b.mediaId) ?? 0),
  );
}
