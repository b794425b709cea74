import { endFrameOf, type Placement, placementsOfTrack } from '../placement.ts';
import { primaryTrackIndex, type Timeline, timelineDurationFrames, type Track } from '../timeline.ts';
import { type XmlElement, xmlElement } from '../xml-writer.ts';
import { buildCaptionItems } from './fcpxml-captions.ts';
import { type AnchoredItem, buildClipElement, localStartFrame, type StoryContext } from './fcpxml-clip.ts';
import type { FcpxmlResources } from './fcpxml-resources.ts';
import { roleOfTrack } from './fcpxml-role.ts';
import { formatFcpxmlTime, ownTimeStartFrame } from './fcpxml-time.ts';
import { framesBeforeCut, transitionElement } from './fcpxml-transitions.ts';

/** A track with its placed clips, its role and its lane: 0 in the spine, positive above it. */
interface Lane {
  readonly lane: number;
  readonly isPicture: boolean;
  readonly role: string;
  readonly placements: readonly Placement[];
}

/** An item of the spine, without its anchored items. */
interface SpineItem {
  readonly startFrame: number;
  readonly endFrame: number;
  /** Null for a gap. */
  readonly placement: Placement | null;
}

/** Assigns lanes. Below the spine come backgrounds first, then sound. */
function layOutLanes(timeline: Timeline): {
  readonly video: readonly Lane[];
  readonly audio: readonly Lane[];
} {
  const taken = new Set<string>();
  const laneOf = (track: Track, lane: number): Lane => ({
    lane,
    isPicture: track.kind === 'video',
    role: roleOfTrack(track, taken),
    placements: placementsOfTrack(track),
  });
  const pictures = timeline.tracks.filter(({ kind }) => kind === 'video');
  const below = Math.max(0, primaryTrackIndex(pictures));
  return {
    video: pictures.map((track, index) => laneOf(track, index - below)),
    audio: timeline.tracks
      .filter(({ kind }) => kind === 'audio')
      .map((track, index) => laneOf(track, -1 - below - index)),
  };
}

/** Key of a clip that equals its own sound's: same file, range, speed, place, note and link. */
function companionKey({ startFrame, clip }: Placement): string | null {
  if (clip.linkId === null) return null;
  const { linkId, mediaId, sourceStartFrame, durationFrames, note, speed, isReversed, isDisabled } = clip;
  const kept = [linkId, mediaId, startFrame, sourceStartFrame, durationFrames, note];
  return JSON.stringify([...kept, speed, isReversed, isDisabled]);
}

/** True for sound with nothing that needs a clip of its own. */
const isPlainSound = ({ clip }: Placement): boolean => !clip.markers && !clip.unread;

/**
 * Finds pictures whose own sound is on the first audio track, with that sound. Both become one clip, as in Final Cut.
 * Other tracks are excluded, because the format does not record the track of a clip's own sound.
 */
function pairCompanions(video: readonly Lane[], audio: readonly Lane[]): ReadonlyMap<Placement, Placement> {
  const soundsByKey = new Map<string, Placement>();
  for (const placement of audio[0]?.placements ?? []) {
    const key = isPlainSound(placement) ? companionKey(placement) : null;
    if (key !== null) soundsByKey.set(key, placement);
  }
  const pairs = new Map<Placement, Placement>();
  for (const placement of video.flatMap(({ placements }) => placements)) {
    const key = companionKey(placement);
    const sound = key === null ? undefined : soundsByKey.get(key);
    if (key === null || sound === undefined) continue;
    pairs.set(placement, sound);
    soundsByKey.delete(key);
  }
  return pairs;
}

/** Lays out the primary track as spine items without holes, up to the end of all else, so that all has an anchor. */
function layOutSpine(primary: readonly Placement[], endFrame: number): readonly SpineItem[] {
  const items: SpineItem[] = [];
  let cursor = 0;
  const fillTo = (frame: number): void => {
    if (frame > cursor) items.push({ startFrame: cursor, endFrame: frame, placement: null });
  };
  for (const placement of primary) {
    fillTo(placement.startFrame);
    cursor = endFrameOf(placement);
    items.push({ startFrame: placement.startFrame, endFrame: cursor, placement });
  }
  fillTo(endFrame);
  return items;
}

