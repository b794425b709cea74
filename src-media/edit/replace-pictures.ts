import type { ProjectContent, ScenePicture } from '../project-content.ts';

/** New pictures by scene index. */
export type NewPictures = ReadonlyMap<number, ScenePicture>;

/** Replaces the pictures of some scenes; nothing else changes. */
export function replacePictures(content: ProjectContent, pictures: NewPictures): ProjectContent {
  return {
    ...content,
    scenes: content.scenes.map((scene, index) => ({
      ...scene,
      picture: pictures.get(index) ?? scene.picture,
    })),
  };
}
