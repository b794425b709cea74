import { hashText } from '../pictures/random.ts';
import {
  type ProjectContent,
  type ProjectScene,
  type SceneTransition,
  transitionStyles,
} from '../project-content.ts';
import { placeScenes } from './place-scenes.ts';

type Style = SceneTransition['style'];
/** What a scope of transitions is set to; null or nothing leaves it alone. */
export type TransitionChoice = Style | 'DYNAMIC' | 'NONE' | null | undefined;

/** Frames each takes: what pops is quick, what travels over the frame needs time. */
const lengths: Readonly<Record<Style, number>> = { FADE: 16, RISE: 14, PAN: 18, POP: 12, WIPE: 20 };

/** Another style than the one before; always the same for the same scenes. */
function varied(scene: ProjectScene, before: Style | null): Style {
  const choices = transitionStyles.filter((style) => style !== before);
  return choices[hashText(scene.sceneId) % choices.length] ?? 'FADE';
}

function chosen(choice: TransitionChoice, scene: ProjectScene, before: Style | null): SceneTransition | null {
  if (choice === null || choice === undefined) return scene.transition;
  if (choice === 'NONE') return null;
  const style = choice === 'DYNAMIC' ? varied(scene, before) : choice;
  return { style, durationFrames: lengths[style] };
}

/**
 * Sets the transitions between sections and those between the other scenes, each scope as a whole (contract
 * supplement §4.3.1). None is longer than half of the shorter scene beside it; where that leaves nothing to be
 * seen, there is a cut.
 */
export function addTransitions(
  content: ProjectContent,
  choices: { readonly section: TransitionChoice; readonly asset: TransitionChoice },
): ProjectContent {
  let before: Style | null = null;
  const scenes = content.scenes.map((scene, index) => {
    const choice = scene.startsSection ? choices.section : choices.asset;
    const transition = index === 0 ? null : chosen(choice, scene, before);
    before = transition?.style ?? before;
    return { ...scene, transition };
  });
  return { ...content, scenes: placeScenes(scenes) };
}
