import type { DrawPictureRequest } from '../../media-engine.ts';
import { analyzeScene } from './analyze-scene.ts';

/** Number of scenes after one that shows a thing, in which it is not shown again. */
const rest = 4;

type Scene = Pick<DrawPictureRequest, 'previousScenes' | 'sceneIndex' | 'projectTitle' | 'languageCode'>;

/** Returns the first of a scene's drawings that none of the few scenes before it can show; null for none. */
export function freshGlyph(request: Scene, glyphs: readonly string[]): string | null {
  const { previousScenes = [], sceneIndex } = request;
  const shown = previousScenes
    .slice(-rest)
    .flatMap(
      (scene, index, { length }) =>
        analyzeScene({ ...request, scene, sceneIndex: sceneIndex - length + index }).glyphs,
    );
  return glyphs.find((glyph) => !shown.includes(glyph)) ?? null;
}
