import { clipExtras } from '../../model/clip-extras.ts';
import { itemsOfPlacements, type Placement, speedOfHeldFrame } from '../../model/placement.ts';
import type { Clip, ClipTransition, ItemWithoutMedia, MediaReference, Track } from '../../model/timeline.ts';
import type { readOwnDocument } from '../own-document.ts';
import type { ReadEvent } from './edl-event-group.ts';
import { itemSourceOf } from './edl-items.ts';
import type { EventContent } from './edl-media-reader.ts';
import { framesBeforeClip } from './edl-speed.ts';

/** An event with what it shows. */
export interface FoundEvent {
  readonly event: ReadEvent;
  readonly content: EventContent;
}

/** A track with the items on it that show no media. */
export interface ReadTrack {
  readonly track: Track;
  readonly items: readonly Omit<ItemWithoutMedia, 'trackIndex'>[];
}

type OwnTracks = ReturnType<typeof readOwnDocument>['tracks'];

const isBlack = ({ content }: FoundEvent): boolean => content.type === 'black';
const isKey = ({ event }: FoundEvent): boolean => event.kind === 'key' || event.kind === 'key-out';

const channelPlace = (channel: string): { readonly kind: Track['kind']; readonly index: number } => ({
  kind: channel.startsWith('V') ? 'video' : 'audio',
  index: Math.max(1, Number(channel.slice(1) || 1)) - 1,
});

function orderedChannels(events: readonly FoundEvent[]): readonly string[] {
  const channels = new Set(events.flatMap(({ event }) => event.channels));
  return [...channels].toSorted((a, b) => {
    const first = channelPlace(a);
    const second = channelPlace(b);
    return first.kind === second.kind ? first.index - second.index : first.kind === 'video' ? -1 : 1;
  });
}

/**
 * Distributes the events of a channel over tracks: each on the first one with room, keys above their background. Black
 * needs no room.
 */
function lanesOf(events: readonly FoundEvent[]): readonly (readonly FoundEvent[])[] {
  const lanes: FoundEvent[][] = [[]];
  for (const found of events.toSorted((a, b) => a.event.recordIn - b.event.recordIn)) {
    const hasRoom = (lane: readonly FoundEvent[]): boolean => {
      const last = lane.findLast((one) => !isBlack(one));
      return isBlack(found) || last === undefined || last.event.recordOut <= found.event.recordIn;
    };
    const lane = lanes.find((one, index) => (index > 0 || !isKey(found)) && hasRoom(one));
    if (lane === undefined) lanes.push([found]);
    else lane.push(found);
  }
  return lanes;
}

interface Neighbours {
  readonly before: FoundEvent | undefined;
  readonly next: FoundEvent | undefined;
}

/** True if a transition goes from the clip before into this event, and not from black or a gap. */
function continues({ event }: FoundEvent, before: FoundEvent | undefined): boolean {
  const isFromBlack = /^(?:BL|BLACK)$/i.test(event.from?.reel ?? '');
  return before?.content.type === 'media' && before.event.recordOut === event.recordIn && !isFromBlack;
}

/** Number of frames that a clip fades into black after the end of its event. */
function fadeOutOf({ event }: FoundEvent, next: FoundEvent | undefined): number {
  if (next === undefined || !isBlack(next) || next.event.recordIn !== event.recordOut) return 0;
  return Math.min(next.event.transitionFrames, next.event.recordOut - next.event.recordIn);
}

/** True if the event dissolves or wipes from the clip before. */
function isJoined(found: FoundEvent, before: FoundEvent | undefined): boolean {
  const { kind, transitionFrames } = found.event;
  const isDissolve = kind === 'dissolve' || kind === 'wipe';
  return isDissolve && transitionFrames > 0 && continues(found, before);
}

/** Number of frames that a clip goes on after its event, under the transition of the next one or into black. */
function framesAfterEvent(found: FoundEvent, next: FoundEvent | undefined): number {
  if (next === undefined) return 0;
  const isLeft = next.event.transitionFrames > 0 && continues(next, found);
  return (isLeft ? next.event.framesBeforeCut : 0) + fadeOutOf(found, next);
}

function transitionOf({ kind, transitionFrames }: ReadEvent, framesBeforeCut: number): ClipTransition {
  return {
    style: kind === 'wipe' ? 'WIPE' : 'FADE',
    durationFrames: transitionFrames,
    ...(framesBeforeCut > 0 && { framesBeforeCut }),
  };
}

