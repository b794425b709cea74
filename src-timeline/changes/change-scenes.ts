import { withPartOf } from '../merge/clip-changes.ts';
import type { Merge, MergedNode } from '../merge/merged-node.ts';
import { clipExtras } from '../model/clip-extras.ts';
import { headFramesOf, overlapFramesOf } from '../model/placement.ts';
import type { Clip } from '../model/timeline.ts';
import { startingLater, withEnd, withFrames } from './change-length.ts';
import type { ChangeOf } from './change.ts';
import { laidOut, type Laying } from './layout.ts';
import type { ArrangedScene, SceneCut } from './scene-cut.ts';
import {
  anchoredTo,
  besideOf,
  clipsOfScene,
  lengthOfScene,
  linkOfScene,
  markIn,
  withScene,
} from './scene-layout.ts';
import { isClipSound } from './scene-sounds.ts';

/** Divides a scene, with its sounds, at a frame; not within the transition at either of its ends. */
export function splitScene(
  laying: Laying,
  scene: ArrangedScene,
  { newSceneId, frame }: ChangeOf<'split'>,
): SceneCut | null {
  const { merge, arranged } = laying;
  const [first] = scene.pictures;
  const next = arranged.arrangement.pictures.find(({ previous }) => previous === scene.pictures.at(-1)?.id);
  const room = lengthOfScene(scene) - (next ? headFramesOf(next.event.clip) : 0);
  if (frame >= room || frame < Math.max(1, overlapFramesOf(first.event.clip))) return null;
  const { linkId } = first.event.clip;
  const relinked = (clip: Clip): Clip =>
    clip.linkId === null || clip.linkId !== linkId ? clip : { ...clip, linkId: `scene ${newSceneId}` };
  const id = `new ${newSceneId}`;
  const restOf = (clip: Clip, start: number): Clip =>
    relinked(start >= frame ? clip : laterPart(clip, frame - start, merge));
  const pictures = scene.pictures.map(({ event }) => ({
    clip: event.clip,
    start: event.startFrame - scene.startFrame,
  }));
  const isBefore = ({ start }: { readonly start: number }): boolean => start < frame;
  const isAfter = ({ start, clip }: { readonly start: number; readonly clip: Clip }): boolean =>
    start + clip.durationFrames > frame;
  const layout = withScene(laying, scene, {
    clips: pictures.filter(isBefore).map(({ clip, start }) => earlierPart(clip, frame - start, merge)),
    beside: (one) =>
      isBefore(one) ? { ...one, clip: earlierPart(one.clip, frame - one.start, merge) } : null,
  });
  const rest = laying.nodes.flatMap((node): readonly MergedNode[] => {
    const ofRest = {
      ...node,
      id: `${id} ${node.id}`,
      part: { ...node.part, id: `${id} ${node.id}`, origin: null },
    };
    if (node.id === first.id) {
      const clips = pictures.filter(isAfter).map(({ clip, start }) => restOf(clip, start));
      return [{ ...ofRest, id, offset: 0, clips }];
    }
    const one = besideOf(node, laying, scene);
    if (!one || !isAfter(one)) return [];
    const offset = Math.max(0, one.start - frame);
    return [{ ...ofRest, anchor: id, offset, clips: [restOf(one.clip, one.start)] }];
  });
  return laidOut(laying, {
    order: layout.order.flatMap((picture) =>
      picture.id === first.id ? [picture, { id, sceneId: newSceneId }] : [picture],
    ),
    nodes: [...layout.nodes, ...rest],
    placesOf: (mark) => {
      const one = markIn(mark, scene);
      const isOfRest = one !== null && one.offset >= frame;
      return isOfRest
        ? [{ ...one, anchor: id, offset: one.offset - frame }]
        : (layout.placesOf?.(mark) ?? []);
    },
  });
}

/** Returns a clip up to one of its frames. */
function earlierPart(clip: Clip, frames: number, merge: Merge): Clip {
  if (frames >= clip.durationFrames) return clip;
  const fades = clip.fades && { ...clip.fades, outFrames: 0 };
  return withPartOf(withEnd(clip, frames, merge), clipExtras({ fades }), ['fades']);
}

/** Returns a clip from one of its frames on. */
function laterPart(clip: Clip, frames: number, merge: Merge): Clip {
  const fades = clip.fades && { ...clip.fades, inFrames: 0 };
  return withPartOf(startingLater(clip, frames, merge), clipExtras({ fades }), ['fades', 'transition']);
}

/**
 * Lets the picture of a scene last through the next one, whose sound, captions and notes stay. The own sound of the next
 * picture goes with it, unless that picture continues the first.
 */
export function joinScenes(laying: Laying, scene: ArrangedScene, next: ArrangedScene): SceneCut {
  const linkId = linkOfScene(scene);
  const linked = (clip: Clip): Clip => ({ ...clip, linkId });
  const later = next.startFrame - scene.startFrame;
  const isContinued = scene.pictures[0].event.mediaKey === next.pictures[0].event.mediaKey;
  const clips = withFrames(clipsOfScene(scene), next.endFrame - scene.startFrame, scene, laying.merge);
  const joined = withScene(laying, scene, {
    clips: clips.map(linked),
    beside: (one) => ({ ...one, clip: one.clip.linkId === null ? one.clip : linked(one.clip) }),
  });
  const gone = new Set(next.pictures.map(({ id }) => id));
  const nodes = joined.nodes.flatMap((node): readonly MergedNode[] => {
    if (gone.has(node.id)) return [];
    const one = besideOf(node, laying, next);
    if (!one) return [node];
    if (!isContinued && node.part.event.trackKind === 'audio' && isClipSound(node.part, next)) return [];
    const clip = one.clip.linkId === null ? one.clip : linked(one.clip);
    return [{ ...node, ...anchoredTo(scene, one.start + later), clips: [clip] }];
  });
  return laidOut(laying, {
    order: joined.order.filter(({ id }) => !gone.has(id)),
    nodes,
    placesOf: (mark) => {
      const one = markIn(mark, next);
      return one ? [{ ...one, ...anchoredTo(scene, one.offset + later) }] : (joined.placesOf?.(mark) ?? []);
    },
  });
}
