import { lastStartingBy } from '../diff/match/time-map.ts';
import {
  itemsOfPlacements,
  type Placement,
  sourceLengthOf,
  spreadOverTracks,
  withEndsMoved,
} from '../model/placement.ts';
import type { Clip, Track } from '../model/timeline.ts';
import type { Arrangement, Node } from './arrangement.ts';
import type { Ending } from './beside-pictures.ts';
import type { Three } from './merge-types.ts';
import { type Merge, type MergedNode, trackKey } from './merged-node.ts';

interface PictureSpan {
  readonly start: number;
  readonly end: number;
}

/** Places of the pictures in the merged cut. */
export interface PictureMap {
  /** Converts a place in a picture to a sequence frame. After a missing picture's start, uses the end of the one before. */
  frameOf(anchor: string | null, offset: number): number;
  /** Returns the frames of a picture; nothing for a missing one. */
  spanOf(picture: string): PictureSpan | undefined;
  /** Returns the picture at a frame; null in a hole and after the end. */
  pictureAt(frame: number): string | null;
  readonly endFrame: number;
}

const lengthOf = (clips: readonly Clip[]): number =>
  clips.reduce((sum, { durationFrames }) => sum + durationFrames, 0);

/** Places pictures one after another, each after the hole before it. */
export function placePictures(
  order: readonly string[],
  nodes: ReadonlyMap<string, MergedNode>,
  { base, ours, theirs }: Three<Arrangement>,
): PictureMap {
  // A missing picture comes after those of the side that has it.
  const cuts = [ours, theirs, base];
  const { spans, endFrame } = spansInOrder(order, nodes, [...ours.pictures, ...theirs.pictures]);
  const endBefore = (anchor: string): number => {
    const cut = cuts.find(({ byId }) => byId.has(anchor));
    let before = cut?.byId.get(anchor)?.previous;
    while (before && !spans.has(before)) before = cut?.byId.get(before)?.previous;
    return spans.get(before ?? '')?.end ?? 0;
  };
  const frameOf = (anchor: string | null, offset: number): number => {
    if (anchor === null) return offset;
    const span = spans.get(anchor);
    return span ? span.start + offset : endBefore(anchor) + Math.min(0, offset);
  };
  const starts = order.map((id) => spans.get(id)?.start ?? 0);
  const indexAt = (frame: number): number => {
    const index = lastStartingBy(starts, frame);
    return frame < (spans.get(order[index] ?? '')?.end ?? 0) ? index : -1;
  };
  return {
    frameOf: (anchor, offset) => Math.max(0, frameOf(anchor, offset)),
    spanOf: (picture) => spans.get(picture),
    pictureAt: (frame) => order[indexAt(frame)] ?? null,
    endFrame,
  };
}

/** @param pictures of both sides. A piece that the merged cut does not have starts at the same frame of its clip. */
function spansInOrder(
  order: readonly string[],
  nodes: ReadonlyMap<string, MergedNode>,
  pictures: readonly Node[],
): { readonly spans: ReadonlyMap<string, PictureSpan>; readonly endFrame: number } {
  const spans = new Map<string, PictureSpan>();
  const ends = new Map<string | null, number>();
  let endFrame = 0;
  for (const id of order) {
    const node = nodes.get(id);
    if (!node) continue;
    const { offset, clips, part } = node;
    const start = endFrame + Math.max(0, offset);
    endFrame = start + lengthOf(clips);
    spans.set(id, { start, end: endFrame });
    ends.set(part.origin, endFrame);
  }
  for (const { id, origin, stretch } of pictures) {
    const clip = spans.get(origin ?? '');
    const shown = nodes.get(origin ?? '')?.part.stretch;
    if (!clip || !shown || spans.has(id)) continue;
    const frames = Math.max(0, Math.round((stretch.head - shown.head) / shown.rate));
    const end = ends.get(origin) ?? clip.end;
    spans.set(id, { start: Math.min(clip.start + frames, end - 1), end });
  }
  return { spans, endFrame };
}

