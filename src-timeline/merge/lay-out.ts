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
import { bestStart, type Ending, framesLost, startWithin } from './beside-pictures.ts';
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
  /**
   * Returns the frames from a picture's first to the end of the pieces of the same delivered picture that follow it, with
   * only new pictures between them.
   */
  runOf(picture: string): PictureSpan | undefined;
  /** Returns the picture at a frame; null in a hole and after the end. */
  pictureAt(frame: number): string | null;
  readonly endFrame: number;
}

export const lengthOf = (clips: readonly Clip[]): number =>
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
    runOf: (picture) => {
      const span = spans.get(picture);
      if (!span) return span;
      let last = indexAt(span.start);
      const originAt = (index: number): string | null => nodes.get(order[index] ?? '')?.part.origin ?? null;
      const origin = originAt(last);
      for (let index = last + 1; index < order.length; index += 1) {
        const next = originAt(index);
        if (next !== null && next !== origin) break;
        if (next !== null) last = index;
      }
      return { start: span.start, end: spans.get(order[last] ?? '')?.end ?? span.end };
    },
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
    const { lead = 0, offset, clips, part } = node;
    const start = endFrame + Math.max(0, offset) + lead;
    endFrame = start - lead + lengthOf(clips);
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
  let startFrame = isPicture ? map.frameOf(node.id, 0) - (node.lead ?? 0) : startOf(node, map, merge);
  return clipsFor(node, map, merge).flatMap((clip, index, { length }) => {
    const frames = framesIn(map.endFrame - startFrame, clip, node.ending, index === length - 1);
    if (frames <= 0) return [];
    const placement = { startFrame, clip: withLength(clip, frames, merge) };
    startFrame += placement.clip.durationFrames;
    return placement;
  });
}

interface Source {
  readonly node: Node;
  readonly cut: Arrangement;
}

/** The cuts that have a merged clip beside the pictures, with the clip there; those with its place, if any. */
function sourcesOf(merged: MergedNode, { ours, theirs }: Merge): readonly Source[] {
  const sources = [ours, theirs].flatMap((cut): readonly Source[] => {
    const node = cut.byId.get(merged.id);
    return node ? [{ node, cut }] : [];
  });
  const inPlace = sources.filter(
    ({ node }) => node.anchor === merged.anchor && node.offset === merged.offset,
  );
  return inPlace.length > 0 ? inPlace : sources;
}

function startOf(merged: MergedNode, map: PictureMap, merge: Merge): number {
  const first = map.frameOf(merged.anchor, merged.offset);
  if (merged.ending === 'free') return first;
  const [source, ...others] = sourcesOf(merged, merge);
  if (!source) return first;
  const { node, cut } = source;
  const start = bestStart(node, cut, { first, ending: merged.ending }, map);
  if (merged.anchor !== node.anchor) return start;
  // A side may have it there although the picture is shorter.
  const starts = [source, ...others].map((one) => startWithin(one.node, one.cut, start, map));
  return starts.includes(start) ? start : (starts[0] ?? start);
}

/**
 * Returns the clips of a node. A clip that one side added is shorter by its part over missing pictures, but stays whole
 * if it lies over no others.
 */
function clipsFor(merged: MergedNode, map: PictureMap, merge: Merge): readonly Clip[] {
  const [source] = merged.ending === 'byEnd' ? sourcesOf(merged, merge) : [];
  if (source?.node.origin !== null) return merged.clips;
  const lost = framesLost(source.node, source.cut, map);
  return merged.clips.map((clip) => {
    const rest = clip.durationFrames - lost;
    return rest > 0 ? withLength(clip, rest, merge) : clip;
  });
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
