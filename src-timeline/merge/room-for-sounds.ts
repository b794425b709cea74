import { endOf } from '../diff/match/cut-event.ts';
import { isHeldFrame, sourceLengthOf, speedOfHeldFrame, withEndsMoved } from '../model/placement.ts';
import type { Clip } from '../model/timeline.ts';
import type { Arrangement } from './arrangement.ts';
import { lengthOf, type PictureMap, placePictures, withLength } from './lay-out.ts';
import { heldFrame } from './merge-clip.ts';
import type { Merge, MergedNode } from './merged-node.ts';

interface SoundSpan {
  readonly start: number;
  readonly end: number;
}

/** A linked sound of one cut, with the delivered picture, or else the new one, that it belongs to. */
interface Sound extends SoundSpan {
  readonly scene: string;
}

/** Scenes of one cut in the order of their pictures, and its sounds by scene. */
interface Heard {
  readonly scenes: readonly string[];
  /** Indexes of the first and the last picture of each scene. */
  readonly ends: ReadonlyMap<string, { readonly first: number; readonly last: number }>;
  readonly sounds: ReadonlyMap<string, readonly Sound[]>;
}

/**
 * Lets the first picture start earlier if its sound would start before the film, and a picture last longer if its sound
 * and that of the picture after it would be heard at once because one side added, removed or moved a scene where a sound
 * of the other starts before its picture or outlasts it. Between scenes that follow each other in both cuts, and where a
 * side lets either scene be heard together with another one, the sounds are as decided.
 * @returns the clips, and the places of the pictures with that room.
 */
export function withRoomForSounds(
  merge: Merge,
  nodes: readonly MergedNode[],
  order: readonly string[],
): { readonly nodes: readonly MergedNode[]; readonly map: PictureMap } {
  const { ours, theirs } = merge;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const map = placePictures(order, byId, merge);
  const merged = heardInMerged(byId, order, map);
  const sides = [ours, theirs].map(heardIn);
  const longer = new Map<string, number>();
  for (const [index, scene] of merged.scenes.entries()) {
    const next = merged.scenes[index + 1];
    if (next === undefined || !isBetweenScenes(merged, index)) continue;
    if (sides.every((side) => nextOf(side, scene) === next)) continue;
    const known = Math.max(...sides.map((side) => knownOverlap(side, scene, next)));
    const frames = overlapOf(merged, scene, next) - known;
    if (frames > 0) longer.set(order[index] ?? '', frames);
  }
  const lead = -Math.min(0, ...(merged.sounds.get(merged.scenes[0] ?? '') ?? []).map(({ start }) => start));
  if (longer.size === 0 && lead === 0) return { nodes, map };
  const withRoom = nodes.map((node) => {
    const clips = withTail(node.clips, longer.get(node.id) ?? 0, merge);
    return node.id === order[0] && lead > 0
      ? { ...node, clips: withHead(clips, lead, merge), lead }
      : { ...node, clips };
  });
  const roomById = new Map(withRoom.map((node) => [node.id, node]));
  return { nodes: withRoom, map: placePictures(order, roomById, merge) };
}

/** True after the last picture of a scene and before the first of the next one. Scenes may lie within each other. */
function isBetweenScenes({ scenes, ends }: Heard, index: number): boolean {
  const scene = ends.get(scenes[index] ?? '');
  const next = ends.get(scenes[index + 1] ?? '');
  return scene?.last === index && next?.first === index + 1;
}

const nextOf = ({ scenes, ends }: Heard, scene: string): string | undefined =>
  scenes[(ends.get(scene)?.last ?? -2) + 1];
const previousOf = ({ scenes, ends }: Heard, scene: string): string | undefined =>
  scenes[(ends.get(scene)?.first ?? 0) - 1];

/**
 * Number of frames in which a side lets one of two scenes be heard together with the scene beside it. Sounds that fade
 * into each other at every cut, or that last over several scenes, may do so at a new cut.
 */
function knownOverlap(side: Heard, scene: string, next: string): number {
  const after = nextOf(side, scene);
  const before = previousOf(side, next);
  return Math.max(
    0,
    after === undefined ? 0 : overlapOf(side, scene, after),
    before === undefined ? 0 : overlapOf(side, before, next),
  );
}

