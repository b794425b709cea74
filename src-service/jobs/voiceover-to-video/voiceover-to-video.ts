import { defineJobKind, type JobKind } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { finishStages } from '../project-build/finish-stages.ts';
import { picturesStage, type PictureScript } from '../project-build/pictures-stage.ts';
import { presenterStages } from '../project-build/presenter-stage.ts';
import type { ProjectDraft } from '../project-build/project-draft.ts';
import { timelineStage } from '../project-build/timeline-stage.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { alignmentStage } from './alignment-stage.ts';
import { voiceoverToVideoStateSchema, type VoiceoverToVideoState } from './state.ts';

/**
 * Returns the text from which a recording's pictures are drawn: its speech. Without a transcript, the first picture is
 * drawn from the title and the others have no words.
 */
function scriptOfVoiceover(state: VoiceoverToVideoState): PictureScript {
  const { title, languageCode } = state;
  const scenes = state.speech.map(({ text, startsParagraph, durationFrames }, index) => ({
    text: text === '' && index === 0 ? title : text,
    isHeading: false,
    startsParagraph,
    durationFrames,
  }));
  return { title, languageCode, scenes };
}

/** Drafts a project from a recording that is split and whose scenes have pictures. */
function draftVoiceover(state: VoiceoverToVideoState): ProjectDraft {
  const { languageCode, captionStyle, logo, presenter, styleText } = state;
  const scenes = state.speech.map((scene, index) => {
    const picture = state.pictures[index];
    if (!picture) throw new Error('A scene is incomplete.');
    const { text, startsParagraph, durationFrames, words, fileName } = scene;
    return {
      text,
      durationFrames,
      words,
      picture,
      isHeading: false,
      startsSection: index === 0 || startsParagraph,
      speechFileName: fileName,
      presenterFileName: state.presenters[index] ?? null,
      pictureOrigin: state.pictureOrigin,
      isAudible: false,
    };
  });
  return { languageCode, scenes, captionStyle, logo, narration: null, presenter, styleText };
}

export const voiceoverToVideoKind = 'voiceover-to-video';

/** Creates the kind of job that turns a recording into scenes, pictures, a timeline, and a movie if requested. */
export function createVoiceoverToVideoKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineJobKind({
    kind: voiceoverToVideoKind,
    queue: 'long',
    stateSchema: voiceoverToVideoStateSchema,
    stagesOf: (state) => [
      alignmentStage(deps),
      picturesStage(deps, scriptOfVoiceover),
      ...presenterStages(deps, state),
      timelineStage(deps, draftVoiceover),
      ...finishStages(deps, state),
    ],
  });
}
