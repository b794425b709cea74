import type { JobKind } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { defineWorkflow } from '../project-build/define-workflow.ts';
import { picturesStage, type PictureScript } from '../project-build/pictures-stage.ts';
import { presenterStages } from '../project-build/presenter-stage.ts';
import { type ProjectDraft, sceneMediaOf } from '../project-build/project-draft.ts';
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
    return {
      ...sceneMediaOf(state, index),
      text: scene.text,
      isHeading: false,
      startsSection: index === 0 || scene.startsParagraph,
      pictureOrigin: state.pictureOrigin,
      isAudible: false,
    };
  });
  return { languageCode, scenes, captionStyle, logo, narration: null, presenter, styleText };
}

export const voiceoverToVideoKind = 'voiceover-to-video';

/** Creates the kind of job that turns a recording into scenes, pictures, a timeline, and a movie if requested. */
export function createVoiceoverToVideoKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineWorkflow(deps, {
    kind: voiceoverToVideoKind,
    stateSchema: voiceoverToVideoStateSchema,
    stagesOf: (state) => [
      alignmentStage(deps),
      picturesStage(deps, scriptOfVoiceover),
      ...presenterStages(deps, state),
    ],
    draftOf: draftVoiceover,
  });
}
