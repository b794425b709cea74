import type { MediaEngine } from '../media-engine.ts';
import type { ProjectContent } from '../project-content.ts';
import { withScenes } from './place-scenes.ts';
import { type NewPictures, replacePictures } from './replace-pictures.ts';

/** What a project looks like in another frame: its size, and pictures of that size by the index of their scenes. */
export interface NewFrame {
  readonly width: number;
  readonly height: number;
  readonly pictures: NewPictures;
}

/** The content in another frame; its captions are broken into lines again. */
export function resizeFrame(
  content: ProjectContent,
  frame: NewFrame,
  engine: Pick<MediaEngine, 'layOutCaptions'>,
): ProjectContent {
  const { width, height, pictures } = frame;
  const resized = replacePictures({ ...content, width, height }, pictures);
  return withScenes(resized, resized.scenes, engine);
}
