import { endOf } from '../diff/match/cut-event.ts';
import { arrangeBase, type Arrangement, type Node } from '../merge/arrangement.ts';
import { beginsScene } from '../model/begins-scene.ts';
import type { Timeline } from '../model/timeline.ts';

/** A cut, and the ids of its scenes in order. */
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

export function sceneCutOf(base: Timeline): SceneCut {
  const scenes = groupsOf(arrangeBase(base).pictures);
  return { cut: base, sceneIds: scenes.map((_, index) => String(index + 1)) };
}

export function arrangedCutOf({ cut, sceneIds }: SceneCut): ArrangedCut {
  const arrangement = arrangeBase(cut);
  const scenes = groupsOf(arrangement.pictures).map((pictures, index): ArrangedScene => {
    const [first] = pictures;
    const last = pictures.at(-1) ?? first;
    const span = { startFrame: first.event.startFrame, endFrame: endOf(last.event) };
    return { sceneId: sceneIds[index] ?? String(index + 1), pictures, ...span };
  });
  const byPicture = new Map(scenes.flatMap((scene) => scene.pictures.map(({ id }) => [id, scene])));
  return { cut, arrangement, scenes, sceneBy: (picture) => byPicture.get(picture ?? '') };
}

function groupsOf(pictures: readonly Node[]): readonly (readonly [Node, ...Node[]])[] {
  const groups: [Node, ...Node[]][] = [];
  for (const picture of pictures) {
    const group = groups.at(-1);
    if (!group || beginsScene(picture.event.clip, group.at(-1)?.event.clip)) groups.push([picture]);
    else group.push(picture);
  }
  return groups;
}
