import { endFrameOf, type Placement } from '../../model/placement.ts';
import type { Caption, ItemWithoutMedia, TimelineMarker, UnreadPart } from '../../model/timeline.ts';
import { type NestUse, placeNested, placeNestedCaption, placeNestedItem } from '../nested-sequences.ts';
import { childOf, childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { linkMetadataKey } from './fcpxml-clip.ts';
import type { readOwnParts } from './fcpxml-effects-reader.ts';

/** A clip with its lane and role, not yet on a track. */
export interface FoundClip {
  readonly lane: number;
  readonly role: string;
  readonly placement: Placement;
  readonly isStill: boolean;
}

export interface FoundCaption {
  readonly lane: number;
  readonly role: string;
  readonly caption: Caption;
}

/** An item without media with its lane and role, not yet on a track. */
export interface FoundItem {
  readonly lane: number;
  readonly role: string;
  readonly item: ItemWithoutMedia;
  /** True for a transition, which lies over the items on a track. */
  readonly isBesideTracks?: boolean;
}

export interface FoundStory {
  readonly pictures: readonly FoundClip[];
  readonly sounds: readonly FoundClip[];
  readonly captions: readonly FoundCaption[];
  readonly items: readonly FoundItem[];
  /** Markers of gaps and other items that are no clips, in frames from the first of the story. */
  readonly markers: readonly TimelineMarker[];
}

/** Place of an item in its story. */
export interface Place {
  /** Frames from the first frame of the story. */
  readonly startFrame: number;
  readonly lane: number;
  readonly durationFrames: number;
}

/** Places the clips of a nested story where the outer one shows them. */
export function movedBy(use: NestUse, lane: number, clips: readonly FoundClip[]): readonly FoundClip[] {
  return clips.flatMap((found) => {
    const placement = placeNested(found.placement, found.isStill, use);
    return placement === null ? [] : [{ ...found, lane: lane + found.lane, placement }];
  });
}

/** Places the visible captions of a nested story. */
export function captionsOfNest(
  captions: readonly FoundCaption[],
  lane: number,
  use: NestUse,
): readonly FoundCaption[] {
  return captions.flatMap((found) => {
    const caption = placeNestedCaption(found.caption, use);
    return caption === null ? [] : [{ ...found, lane: lane + found.lane, caption }];
  });
}

/** Places the visible items without media of a nested story. */
export function itemsOfNest(items: readonly FoundItem[], lane: number, use: NestUse): readonly FoundItem[] {
  return items.flatMap((found) => {
    const item = placeNestedItem(found.item, use);
    return item === null ? [] : [{ ...found, lane: lane + found.lane, item }];
  });
}

/** Returns a caption with words that is on; none for any other. */
export function captionsOfNode(node: XmlNode, place: Place): readonly FoundCaption[] {
  const startFrame = Math.max(0, place.startFrame);
  const durationFrames = place.durationFrames - (startFrame - place.startFrame);
  const lines = captionLines(node);
  if (durationFrames < 1 || lines.length === 0 || node.attributes.get('enabled') === '0') return [];
  const role = node.attributes.get('role') ?? '';
  return [{ lane: place.lane, role, caption: { startFrame, durationFrames, lines } }];
}

/** Places the visible markers of a nested story. */
export function markersOfNest(markers: readonly TimelineMarker[], use: NestUse): readonly TimelineMarker[] {
  return markers.flatMap((marker) => {
    const span = { startFrame: marker.frame, durationFrames: 1, lines: [] };
    const placed = placeNestedCaption(span, { ...use, isDisabled: false });
    return placed === null ? [] : [{ ...marker, frame: placed.startFrame }];
  });
}

/** Gives each marker of a story to the first clip that shows its frame. */
export function withMarkers(
  clips: readonly FoundClip[],
  markers: readonly TimelineMarker[],
): { readonly clips: readonly FoundClip[]; readonly unplaced: readonly TimelineMarker[] } {
  const shownBy = (frame: number): number =>
    clips.findIndex(({ placement }) => placement.startFrame <= frame && frame < endFrameOf(placement));
  const byClip = Map.groupBy(markers, ({ frame }) => shownBy(frame));
  const marked = clips.map((found, index) => {
    const { startFrame, clip } = found.placement;
    const own = (byClip.get(index) ?? []).map((marker) => ({ ...marker, frame: marker.frame - startFrame }));
    if (own.length === 0) return found;
    const joined = [...(clip.markers ?? []), ...own].toSorted((a, b) => a.frame - b.frame);
    return { ...found, placement: { startFrame, clip: { ...clip, markers: joined } } };
  });
  return { clips: marked, unplaced: byClip.get(-1) ?? [] };
}

/** Returns the lines of a caption that have text. */
export function captionLines(caption: XmlNode): readonly string[] {
  const texts = childrenNamed(caption, 'text').map((text) => {
    const styled = childrenNamed(text, 'text-style');
    return styled.length === 0 ? text.text : styled.map((part) => part.text).join('');
  });
  return texts
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Puts a variable speed first, because documents have it before all effects. */
export function withUnread(
  own: ReturnType<typeof readOwnParts>,
  more: readonly UnreadPart[] = [],
): typeof own {
  return { ...own, unread: [...more, ...(own.unread ?? [])] };
}

export function linkIdOf(node: XmlNode): string | null {
  const metadata = childOf(node, 'metadata');
  const entry = metadata?.children.find(({ attributes }) => attributes.get('key') === linkMetadataKey);
  return entry?.attributes.get('value') ?? null;
}

export function pictureRoleOf(node: XmlNode): string {
  return node.attributes.get('videoRole') ?? node.attributes.get('role') ?? 'video';
}

/** Reads the role of sound. Newer documents put roles on the channels of a clip instead of the clip. */
export function soundRoleOf(node: XmlNode): string {
  const ofClip =
    node.attributes.get('audioRole') ?? (node.name === 'audio' ? node.attributes.get('role') : undefined);
  const ofChannels = childOf(node, 'audio-channel-source')?.attributes.get('role');
  return ofClip ?? ofChannels ?? 'dialogue';
}
