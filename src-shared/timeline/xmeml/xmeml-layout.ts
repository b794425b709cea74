import { endFrameOf, openFadesOf, overlapFramesOf, type Placement, placementsOfTrack } from '../placement.ts';
import type { ClipFades, MediaReference, Timeline, Track } from '../timeline.ts';

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
}

/** A track of the timeline for one channel. Stereo sound needs two. */
interface ChannelTrack {
  readonly track: Track;
  readonly trackKey: number;
  readonly channel: number;
}

function channelTracks(
  timeline: Timeline,
  mediaById: ReadonlyMap<string, MediaReference>,
): readonly ChannelTrack[] {
  const ordered = timeline.tracks.toSorted((a, b) => Number(a.kind === 'audio') - Number(b.kind === 'audio'));
  return ordered.flatMap((track, trackKey) => {
    const first = { track, trackKey, channel: 1 };
    const isStereo =
      track.kind === 'audio' &&
      track.items.some((item) => item.kind === 'clip' && mediaById.get(item.mediaId)?.audioChannels === 2);
    return isStereo ? [first, { ...first, channel: 2 }] : [first];
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
  return channelTracks(timeline, mediaById).map(({ track, trackKey, channel }) => {
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
        clipIndex: items.length + 1,
        linkKey:
          clip.linkId === null ? `alone ${String(trackKey)} ${String(startFrame)}` : `link ${clip.linkId}`,
      });
    }
    return { mediaType: track.kind, outputChannel: track.kind === 'audio' ? channel : null, items };
  });
}
