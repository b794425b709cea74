import { hashText } from '../pictures/random.ts';
import {
  type ProjectContent,
  type ProjectScene,
  type SceneTransition,
  transitionStyles,
} from '../project-content.ts';
import { placeScenes } from './place-scenes.ts';

type Style = SceneTransition['style'];
/** Setting for a scope of transitions; null or undefined leaves it unchanged. */
export type TransitionChoice = Style | 'DYNAMIC' | 'NONE' | null | undefined;

/** Length in frames: a pop is quick, a move across the frame needs time. */
const lengths: Readonly<Record<Style, number>> = { FADE: 16, RISE: 14, PAN: 18, POP: 12, WIPE: 20 };

/** Chooses a style that differs from the previous one. The same scenes always get the same styles. */
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
 * Sets the transitions between sections and those between other scenes, each scope as a whole (contract supplement
 * §4.3.1). Limits each to half of the shorter neighbouring scene. Where that is too short to be visible, a cut remains.
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
