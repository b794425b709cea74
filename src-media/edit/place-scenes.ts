import type { MediaEngine } from '../media-engine.ts';
import type { ProjectContent, ProjectScene, SceneTransition } from '../project-content.ts';

/** A shorter transition is not seen as one. */
const minTransitionFrames = 4;

/** A transition no longer than half of the shorter neighbour; null when nothing to be seen would be left. */
function fitTransition(
  transition: SceneTransition | null,
  before: Pick<ProjectScene, 'durationFrames'> | undefined,
  scene: Pick<ProjectScene, 'durationFrames'>,
): SceneTransition | null {
  if (!transition || !before) return null;
  const most = Math.floor(Math.min(before.durationFrames, scene.durationFrames) / 2);
  const durationFrames = Math.min(transition.durationFrames, most);
  return durationFrames < minTransitionFrames ? null : { ...transition, durationFrames };
}

/** Puts scenes one after the other, from frame 0 on; their transitions stay inside their neighbours. */
export function placeScenes(scenes: readonly ProjectScene[]): ProjectScene[] {
  let startFrame = 0;
  return scenes.map((scene, index) => {
    const transition = fitTransition(scene.transition, scenes[index - 1], scene);
    const placed = { ...scene, startFrame, transition };
    startFrame += scene.durationFrames;
    return placed;
  });
}

/** The content with other scenes, or scenes of other lengths: placed again, captions laid out again. */
export function withScenes(
  content: ProjectContent,
  scenes: readonly ProjectScene[],
  engine: Pick<MediaEngine, 'layOutCaptions'>,
): ProjectContent {
  const { languageCode, width, height } = content;
  const placed = placeScenes(scenes);
  const captions = engine.layOutCaptions(placed, { languageCode, aspect: { width, height } });
  return { ...content, scenes: placed, captions };
}