/** Builds the merged cut's tracks: the editor's, then the project's for its own or occupied places. */
export function layOut(
  merge: Merge,
  nodes: readonly MergedNode[],
  order: readonly string[],
  map: PictureMap,
): readonly Track[] {
  const pictures = new Set(order);
  const placed = Map.groupBy(
    nodes.flatMap((node) =>
      placementsOf(node, map, pictures.has(node.id), merge).map((placement) => ({
        placement,
        track: node.track,
      })),
    ),
    ({ track }) => track,
  );
  return orderedTracks(merge).flatMap(([key, track]) => {
    const placements = (placed.get(key) ?? []).map(({ placement }) => placement);
    const rows = spreadOverTracks(placements);
    const named = (index: number): string =>
      index === 0 ? track.name : `${track.name} ${String(index + 1)}`;
    return [rows[0] ?? [], ...rows.slice(1)].map((row, index) => ({
      ...track,
      name: named(index),
      items: itemsOfPlacements(row),
    }));
  });
}

function placementsOf(
  node: MergedNode,
  map: PictureMap,
  isPicture: boolean,
  merge: Merge,
): readonly Placement[] {
  let startFrame = isPicture ? map.frameOf(node.id, 0) : startOf(node, map);
  return withoutLead(node, map).flatMap((clip, index, { length }) => {
    const frames = framesIn(map.endFrame - startFrame, clip, node.ending, index === length - 1);
    if (frames <= 0) return [];
    const placement = { startFrame, clip: withLength(clip, frames, merge) };
    startFrame += placement.clip.durationFrames;
    return placement;
  });
}

/** A clip that ends with the film begins within it, and over its picture early enough to be whole. */
function startOf({ anchor, offset, ending, clips }: MergedNode, map: PictureMap): number {
  const startFrame = map.frameOf(anchor, offset);
  if (ending === 'free') return startFrame;
  const earliest = ending === 'byEnd' ? map.frameOf(anchor, 0) : startFrame;
  const isWithin = earliest < map.endFrame;
  return Math.min(startFrame, Math.max(isWithin ? earliest : 0, map.endFrame - lengthOf(clips)));
}

/** Trims a sound that would begin before the film. */
function withoutLead({ anchor, offset, part, clips }: MergedNode, map: PictureMap): readonly Clip[] {
  const later = -((map.spanOf(anchor ?? '')?.start ?? 0) + offset);
  const [first, ...others] = clips;
  if (!first || part.event.trackKind === 'video' || later <= 0 || later >= first.durationFrames) return clips;
  return [withEndsMoved(first, { later, longer: 0, isStill: false }), ...others];
}

/** Returns the length of a clip in the room up to the end of the cut; 0 for none. */
function framesIn(room: number, { durationFrames }: Clip, ending: Ending, isLast: boolean): number {
  if (ending === 'atEnd') return isLast ? room : Math.min(room, durationFrames);
  return ending === 'byEnd' && room > 0 ? Math.min(room, durationFrames) : durationFrames;
}

/** Shortens or extends a clip at its end, as far as its media allows. */
export function withLength(clip: Clip, frames: number, { media }: Merge): Clip {
  const shown = media.byId.get(clip.mediaId);
  const { durationFrames, speed = 1 } = clip;
  const rest = (shown?.durationFrames ?? Infinity) - clip.sourceStartFrame - sourceLengthOf(clip);
  const room = clip.isReversed === true ? clip.sourceStartFrame : rest;
  const longer = Math.min(frames - durationFrames, Math.floor(Math.max(0, room) / speed));
  return longer === 0
    ? clip
    : withEndsMoved(clip, { later: 0, longer, isStill: shown?.durationFrames === null });
}

/** Orders the tracks: ours in their order, the project's own above its other pictures, or after its other sound. */
function orderedTracks({ base, ours, theirs }: Merge): readonly (readonly [string, Track])[] {
  const known = new Map<string, Track>();
  for (const [side, cut] of [
    ['ours', ours],
    ['theirs', theirs],
    ['base', base],
  ] as const)
    for (const [index, track] of cut.trackIndexes.entries()) {
      const key = trackKey(base, side, track);
      const found = cut.cut.tracks[index];
      if (found && !known.has(key)) known.set(key, found);
    }
  const all = [...known];
  return [
    ...all.filter(([, { kind, role }]) => kind === 'video' && role === 'background'),
    ...all.filter(([, { kind, role }]) => kind === 'video' && role !== 'background'),
    ...all.filter(([, { kind }]) => kind === 'audio'),
  ];
}
