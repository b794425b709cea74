import type { MediaEngine } from '../media-engine.ts';
import type { ProjectContent } from '../project-content.ts';
import { withScenes } from './place-scenes.ts';
import { type NewPictures, replacePictures } from './replace-pictures.ts';

/** A project's new frame size, and pictures of that size by scene index. */
export interface NewFrame {
  readonly width: number;
  readonly height: number;
  readonly pictures: NewPictures;
}

/** Moves the content to another frame size and breaks its captions into lines for it. */
export function resizeFrame(
  content: ProjectContent,
  frame: NewFrame,
  engine: Pick<MediaEngine, 'layOutCaptions'>,
): ProjectContent {
  const { width, height, pictures } = frame;
  const resized = replacePictures({ ...content, width, height }, pictures);
  return withScenes(resized, resized.scenes, engine);
}
