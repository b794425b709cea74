import { endOf } from '../diff/match/cut-event.ts';
import { arrangeBase, type Arrangement, type Node } from '../merge/arrangement.ts';
import { beginsScene } from '../model/elements.ts';
import type { Timeline } from '../model/timeline.ts';

/** A cut, and the scene of each picture of its primary track, in order. */
export interface SceneCut {
  readonly cut: Timeline;
  readonly sceneIds: readonly string[];
}

/** A scene as pictures of the arrangement. */
export interface ArrangedScene {
  readonly sceneId: string;
  readonly pictures: readonly [Node, ...Node[]];
  readonly startFrame: number;
  readonly endFrame: number;
}

/** A cut with its scenes, and all other clips by the picture that they belong to. */
export interface ArrangedCut {
  readonly cut: Timeline;
  readonly arrangement: Arrangement;
  readonly scenes: readonly ArrangedScene[];
  readonly sceneBy: (picture: string | null) => ArrangedScene | undefined;
}

/** Returns a cut with its scenes named by their numbers. */
export function sceneCutOf(base: Timeline): SceneCut {
  let scene = 0;
  const { pictures } = arrangeBase(base);
  const sceneIds = pictures.map(({ event }, index) => {
    if (beginsScene(event.clip, pictures[index - 1]?.event.clip)) scene += 1;
    return String(scene);
  });
  return { cut: base, sceneIds };
}

export function arrangedCutOf({ cut, sceneIds }: SceneCut): ArrangedCut {
  const arrangement = arrangeBase(cut);
  const groups = new Map<string, [Node, ...Node[]]>();
  for (const [index, picture] of arrangement.pictures.entries()) {
    const sceneId = sceneIds[index] ?? '';
    const group = groups.get(sceneId);
    if (group) group.push(picture);
    else groups.set(sceneId, [picture]);
  }
  const scenes = [...groups].map(([sceneId, pictures]): ArrangedScene => {
    const [first] = pictures;
    const last = pictures.at(-1) ?? first;
    return { sceneId, pictures, startFrame: first.event.startFrame, endFrame: endOf(last.event) };
  });
  const byPicture = new Map(scenes.flatMap((scene) => scene.pictures.map(({ id }) => [id, scene])));
  return { cut, arrangement, scenes, sceneBy: (picture) => byPicture.get(picture ?? '') };
}
