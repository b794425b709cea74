import { defineJobKind, type JobKind } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { finishStages } from '../project-build/finish-stages.ts';
import type { DraftScene, ProjectDraft } from '../project-build/project-draft.ts';
import { timelineStage } from '../project-build/timeline-stage.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { scenesStage } from './scenes-stage.ts';
import { type StoryboardToVideoState, storyboardToVideoStateSchema } from './state.ts';
import { voiceoverStage, wantedFramesOf } from './voiceover-stage.ts';

export const storyboardToVideoKind = 'storyboard-to-video';

function draftScene(state: StoryboardToVideoState, index: number): DraftScene {
  const scene = state.scenes[index];
  const spoken = state.speech[index];
  const picture = state.pictures[index];
  if (!scene || !spoken || !picture) throw new Error('A scene is incomplete.');
  return {
    title: scene.title,
    text: scene.voiceover,
    isHeading: false,
    startsSection: true,
    durationFrames: spoken.durationFrames,
    minDurationFrames: wantedFramesOf(scene),
    words: spoken.words,
    speechFileName: spoken.fileName,
    presenterFileName: null,
    picture,
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
  return defineJobKind({
    kind: storyboardToVideoKind,
    queue: 'long',
    stateSchema: storyboardToVideoStateSchema,
    stagesOf: (state) => [
      voiceoverStage(deps),
      scenesStage(deps),
      timelineStage(deps, draftStoryboard),
      ...finishStages(deps, state),
    ],
  });
}
