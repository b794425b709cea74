import {
  clipsOfTracks,
  endFrameOf,
  openFadesOf,
  overlapFramesOf,
  type Placement,
  placementsOfTrack,
} from '../../model/placement.ts';
import type { ClipFades, ItemWithoutMedia, MediaReference, Timeline, Track } from '../../model/timeline.ts';
import { isClipElement, isOwnItem } from './xmeml-item-source.ts';

/** A future `<clipitem>`: a picture, or one channel of a sound. */
export interface LaidOutItem {
  readonly itemId: string;
  readonly placement: Placement;
  readonly media: MediaReference;
  /** Number of frames that show the clip beyond its end, in the transition into the next one. */
  readonly tailFrames: number;
  /** True if a transition into the next clip covers the clip's end. */
  readonly endsInTransition: boolean;
  /** Fades at the ends without a transition. */
  readonly fades: ClipFades;
  readonly role: Track['role'];
  readonly mediaType: 'video' | 'audio';
  /** Channel from 1; pictures have 1. */
  readonly channel: number;
  /** Index among the tracks of its media type and on its track, both from 1. */
  readonly trackIndex: number;
  readonly clipIndex: number;
  /** Items with the same key are linked. */
  readonly linkKey: string;
}

export interface LaidOutTrack {
  readonly mediaType: 'video' | 'audio';
  /** Output channel of the sequence that the track goes to; null for pictures. */
  readonly outputChannel: number | null;
  readonly items: readonly LaidOutItem[];
  /** Items without media that came in this format, in order. */
  readonly others: readonly ItemWithoutMedia[];
}

/** A track of the timeline for one channel. Stereo sound needs two. */
interface ChannelTrack {
  readonly track: Track;
  readonly others: readonly ItemWithoutMedia[];
  readonly trackKey: number;
  readonly channel: number;
}

type TrackWithItems = Pick<ChannelTrack, 'track' | 'others'>;

const endOf = ({ startFrame, durationFrames }: ItemWithoutMedia): number => startFrame + durationFrames;

/** True if an item lies over a clip of a track, or over one of its other items. */
function overlaps(item: ItemWithoutMedia, { track, others }: TrackWithItems): boolean {
  const places = placementsOfTrack(track).map((placement) => [placement.startFrame, endFrameOf(placement)]);
  const taken = [...places, ...others.map((other) => [other.startFrame, endOf(other)])];
  return taken.some(([start = 0, end = 0]) => start < endOf(item) && item.startFrame < end);
}

/** Puts each item on its track. Those without a track, or without room on it, get tracks above all others. */
function withItems({ tracks, itemsWithoutMedia = [] }: Timeline): readonly TrackWithItems[] {
  const laidOut = tracks.map((track) => ({ track, others: [] as ItemWithoutMedia[] }));
  for (const item of itemsWithoutMedia.filter(isOwnItem)) {
    const named = item.trackIndex === null ? undefined : laidOut[item.trackIndex];
    const further = laidOut.slice(tracks.length).filter(({ track }) => track.kind === item.trackKind);
    const candidates = named ? [named, ...further] : further;
    const free = candidates.find((one) => !overlaps(item, one));
    if (free) free.others.push(item);
    else laidOut.push({ track: emptyTrack(item.trackKind), others: [item] });
  }
  return laidOut;
}

function emptyTrack(kind: Track['kind']): Track {
  return { kind, name: '', role: kind === 'video' ? 'video' : 'dialogue', items: [] };
}

function channelTracks(
  timeline: Timeline,
  mediaById: ReadonlyMap<string, MediaReference>,
): readonly ChannelTrack[] {
  const ordered = withItems(timeline).toSorted(
    (a, b) => Number(a.track.kind === 'audio') - Number(b.track.kind === 'audio'),
  );
  return ordered.flatMap(({ track, others }, trackKey) => {
    const first = { track, others, trackKey, channel: 1 };
    if (track.kind === 'video') return [first];
    const counts = clipsOfTracks([track]).map(({ mediaId }) => mediaById.get(mediaId)?.audioChannels ?? 1);
    const count = counts.reduce((most, channels) => Math.max(most, channels), 1);
    const further = Array.from({ length: count - 1 }, (_, index) => ({
      ...first,
      others: [],
      channel: index + 2,
    }));
    return [first, ...further];
  });
}

function tailOf(
  placement: Placement,
  next: Placement | undefined,
): Pick<LaidOutItem, 'tailFrames' | 'endsInTransition' | 'fades'> {
  const clip = next?.startFrame === endFrameOf(placement) ? next.clip : undefined;
  return {
    tailFrames: clip === undefined ? 0 : overlapFramesOf(clip),
    endsInTransition: clip?.transition !== undefined,
    fades: openFadesOf(placement.clip, clip),
  };
}

/** Lays out the tracks, pictures first. A sound track appears once per channel, with the clips that have it. */
export function layOutXmeml(timeline: Timeline): readonly LaidOutTrack[] {
  const mediaById = new Map(timeline.media.map((media) => [media.mediaId, media]));
  const counts = { video: 0, audio: 0 };
  let itemCount = 0;
  return channelTracks(timeline, mediaById).map(({ track, others, trackKey, channel }) => {
    const trackIndex = (counts[track.kind] += 1);
    const items: LaidOutItem[] = [];
    const placements = placementsOfTrack(track);
    for (const [index, placement] of placements.entries()) {
      const { clip, startFrame } = placement;
      const media = mediaById.get(clip.mediaId);
      if (media === undefined || channel > (media.audioChannels ?? 1)) continue;
      itemCount += 1;
      items.push({
        itemId: `clipitem-${String(itemCount)}`,
        placement,
        media,
        ...tailOf(placement, placements[index + 1]),
        role: track.role,
        mediaType: track.kind,
        channel,
        trackIndex,
        clipIndex: items.length + clipsBefore(others, startFrame) + 1,
        linkKey:
          clip.linkId === null ? `alone ${String(trackKey)} ${String(startFrame)}` : `link ${clip.linkId}`,
      });
    }
    return { mediaType: track.kind, outputChannel: track.kind === 'audio' ? channel : null, items, others };
  });
}

/** Number of items before a frame that are written as clips, which links count. */
function clipsBefore(others: readonly ItemWithoutMedia[], frame: number): number {
  return others.filter((item) => item.startFrame < frame && isClipElement(item)).length;
}