function readPlacement(
  found: FoundEvent,
  media: MediaReference,
  { before, next }: Neighbours,
  startFrame: number,
): Placement | null {
  const { event } = found;
  const { transitionFrames, speed } = event;
  const hasTransition = isJoined(found, before);
  const head = hasTransition ? event.framesBeforeCut : 0;
  const durationFrames = event.recordOut - event.recordIn - head + framesAfterEvent(found, next);
  if (durationFrames < 1) return null;
  const isStill = media.kind === 'still';
  const fadeOut = fadeOutOf(found, next);
  const keyOut = event.kind === 'key-out' ? transitionFrames : 0;
  const clip: Clip = {
    kind: 'clip',
    name: media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame: isStill ? 0 : sourceStartOf(event, media, { durationFrames, head }),
    durationFrames,
    linkId: null,
    note: event.note,
    ...clipExtras({
      transition: hasTransition ? transitionOf(event, head) : null,
      fades: {
        inFrames: hasTransition ? 0 : transitionFrames - keyOut,
        outFrames: Math.max(fadeOut, keyOut),
      },
      ...(!isStill && {
        speed: speed === 0 ? speedOfHeldFrame(durationFrames) : Math.abs(speed),
        isReversed: speed < 0,
      }),
    }),
  };
  return { startFrame: event.recordIn - startFrame + head, clip };
}

/** Lists that go backwards from the media's first frame name the first frame of the media, not the one shown first. */
function sourceStartOf(
  { sourceIn, sourceOut, speed }: ReadEvent,
  media: MediaReference,
  shown: { readonly durationFrames: number; readonly head: number },
): number {
  const first = sourceIn - media.startFrame + framesBeforeClip({ speed, ...shown });
  if (speed >= 0 || first >= 0) return Math.max(0, first);
  return Math.max(0, Math.min(sourceIn, sourceOut) - media.startFrame);
}

function readLane(
  lane: readonly FoundEvent[],
  kind: Track['kind'],
  startFrame: number,
): Pick<ReadTrack, 'items'> & { readonly placements: readonly Placement[] } {
  const placements: Placement[] = [];
  const items: ReadTrack['items'][number][] = [];
  for (const [index, found] of lane.entries()) {
    const { event, content } = found;
    const neighbours = { before: lane[index - 1], next: lane[index + 1] };
    if (content.type === 'media') {
      const placement = readPlacement(found, content.media, neighbours, startFrame);
      if (placement) placements.push(placement);
    }
    if (content.type === 'item' && event.recordOut > event.recordIn)
      items.push({
        kind: content.kind,
        name: content.name,
        words: null,
        trackKind: kind,
        startFrame: event.recordIn - startFrame,
        durationFrames: event.recordOut - event.recordIn,
        source: { format: 'EDL', text: itemSourceOf(event) },
      });
  }
  return { placements, items };
}

/** Reads the tracks of a list, and the items on them. Events that overlap go on tracks of their own. */
export function readTracks(
  events: readonly FoundEvent[],
  ownTracks: OwnTracks,
  startFrame: number,
): readonly ReadTrack[] {
  const extra = { video: 0, audio: 0 };
  return orderedChannels(events).flatMap((channel) => {
    const { kind, index } = channelPlace(channel);
    const isOfPictures = (role: Track['role']): boolean => role === 'video' || role === 'background';
    const own = ownTracks.filter(({ role }) => isOfPictures(role) === (kind === 'video'))[index];
    // A held frame has no sound.
    const ofChannel = events.filter(
      ({ event }) => event.channels.includes(channel) && (kind === 'video' || event.speed !== 0),
    );
    return lanesOf(ofChannel).map((lane, at): ReadTrack => {
      if (at > 0) extra[kind] += 1;
      const named = at === 0 ? own : undefined;
      const { placements, items } = readLane(lane, kind, startFrame);
      const track: Track = {
        kind,
        name: named?.name ?? `${kind === 'video' ? 'Video' : 'Audio'} ${String(index + 1 + extra[kind])}`,
        role: named?.role ?? (kind === 'video' ? 'video' : 'dialogue'),
        items: itemsOfPlacements(placements),
      };
      return { track, items };
    });
  });
}
