import type { MediaEngine } from '../media-engine.ts';
import type { ProjectContent } from '../project-content.ts';
import { withScenes } from './place-scenes.ts';
import type { SceneCleanUp } from './plan-clean-up.ts';

/** A scene after its clean-up, and its new sound. */
export interface CleanedScene extends SceneCleanUp {
  readonly speechFileId: string;
  readonly presenterFileId: string | null;
}

/** Applies the clean-up to a project: shorter scenes, words at their new times, new caption layout. */
export function applyCleanUp(
  content: ProjectContent,
  cleaned: readonly CleanedScene[],
  engine: Pick<MediaEngine, 'layOutCaptions'>,
): ProjectContent {
  const byIndex = new Map(cleaned.map((scene) => [scene.sceneIndex, scene]));
  let opensSection = false;
  const scenes = content.scenes.flatMap((scene, index) => {
    const change = byIndex.get(index);
    if (change?.durationFrames === 0) {
      opensSection ||= scene.startsSection;
      return [];
    }
    const startsSection = scene.startsSection || opensSection;
    opensSection = false;
    if (!change) return [{ ...scene, startsSection }];
    const { durationFrames, text, words, speechFileId, presenterFileId } = change;
    return [{ ...scene, startsSection, durationFrames, text, words, speechFileId, presenterFileId }];
  });
  return withScenes(content, scenes, engine);
}
