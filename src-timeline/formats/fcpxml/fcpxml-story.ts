import { endFrameOf, type Placement, placementsOfTrack } from '../../model/placement.ts';
import {
  primaryTrackIndex,
  type Timeline,
  timelineDurationFrames,
  type Track,
} from '../../model/timeline.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { markerElement } from './fcpxml-adjustments.ts';
import { buildCaptionItems } from './fcpxml-captions.ts';
import { type AnchoredItem, buildClipElement, localStartFrame, type StoryContext } from './fcpxml-clip.ts';
import { endOfItem, layOutItems, type WrittenItem } from './fcpxml-items.ts';
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

/** An item of the spine, without its anchored items: a clip, an item without media or else a gap. */
interface SpineItem {
  readonly startFrame: number;
  readonly endFrame: number;
  readonly placement: Placement | null;
  readonly item: WrittenItem | null;
}

interface Lanes {
  readonly video: readonly Lane[];
  readonly audio: readonly Lane[];
}

/** Assigns lanes. Below the spine come backgrounds first, then sound. */
function layOutLanes(timeline: Timeline): Lanes {
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

/**
 * Lays out the primary track and the items without media on it as spine items without holes, up to the end of all else,
 * so that all has an anchor.
 */
function layOutSpine(
  primary: readonly Placement[],
  written: readonly WrittenItem[],
  endFrame: number,
): readonly SpineItem[] {
  const clips = primary.map((placement) => ({
    startFrame: placement.startFrame,
    endFrame: endFrameOf(placement),
    placement,
    item: null,
  }));
  const others = written.map((one) => ({
    startFrame: one.item.startFrame,
    endFrame: endOfItem(one.item),
    placement: null,
    item: one,
  }));
  const items: SpineItem[] = [];
  let cursor = 0;
  const fillTo = (frame: number): void => {
    if (frame > cursor) items.push({ startFrame: cursor, endFrame: frame, placement: null, item: null });
  };
  for (const one of [...clips, ...others].toSorted((x, y) => x.startFrame - y.startFrame)) {
    fillTo(one.startFrame);
    items.push(one);
    cursor = one.endFrame;
  }
  fillTo(endFrame);
  return items;
}

function gapElement(
  { startFrame, endFrame }: Pick<SpineItem, 'startFrame' | 'endFrame'>,
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
function ownStartFrame({ placement, item }: SpineItem, context: StoryContext): number {
  if (item !== null) return item.localStart;
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

/** Returns the end of the longest part: pictures, sound, captions or items without media. */
export function storyEndFrame(timeline: Timeline, written: readonly WrittenItem[]): number {
  const captionEnds = timeline.captionTracks.map(({ captions }) => {
    const last = captions.at(-1);
    return last === undefined ? 0 : last.startFrame + last.durationFrames;
  });
  const itemEnds = written.map(({ item }) => endOfItem(item));
  return Math.max(timelineDurationFrames(timeline), ...captionEnds, ...itemEnds);
}

type MarkersOfHolder = (
  holder: SpineItem | WrittenItem,
  startFrame: number,
  localStart: number,
) => XmlElement[];

/**
 * Gives markers of the sequence to a gap or an item without media at their frame, as clips have markers of their own.
 * Returns the markers of each, in its own time.
 */
function holdMarkers(
  { markers = [], frameRate }: Timeline,
  spine: readonly SpineItem[],
  connected: readonly WrittenItem[],
): MarkersOfHolder {
  const holderAt = (frame: number): SpineItem | WrittenItem | undefined => {
    const below = spine.find(({ startFrame, endFrame }) => startFrame <= frame && frame < endFrame);
    if (below?.placement === null) return below;
    return connected.find(({ item }) => item.startFrame <= frame && frame < endOfItem(item));
  };
  const held = Map.groupBy(markers, ({ frame }) => holderAt(frame));
  return (holder, startFrame, localStart) =>
    (held.get(holder) ?? []).map((marker) =>
      markerElement(marker, localStart + marker.frame - startFrame, frameRate),
    );
}

/**
 * Builds the spine: the primary track in it, everything else anchored to the item that covers its start, or whose
 * transition does, in that item's own time.
 */
export function buildSpine(
  timeline: Timeline,
  resources: FcpxmlResources,
  written: readonly WrittenItem[],
): XmlElement {
  const lanes = layOutLanes(timeline);
  const companions = pairCompanions(lanes.video, lanes.audio);
  const context: StoryContext = {
    timeline,
    resources,
    mediaById: new Map(timeline.media.map((media) => [media.mediaId, media])),
    companions,
    companionRoles: new Map([...companions.keys()].map((picture) => [picture, lanes.audio[0]?.role ?? ''])),
  };
  const itemsByLane = layOutItems(written, timeline, lanes.video);
  const primary = lanes.video.find(({ lane }) => lane === 0);
  const endFrame = storyEndFrame(timeline, written);
  const spine = layOutSpine(primary?.placements ?? [], itemsByLane.get(0) ?? [], endFrame);
  const connected = [...itemsByLane].filter(([lane]) => lane !== 0);
  const markersOf = holdMarkers(
    timeline,
    spine,
    connected.flatMap(([, items]) => items),
  );
  const usedLanes = [...lanes.video.map(({ lane }) => lane), ...itemsByLane.keys()];
  const pending = [
    ...connectedClips(lanes, context),
    ...connected.flatMap(([lane, items]) =>
      items.map((one) => connectedItem(one, lane, timeline, markersOf)),
    ),
    ...buildCaptionItems(timeline, Math.max(1, ...usedLanes.map((lane) => lane + 1))),
  ].toSorted((a, b) => a.startFrame - b.startFrame);
  const items = spine.flatMap((one, index) => {
    const next = spine[index + 1];
    const localStart = ownStartFrame(one, context);
    const anchored = takeWhileStartsBefore(pending, next ? firstFrameOf(next, context) : one.endFrame);
    const children = anchored.map(({ startFrame, build }) => build(localStart + startFrame - one.startFrame));
    const markers = markersOf(one, one.startFrame, localStart);
    return spineElements(one, [...children, ...markers], context, primary?.role ?? '');
  });
  return xmlElement('spine', {}, items);
}

function connectedItem(
  written: WrittenItem,
  lane: number,
  { frameRate }: Timeline,
  markersOf: MarkersOfHolder,
): AnchoredItem {
  const { startFrame } = written.item;
  return {
    startFrame,
    build: (offsetFrames) =>
      written.build(
        { lane, offset: formatFcpxmlTime(offsetFrames, frameRate) },
        markersOf(written, startFrame, written.localStart),
      ),
  };
}

/** Builds an item of the spine, after the transition into it. */
function spineElements(
  { startFrame, endFrame, placement, item }: SpineItem,
  children: readonly XmlElement[],
  context: StoryContext,
  role: string,
): readonly (XmlElement | null)[] {
  const { timeline } = context;
  const offsetFrames = timeline.startFrame + startFrame;
  if (item !== null)
    return [item.build({ offset: formatFcpxmlTime(offsetFrames, timeline.frameRate) }, children)];
  if (placement === null) return [gapElement({ startFrame, endFrame }, timeline, children)];
  const place = { lane: 0, offsetFrames, role, isPicture: true };
  const clip = buildClipElement(context, placement, place, children);
  return [transitionElement(placement.clip, startFrame, timeline), clip];
}

/** Builds the clips outside the spine. Sound of a picture's own clip is part of that clip. */
function connectedClips({ video, audio }: Lanes, context: StoryContext): readonly AnchoredItem[] {
  const ownSounds = new Set(context.companions.values());
  const connectedAudio = audio.map((lane) => ({
    ...lane,
    placements: lane.placements.filter((placement) => !ownSounds.has(placement)),
  }));
  return overlayItems([...video.filter(({ lane }) => lane !== 0), ...connectedAudio], context);
}
