import type { MediaEngine } from '../media-engine.ts';
import type { ProjectContent, ProjectScene, SceneTransition } from '../project-content.ts';

/** Minimum length of a visible transition. */
const minTransitionFrames = 4;

/** Limits a transition to half of the shorter neighbour; null if it would be too short to be visible. */
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

/** Places scenes one after the other, from frame 0 on. Their transitions stay inside their neighbours. */
export function placeScenes(scenes: readonly ProjectScene[]): ProjectScene[] {
  let startFrame = 0;
  return scenes.map((scene, index) => {
    const transition = fitTransition(scene.transition, scenes[index - 1], scene);
    const placed = { ...scene, startFrame, transition };
    startFrame += scene.durationFrames;
    return placed;
  });
}

/** Returns the content with other scenes or scene lengths. Places the scenes and lays out the captions. */
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
