import { withLength } from '../merge/lay-out.ts';
import { heldFrame } from '../merge/merge-clip.ts';
import type { Merge } from '../merge/merged-node.ts';
import { isHeldFrame, sourceLengthOf, speedOfHeldFrame, withEndsMoved } from '../model/placement.ts';
import type { Clip } from '../model/timeline.ts';
import type { ChangeOf } from './change.ts';
import { laidOut, type Layout, type Laying } from './layout.ts';
import type { ArrangedScene, SceneCut } from './scene-cut.ts';
import { type Beside, clipsOfScene, lengthOfScene, type MarkInScene, withScene } from './scene-layout.ts';

/** Makes a scene longer or shorter at one of its ends. What follows moves. */
export function trimScene(
  laying: Laying,
  scene: ArrangedScene,
  { edge, durationFrames }: ChangeOf<'trim'>,
): SceneCut {
  const later = lengthOfScene(scene) - durationFrames;
  return laidOut(
    laying,
    edge === 'end' ? withEndAt(laying, scene, durationFrames) : withStartMoved(laying, scene, later),
  );
}

/**
 * Lets a scene end after some frames. What lasted as long as it still does, as far as its media allow; what began later
 * is left out, and a note then is at the new end.
 */
function withEndAt(laying: Laying, scene: ArrangedScene, frames: number): Layout {
  const old = lengthOfScene(scene);
  return withScene(laying, scene, {
    clips: withFrames(clipsOfScene(scene), frames, scene, laying.merge),
    beside: (beside) => endingWith(beside, old, frames, laying.merge),
    mark: ({ offset, durationFrames }) => {
      const isBeyond = offset >= frames && offset < old;
      if (durationFrames === 0) return { offset: isBeyond ? frames - 1 : offset, durationFrames };
      if (isBeyond) return null;
      const isCut = offset + durationFrames > frames && offset + durationFrames <= old;
      return { offset, durationFrames: isCut ? frames - offset : durationFrames };
    },
  });
}

/** Fits a clip beside the pictures of a scene into the scene's new length; null for one that began after it. */
export function endingWith(
  { clip, start }: Beside,
  old: number,
  frames: number,
  merge: Merge,
): Pick<Beside, 'start' | 'clip'> | null {
  if (start >= frames && start < old) return null;
  const end = start + clip.durationFrames;
  const wanted = end < old ? Math.min(end, frames) : end - old + frames;
  return { start, clip: withLength(clip, Math.max(1, wanted - start), merge) };
}

/** Lets a scene begin some frames later, or earlier as far as its media allow. */
function withStartMoved(laying: Laying, scene: ArrangedScene, wanted: number): Layout {
  const { merge } = laying;
  const [first] = scene.pictures;
  const later = Math.max(wanted, -roomBefore(first.event.clip, merge));
  const mark = ({ offset, durationFrames }: MarkInScene): MarkInScene | null => {
    const moved = offset - later;
    if (durationFrames === 0) return { offset: Math.max(0, moved), durationFrames };
    if (moved >= 0 || offset < 0) return { offset: moved, durationFrames };
    return moved + durationFrames > 0 ? { offset: 0, durationFrames: moved + durationFrames } : null;
  };
  return withScene(laying, scene, {
    clips: withoutHead(clipsOfScene(scene), later, merge),
    beside: ({ clip, start }) => {
      const cut = start <= 0 ? Math.max(later, -roomBefore(clip, merge)) : Math.max(0, later - start);
      const isCutOff = cut >= clip.durationFrames;
      return isCutOff ? null : { start: start - later + cut, clip: startingLater(clip, cut, merge) };
    },
    mark: (one) => (one.offset === 0 && one.durationFrames === 0 ? one : mark(one)),
  });
}

/** Cuts frames off the first of some clips, which keep the transition into them. */
function withoutHead(clips: readonly Clip[], frames: number, merge: Merge): readonly Clip[] {
  let rest = frames;
  const kept = clips.flatMap((clip) => {
    const cut = rest;
    rest = Math.max(0, rest - clip.durationFrames);
    return cut < clip.durationFrames ? startingLater(clip, cut, merge) : [];
  });
  const [first, ...others] = kept;
  const transition = clips[0]?.transition;
  return first && transition ? [{ ...first, transition }, ...others] : kept;
}

/** Fits the clips of a scene into its length. The last frame is held where the last clip's media is too short. */
export function withFrames(
  clips: readonly Clip[],
  frames: number,
  scene: Pick<ArrangedScene, 'sceneId'>,
  merge: Merge,
): readonly Clip[] {
  let rest = frames;
  const fitted = clips.flatMap((clip) => {
    const room = rest;
    rest = Math.max(0, rest - clip.durationFrames);
    return room > 0 ? withEnd(clip, Math.min(room, clip.durationFrames), merge) : [];
  });
  const last = fitted.at(-1);
  if (!last || rest === 0) return fitted;
  const durationFrames = last.durationFrames + rest;
  const longer = withHeldFrame(withEnd(last, durationFrames, merge), durationFrames, scene);
  return [...fitted.slice(0, -1), ...longer];
}

/** Lets the last frame of a clip follow it up to a length, in its link. */
export function withHeldFrame(
  clip: Clip,
  durationFrames: number,
  { sceneId }: Pick<ArrangedScene, 'sceneId'>,
): readonly Clip[] {
  const rest = durationFrames - clip.durationFrames;
  if (rest <= 0) return [clip];
  const { sourceStartFrame, isReversed } = clip;
  const frame = isReversed === true ? sourceStartFrame : sourceStartFrame + sourceLengthOf(clip) - 1;
  const linkId = clip.linkId ?? `scene ${sceneId}`;
  return [
    { ...clip, linkId },
    { ...heldFrame(clip, frame, rest), linkId },
  ];
}

/** Moves the end of a clip, as far as its media allow. */
export function withEnd(clip: Clip, frames: number, merge: Merge): Clip {
  if (!isHeldFrame(clip)) return withLength(clip, frames, merge);
  return { ...clip, durationFrames: frames, speed: speedOfHeldFrame(frames) };
}

/** Moves the beginning of a clip; what remains looks and sounds the same at every frame. */
export function startingLater(clip: Clip, frames: number, merge: Merge): Clip {
  if (frames === 0) return clip;
  if (isHeldFrame(clip)) return withEnd(clip, clip.durationFrames - frames, merge);
  const moved = withEndsMoved(clip, { later: frames, longer: 0, isStill: isStill(clip, merge) });
  const levels = clip.levels?.map((point) => ({ ...point, frame: point.frame - frames }));
  return { ...moved, ...(levels && { levels }) };
}

const isStill = ({ mediaId }: Clip, { media }: Merge): boolean =>
  media.byId.get(mediaId)?.durationFrames === null;

/** Number of frames by which a clip can begin earlier. */
function roomBefore(clip: Clip, merge: Merge): number {
  if (isStill(clip, merge)) return Infinity;
  if (isHeldFrame(clip)) return 0;
  const { sourceStartFrame, speed = 1, isReversed } = clip;
  const length = merge.media.byId.get(clip.mediaId)?.durationFrames ?? 0;
  const room = isReversed === true ? length - sourceStartFrame - sourceLengthOf(clip) : sourceStartFrame;
  return Math.max(0, Math.floor(room / speed));
}
