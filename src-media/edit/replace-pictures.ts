import type { ProjectContent, ScenePicture } from '../project-content.ts';

/** New pictures by the index of their scene. */
export type NewPictures = ReadonlyMap<number, ScenePicture>;

/** The content with other pictures in some of its scenes; nothing else changes. */
export function replacePictures(content: ProjectContent, pictures: NewPictures): ProjectContent {
  return {
    ...content,
    scenes: content.scenes.map((scene, index) => ({
      ...scene,
      picture: pictures.get(index) ?? scene.picture,
    })),
  };
}