/** Number of frames in which the sounds of a scene and of the next one are heard at once. */
function overlapOf({ sounds }: Heard, scene: string, next: string): number {
  const before = sounds.get(scene) ?? [];
  const after = sounds.get(next) ?? [];
  const start = Math.min(...after.map((sound) => sound.start));
  return Math.max(0, ...before.map((sound) => sound.end)) - start;
}

function heardIn({ pictures, othersAt, byId }: Arrangement): Heard {
  const sceneOf = (id: string): string => byId.get(id)?.origin ?? id;
  const sounds = pictures.flatMap(({ id, event: { clip } }) =>
    (othersAt.get(id) ?? []).flatMap(({ event }): readonly Sound[] => {
      const isHeard = event.trackKind === 'audio' && isLinkedTo(clip, event.clip);
      return isHeard ? [{ scene: sceneOf(id), start: event.startFrame, end: endOf(event) }] : [];
    }),
  );
  return heardOf(
    pictures.map(({ id }) => sceneOf(id)),
    sounds,
  );
}

function heardInMerged(
  byId: ReadonlyMap<string, MergedNode>,
  order: readonly string[],
  map: PictureMap,
): Heard {
  const sceneOf = (id: string): string => byId.get(id)?.part.origin ?? id;
  const sounds = [...byId.values()].flatMap(({ part, anchor, offset, clips }): readonly Sound[] => {
    const [first] = clips;
    const picture = byId.get(anchor ?? '')?.clips[0];
    if (anchor === null || !first || !picture || part.event.trackKind !== 'audio') return [];
    if (!isLinkedTo(picture, first)) return [];
    const span = map.spanOf(anchor);
    // Before the film if its first frame is negative.
    const start = span ? span.start + offset : map.frameOf(anchor, offset);
    return [{ scene: sceneOf(anchor), start, end: start + lengthOf(clips) }];
  });
  return heardOf(order.map(sceneOf), sounds);
}

function heardOf(scenes: readonly string[], sounds: readonly Sound[]): Heard {
  const ends = new Map<string, { readonly first: number; readonly last: number }>();
  for (const [index, scene] of scenes.entries())
    ends.set(scene, { first: ends.get(scene)?.first ?? index, last: index });
  return { scenes, ends, sounds: Map.groupBy(sounds, ({ scene }) => scene) };
}

const isLinkedTo = (picture: Clip, sound: Clip): boolean =>
  sound.linkId !== null && sound.linkId === picture.linkId && sound.isDisabled !== true;

/** Extends the last of some clips, and holds its last frame if its media is too short. */
function withTail(clips: readonly Clip[], frames: number, merge: Merge): readonly Clip[] {
  const last = clips.at(-1);
  if (!last || frames === 0) return clips;
  const durationFrames = last.durationFrames + frames;
  if (isHeldFrame(last))
    return [...clips.slice(0, -1), { ...last, durationFrames, speed: speedOfHeldFrame(durationFrames) }];
  const longer = withLength(last, durationFrames, merge);
  const rest = durationFrames - longer.durationFrames;
  const end = longer.sourceStartFrame + (longer.isReversed === true ? 0 : sourceLengthOf(longer) - 1);
  return [...clips.slice(0, -1), longer, ...(rest > 0 ? [heldFrame(longer, end, rest)] : [])];
}

/** Lets the first of some clips start earlier, and holds its first frame if its media does not go back so far. */
function withHead(clips: readonly Clip[], frames: number, { media }: Merge): readonly Clip[] {
  const [first, ...others] = clips;
  if (!first) return clips;
  const shown = media.byId.get(first.mediaId);
  const isStill = shown?.durationFrames === null;
  const { sourceStartFrame, speed = 1, isReversed } = first;
  const rest = (shown?.durationFrames ?? 0) - sourceStartFrame - sourceLengthOf(first);
  const room = Math.floor(Math.max(0, isReversed === true ? rest : sourceStartFrame) / speed);
  const earlier = isStill ? frames : isHeldFrame(first) ? 0 : Math.min(frames, room);
  const start = withEndsMoved(first, { later: -earlier, longer: 0, isStill });
  const frame =
    isReversed === true ? start.sourceStartFrame + sourceLengthOf(start) - 1 : start.sourceStartFrame;
  const held = earlier < frames ? [heldFrame(first, frame, frames - earlier)] : [];
  return [...held, start, ...others];
}
