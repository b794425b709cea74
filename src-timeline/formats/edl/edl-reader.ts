import { withoutImpossibleTransitions } from '../../model/check-timeline.ts';
import { chooseSequence, type WantedSequence } from '../../model/choose-sequence.ts';
import { clipsOfTracks, clipsWithTails, coverClips } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { formatTimecode, parseTimecode } from '../../model/timecode.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import type {
  ItemWithoutMedia,
  MediaReference,
  Timeline,
  TimelineMarker,
  Track,
} from '../../model/timeline.ts';
import { readOwnDocument } from '../own-document.ts';
import type { ReadEvent } from './edl-event-group.ts';
import { withoutPlainColour } from './edl-markers.ts';
import { type EdlFallback, EdlMediaReader } from './edl-media-reader.ts';
import { EdlParser, type ReadList } from './edl-parser.ts';
import { type FoundEvent, readTracks, type ReadTrack } from './edl-tracks.ts';
import { type MediaList, readMediaList } from './media-list.ts';

/** Removes the second channel of a sound. Other programs have channels for left and right, here they are one track. */
function withoutSecondChannels(tracks: readonly ReadTrack[]): readonly ReadTrack[] {
  const seen = new Set<string>();
  return tracks.filter(({ track, items }) => {
    if (track.kind === 'video') return true;
    const key = JSON.stringify([track.items, items]);
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
  starts: readonly number[],
  isDropFrame: boolean,
  frameRate: FrameRate,
  delivered: Pick<EdlFallback, 'startFrame' | 'isDropFrame'>,
): number {
  const { startFrame = 0 } = delivered;
  if (starts.length === 0) return startFrame;
  const first = Math.min(...starts);
  const hour = parseTimecode('01:00:00:00', frameRate, isDropFrame).frames;
  const isNear = Math.abs(first - startFrame) < hour && starts.some((frame) => frame >= startFrame);
  const isComparable = delivered.startFrame !== undefined && (delivered.isDropFrame ?? false) === isDropFrame;
  if (isComparable && isNear) return startFrame;
  const hours = Math.floor(first / hour);
  const label = formatTimecode(first, frameRate, isDropFrame).slice(0, 2);
  return hours > 99 ? first : parseTimecode(`${label}:00:00:00`, frameRate, isDropFrame).frames;
}

/** Omits the outgoing side of each dissolve, which is a line of zero length in the same event and no clip. */
function realEvents({ events }: ReadList): readonly ReadEvent[] {
  return events.filter(({ number, recordIn, recordOut }, index) => {
    const isAlone = events[index + 1]?.number !== number;
    return recordOut > recordIn || isAlone;
  });
}

/** Places markers; one before the start stands at the start. */
function placedMarkers({ markers }: ReadList, startFrame: number): readonly TimelineMarker[] {
  return markers.map(({ frame, marker }) => ({ frame: Math.max(0, frame - startFrame), ...marker }));
}

/** Items with the indices of their tracks. An event without a channel has a place, but no track. */
function placedItems(
  tracks: readonly ReadTrack[],
  events: readonly ReadEvent[],
  startFrame: number,
): readonly ItemWithoutMedia[] {
  const ofTracks = tracks.flatMap(({ items }, trackIndex) => items.map((item) => ({ ...item, trackIndex })));
  const withoutChannel = events
    .filter(({ channels, recordIn, recordOut }) => channels.length === 0 && recordOut > recordIn)
    .map((event): ItemWithoutMedia => ({
      kind: 'unreadable',
      name: event.name ?? event.reel,
      words: null,
      trackKind: 'audio',
      trackIndex: null,
      startFrame: event.recordIn - startFrame,
      durationFrames: event.recordOut - event.recordIn,
      source: null,
    }));
  return [...ofTracks, ...withoutChannel].toSorted((a, b) => a.startFrame - b.startFrame);
}

interface Source {
  readonly known: MediaList | null;
  readonly fallback: EdlFallback;
  readonly frameRate: FrameRate;
}

function readList(list: ReadList, { known, fallback, frameRate }: Source): Timeline {
  const sequence = known?.sequence ?? null;
  const own = sequence?.own ?? readOwnDocument(undefined);
  const { isDropFrame } = list;
  const starts = list.events.map(({ recordIn }) => recordIn);
  const startFrame = startOf(starts, isDropFrame, frameRate, sequence ? own : fallback);
  const files = new EdlMediaReader(known, fallback);
  const events = realEvents(list);
  const found = events.map((event): FoundEvent => ({ event, content: files.contentOf(event) }));
  const all = readTracks(found, own.tracks, startFrame);
  const kept = sequence === null ? withoutSecondChannels(all) : all;
  const tracks = kept.map(({ track }) => track);
  const media = orderedMedia(files, known, tracks);
  const markers = placedMarkers(list, startFrame).map((one) =>
    sequence === null ? one : withoutPlainColour(one),
  );
  const itemsWithoutMedia = placedItems(kept, events, startFrame);
  const size = sequence ?? fallback.size;
  return {
    name: sequence?.name ?? list.title,
    frameRate,
    width: size.width,
    height: size.height,
    startFrame,
    isDropFrame,
    audioRate: own.audioRate,
    media,
    tracks: withoutImpossibleTransitions(tracks, media),
    captionTracks: [],
    ...(markers.length > 0 && { markers }),
    ...(itemsWithoutMedia.length > 0 && { itemsWithoutMedia }),
  };
}

export function readEdlDocument(
  text: string,
  fallback: EdlFallback,
  mediaList: string | null,
  wanted: WantedSequence | null,
): Timeline {
  const known = mediaList === null ? null : readMediaList(mediaList);
  const { frameRate } = known?.sequence ?? fallback;
  const lists = new EdlParser(frameRate).parse(text);
  const cuts = lists.filter(
    ({ isOfMarkers, events }) => !isOfMarkers && (events.length > 0 || known?.sequence),
  );
  if (cuts.length === 0 && lists.some(({ isOfMarkers }) => isOfMarkers))
    throw new TimelineParseError('The document is a list of markers, not a cut.');
  const source = { known, fallback, frameRate };
  const [first, ...more] = cuts;
  if (first === undefined) throw new TimelineParseError('The document has no events.');
  if (more.length === 0) return readList(first, source);
  const timelines = cuts.map((list) => readList(list, source));
  const candidates = timelines.map(({ name, media }, index) => ({
    key: String(index),
    name: cuts[index]?.title ?? name,
    fileNames: media.map(({ fileName }) => fileName),
    itemCount: cuts[index]?.events.length ?? 0,
  }));
  const chosen = timelines[Number(chooseSequence(candidates, wanted).key)];
  if (chosen === undefined) throw new TimelineParseError('The document has no events.');
  return chosen;
}

/** Returns the markers of a list that has nothing else; null for a cut. */
export function readMarkerList(text: string, delivered: EdlFallback): readonly TimelineMarker[] | null {
  const { frameRate } = delivered;
  const lists = new EdlParser(frameRate).parse(text);
  if (!lists.some(({ isOfMarkers }) => isOfMarkers) || lists.some(({ events }) => events.length > 0))
    return null;
  return lists.flatMap((list) => {
    const starts = list.markers.map(({ frame }) => frame);
    return placedMarkers(list, startOf(starts, list.isDropFrame, frameRate, delivered));
  });
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
