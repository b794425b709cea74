import type { JobKind } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { defineWorkflow } from '../project-build/define-workflow.ts';
import { type DraftScene, type ProjectDraft, sceneMediaOf } from '../project-build/project-draft.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { scenesStage } from './scenes-stage.ts';
import { type StoryboardToVideoState, storyboardToVideoStateSchema } from './state.ts';
import { voiceoverStage, wantedFramesOf } from './voiceover-stage.ts';

export const storyboardToVideoKind = 'storyboard-to-video';

function draftScene(state: StoryboardToVideoState, index: number): DraftScene {
  const scene = state.scenes[index];
  if (!scene) throw new Error('A scene is incomplete.');
  return {
    ...sceneMediaOf(state, index),
    title: scene.title,
    text: scene.voiceover,
    isHeading: false,
    startsSection: true,
    minDurationFrames: wantedFramesOf(scene),
    pictureOrigin: 'drawn',
    isAudible: false,
  };
}

function draftStoryboard(state: StoryboardToVideoState): ProjectDraft {
  const { languageCode, voiceKey, styleText } = state;
  const isNarrated = state.scenes.some((scene) => scene.voiceover !== '');
  return {
    languageCode,
    scenes: state.scenes.map((_scene, index) => draftScene(state, index)),
    captionStyle: {},
    logo: null,
    narration: isNarrated ? { voiceKey, speed: 1, actorEntityId: null } : null,
    styleText,
  };
}

/** Creates the kind of job that turns scenes into a project with a section for each, and a movie if requested. */
export function createStoryboardToVideoKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineWorkflow(deps, {
    kind: storyboardToVideoKind,
    stateSchema: storyboardToVideoStateSchema,
    stagesOf: () => [voiceoverStage(deps), scenesStage(deps)],
    draftOf: draftStoryboard,
  });
}
