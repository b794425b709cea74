import type { MergedNode } from '../merge/merged-node.ts';
import type { Clip } from '../model/timeline.ts';
import { type Layout, type Laying, type Mark, ownerOf } from './layout.ts';
import type { ArrangedScene } from './scene-cut.ts';

/** A clip beside the pictures of a scene, in frames from the scene's first. */
export interface Beside {
  readonly node: MergedNode;
  readonly start: number;
  readonly clip: Clip;
}

/** Place of a caption or marker, in frames from the first of its scene. */
export type MarkInScene = Omit<Mark, 'anchor'>;

interface SceneChange {
  /** Clips that the scene shows. */
  readonly clips: readonly Clip[];
  /** What becomes of a clip beside them; null where it is left out. Unchanged if absent. */
  readonly beside?: (beside: Beside) => Pick<Beside, 'start' | 'clip'> | null;
  /** Where a caption or marker goes; null where it is left out. Unmoved if absent. */
  readonly mark?: (mark: MarkInScene) => MarkInScene | null;
}

/** Changes a scene and leaves the others as they are. */
export function withScene(
  laying: Laying,
  scene: ArrangedScene,
  { clips, beside = (one) => one, mark = (one) => one }: SceneChange,
): Layout {
  const [first, ...others] = scene.pictures.map(({ id }) => id);
  const gone = new Set(others);
  const nodes = laying.nodes.flatMap((node): readonly MergedNode[] => {
    if (node.id === first) return [{ ...node, clips }];
    if (gone.has(node.id)) return [];
    const old = besideOf(node, laying, scene);
    if (!old) return [node];
    const now = beside(old);
    return now ? [{ ...node, ...anchoredTo(scene, now.start), clips: [now.clip] }] : [];
  });
  return {
    order: laying.order.filter(({ id }) => !gone.has(id)),
    nodes,
    placesOf: (place) => {
      const old = markIn(place, scene);
      const now = old && mark(old);
      if (!old) return [place];
      return now ? [{ ...now, ...anchoredTo(scene, now.offset) }] : [];
    },
  };
}

export const lengthOfScene = ({ startFrame, endFrame }: ArrangedScene): number => endFrame - startFrame;

export const clipsOfScene = ({ pictures }: ArrangedScene): readonly Clip[] =>
  pictures.map(({ event }) => event.clip);

/** Link of a scene; one of its own if it has none. */
export const linkOfScene = ({ pictures: [{ event }], sceneId }: ArrangedScene): string =>
  event.clip.linkId ?? `scene ${sceneId}`;

export const anchoredTo = (
  { pictures: [first] }: ArrangedScene,
  offset: number,
): Pick<MergedNode, 'anchor' | 'offset'> => ({ anchor: first.id, offset });

/** Null for pictures and for clips of other scenes. */
export function besideOf(node: MergedNode, { arranged }: Laying, scene: ArrangedScene): Beside | null {
  const [clip] = node.clips;
  const owner = scene.pictures.find(({ id }) => id === ownerOf(node, arranged));
  if (!clip || !owner || owner.id === node.id) return null;
  return { node, clip, start: owner.event.startFrame - scene.startFrame + node.offset };
}

/** Null for marks of other scenes. */
export function markIn(mark: Mark, scene: ArrangedScene): MarkInScene | null {
  const picture = scene.pictures.find(({ id }) => id === mark.anchor);
  return picture ? { ...mark, offset: picture.event.startFrame - scene.startFrame + mark.offset } : null;
}
