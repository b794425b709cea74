import { itemsOfPlacements, type Placement, spreadOverTracks } from '../placement.ts';
import type { Clip, Track } from '../timeline.ts';
import type { Arrangement } from './arrangement.ts';
import { type Merge, type MergedNode, trackKey } from './merge-nodes.ts';

/** Places of the pictures in the merged cut. */
export interface PictureMap {
  /** Converts a place in a picture to a sequence frame. For a missing picture, uses the end of the one before. */
  frameOf(anchor: string | null, offset: number): number;
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
  cuts: readonly Arrangement[],
): PictureMap {
  const spans = new Map<string, { readonly start: number; readonly end: number }>();
  let cursor = 0;
  for (const id of order) {
    const node = nodes.get(id);
    if (!node) continue;
    const start = cursor + Math.max(0, node.offset);
    cursor = start + lengthOf(node.clips);
    for (const [piece, frames] of node.pieces ?? []) spans.set(piece, { start: start + frames, end: cursor });
    spans.set(id, { start, end: cursor });
  }
  const endBefore = (anchor: string): number => {
    const cut = cuts.find(({ pictures }) => pictures.some(({ id }) => id === anchor));
    const ids = cut?.pictures.map(({ id }) => id) ?? [];
    const before = ids.slice(0, Math.max(0, ids.indexOf(anchor))).findLast((id) => spans.has(id));
    return (before === undefined ? undefined : spans.get(before)?.end) ?? 0;
  };
  const startOf = (anchor: string): number => spans.get(anchor)?.start ?? endBefore(anchor);
  return {
    frameOf: (anchor, offset) => Math.max(0, (anchor === null ? 0 : startOf(anchor)) + offset),
    pictureAt: (frame) => {
      const isThere = ({ start, end } = { start: 0, end: 0 }): boolean => start <= frame && frame < end;
      return order.find((id) => isThere(spans.get(id))) ?? null;
    },
    endFrame: cursor,
  };
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
  let startFrame = isPicture ? map.frameOf(node.id, 0) : map.frameOf(node.anchor, node.offset);
  return node.clips.map((clip) => {
    const fitted = node.fillsCut ? filling(clip, map.endFrame - startFrame, merge) : clip;
    const placement = { startFrame, clip: fitted };
    startFrame += fitted.durationFrames;
    return placement;
  });
}

/** Extends a clip to the end of the cut, as far as its media allows. */
function filling(clip: Clip, frames: number, { media }: Merge): Clip {
  const length = [...media.byKey.values()].find(({ mediaId }) => mediaId === clip.mediaId)?.durationFrames;
  const most = ((length ?? Infinity) - clip.sourceStartFrame) / (clip.speed ?? 1);
  return { ...clip, durationFrames: Math.max(1, Math.min(frames, Math.floor(most))) };
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
