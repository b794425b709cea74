import { type MergedNode, trackKey } from '../merge/merged-node.ts';
import type { Clip } from '../model/timeline.ts';
import type { ChangeOf } from './change.ts';
import { laidOut, type Layout, type Laying, type Mark, ownerOf } from './layout.ts';
import type { ArrangedScene, SceneCut } from './scene-cut.ts';

type Order = Layout['order'];

/** Removes a scene with all that belongs to it. */
export function removeScene(laying: Laying, { sceneId }: ArrangedScene): SceneCut {
  const order = laying.order.filter((picture) => picture.sceneId !== sceneId);
  const kept = new Set(order.map(({ id }) => id));
  const isKept = (node: MergedNode): boolean => {
    const owner = ownerOf(node, laying.arranged);
    return owner === null || kept.has(owner);
  };
  return laidOut(laying, { order, nodes: laying.nodes.filter(isKept) });
}

export function moveScene(
  laying: Laying,
  { sceneId }: ArrangedScene,
  { afterSceneId }: ChangeOf<'move'>,
): SceneCut | null {
  const moved = laying.order.filter((picture) => picture.sceneId === sceneId);
  const others = laying.order.filter((picture) => picture.sceneId !== sceneId);
  const order = insertedAfter(others, afterSceneId, moved);
  return order && laidOut(laying, { ...laying, order });
}

/** Null if there is no such scene. */
function insertedAfter(order: Order, afterSceneId: string | null, added: Order): Order | null {
  if (afterSceneId === null) return [...added, ...order];
  const last = order.findLastIndex(({ sceneId }) => sceneId === afterSceneId);
  return last === -1 ? null : order.toSpliced(last + 1, 0, ...added);
}

/** Adds a scene that shows media from their first frame; they are in the cut already. */
export function addScene(
  laying: Laying,
  { sceneId, afterSceneId }: ChangeOf<'add'>,
  clips: readonly Clip[],
): SceneCut | null {
  const { arranged, merge } = laying;
  const [like] = arranged.arrangement.pictures;
  const order = insertedAfter(laying.order, afterSceneId, [{ id: `new ${sceneId}`, sceneId }]);
  if (!like || !order) return null;
  const node: MergedNode = {
    id: `new ${sceneId}`,
    part: { ...like, id: `new ${sceneId}`, origin: null },
    clips,
    track: trackKey(merge.base, 'base', arranged.arrangement.primaryIndex),
    anchor: null,
    offset: 0,
    ending: 'free',
  };
  return laidOut(laying, { order, nodes: [...laying.nodes, node] });
}

/** Copies a scene with all that belongs to it but its markers. The copy follows it. */
export function duplicateScene(
  laying: Laying,
  { sceneId }: ArrangedScene,
  { newSceneId }: ChangeOf<'duplicate'>,
): SceneCut | null {
  const own = laying.order.filter((picture) => picture.sceneId === sceneId);
  const ids = new Set(own.map(({ id }) => id));
  const idOfCopy = (id: string): string => `${newSceneId} ${id}`;
  const order = insertedAfter(
    laying.order,
    sceneId,
    own.map(({ id }) => ({ id: idOfCopy(id), sceneId: newSceneId })),
  );
  const copies = laying.nodes.flatMap((node): readonly MergedNode[] => {
    const owner = ownerOf(node, laying.arranged);
    if (owner === null || !ids.has(owner)) return [];
    const id = idOfCopy(node.id);
    return [
      {
        ...node,
        id,
        part: { ...node.part, id, origin: null },
        clips: node.clips.map((clip) => ({ ...clip, linkId: clip.linkId && `${clip.linkId} ${newSceneId}` })),
        anchor: node.anchor === null ? null : idOfCopy(node.anchor),
      },
    ];
  });
  const placesOf = (mark: Mark): readonly Mark[] => {
    const isCopied = mark.durationFrames > 0 && ids.has(mark.anchor ?? '');
    return isCopied ? [mark, { ...mark, anchor: idOfCopy(mark.anchor ?? '') }] : [mark];
  };
  return order && laidOut(laying, { order, nodes: [...laying.nodes, ...copies], placesOf });
}