function gapElement(
  { startFrame, endFrame }: SpineItem,
  timeline: Timeline,
  children: readonly XmlElement[],
): XmlElement {
  const time = (frames: number): string => formatFcpxmlTime(frames, timeline.frameRate);
  return xmlElement(
    'gap',
    {
      name: 'Gap',
      offset: time(timeline.startFrame + startFrame),
      start: time(ownTimeStartFrame(timeline.frameRate)),
      duration: time(endFrame - startFrame),
    },
    children,
  );
}

/** Start of an item's own time. The offsets of anchored items count in that time, not in the sequence's. */
function ownStartFrame({ placement }: SpineItem, context: StoryContext): number {
  if (placement === null) return ownTimeStartFrame(context.timeline.frameRate);
  return localStartFrame(placement, context);
}

/**
 * First frame whose connected items are anchored to an item. Sound and captions that start in the transition into a
 * picture belong to that picture. If its media lacks those frames, their offset would be before its first frame.
 */
function firstFrameOf({ startFrame, placement }: SpineItem, context: StoryContext): number {
  if (placement === null) return startFrame;
  const { clip } = placement;
  const mediaStart = context.mediaById.get(clip.mediaId)?.startFrame ?? 0;
  const lead = framesBeforeCut(clip);
  return localStartFrame(placement, context) - lead < mediaStart ? startFrame : startFrame - lead;
}

function overlayItems(lanes: readonly Lane[], context: StoryContext): readonly AnchoredItem[] {
  return lanes.flatMap(({ lane, role, isPicture, placements }) =>
    placements.map((placement) => ({
      startFrame: placement.startFrame,
      build: (offsetFrames: number) =>
        buildClipElement(context, placement, { lane, offsetFrames, role, isPicture }, []),
    })),
  );
}

/** Removes the items that start before a frame from the front of a sorted list and returns them. */
function takeWhileStartsBefore(sorted: AnchoredItem[], endFrame: number): readonly AnchoredItem[] {
  const count = sorted.findIndex(({ startFrame }) => startFrame >= endFrame);
  return sorted.splice(0, count === -1 ? sorted.length : count);
}

/** Returns the end of the longest part: pictures, sound or captions. */
export function storyEndFrame(timeline: Timeline): number {
  const captionEnds = timeline.captionTracks.map(({ captions }) => {
    const last = captions.at(-1);
    return last === undefined ? 0 : last.startFrame + last.durationFrames;
  });
  return Math.max(timelineDurationFrames(timeline), ...captionEnds);
}

/**
 * Builds the spine: the primary track in it, everything else anchored to the item that covers its start, or whose
 * transition does, in that item's own time.
 */
export function buildSpine(timeline: Timeline, resources: FcpxmlResources): XmlElement {
  const { video, audio } = layOutLanes(timeline);
  const companions = pairCompanions(video, audio);
  const ownSounds = new Set(companions.values());
  const context: StoryContext = {
    timeline,
    resources,
    mediaById: new Map(timeline.media.map((media) => [media.mediaId, media])),
    companions,
    companionRoles: new Map([...companions.keys()].map((picture) => [picture, audio[0]?.role ?? ''])),
  };
  const connectedAudio = audio.map((lane) => ({
    ...lane,
    placements: lane.placements.filter((placement) => !ownSounds.has(placement)),
  }));
  const anchored = [
    ...overlayItems([...video.filter(({ lane }) => lane !== 0), ...connectedAudio], context),
    ...buildCaptionItems(timeline, Math.max(1, ...video.map(({ lane }) => lane + 1))),
  ];
  const pending = anchored.toSorted((a, b) => a.startFrame - b.startFrame);
  const primary = video.find(({ lane }) => lane === 0);
  const spine = layOutSpine(primary?.placements ?? [], storyEndFrame(timeline));
  const items = spine.flatMap((item, index) => {
    const next = spine[index + 1];
    const endFrame = next ? firstFrameOf(next, context) : item.endFrame;
    const children = takeWhileStartsBefore(pending, endFrame).map(({ startFrame, build }) =>
      build(ownStartFrame(item, context) + startFrame - item.startFrame),
    );
    if (item.placement === null) return gapElement(item, timeline, children);
    const place = { lane: 0, offsetFrames: timeline.startFrame + item.startFrame, role: primary?.role ?? '' };
    const clip = buildClipElement(context, item.placement, { ...place, isPicture: true }, children);
    return [transitionElement(item.placement.clip, item.startFrame, timeline), clip];
  });
  return xmlElement('spine', {}, items);
}
