import type { PictureScript } from '../project-build/pictures-stage.ts';
import type { ProjectDraft } from '../project-build/project-draft.ts';
import type { VoiceoverToVideoState } from './state.ts';

/**
 * What the pictures of a recording are drawn from: what is said. Where nobody knows that, its first picture has its
 * name, and the others have no words.
 */
export function scriptOfVoiceover(state: VoiceoverToVideoState): PictureScript {
  const { title, languageCode } = state;
  const scenes = state.speech.map(({ text, startsParagraph, durationFrames }, index) => ({
    text: text === '' && index === 0 ? title : text,
    isHeading: false,
    startsParagraph,
    durationFrames,
  }));
  return { title, languageCode, scenes };
}

/** The project of a recording once it is cut and every scene has its picture. */
export function draftVoiceover(state: VoiceoverToVideoState): ProjectDraft {
  const { languageCode, captionStyle, logo, styleText } = state;
  const scenes = state.speech.map((scene, index) => {
    const picture = state.pictures[index];
    if (!picture) throw new Error('A scene is incomplete.');
    const { text, startsParagraph, durationFrames, words, fileName } = scene;
    return {
      ...{ text, durationFrames, words, picture },
      isHeading: false,
      startsSection: index === 0 || startsParagraph,
      speechFileName: fileName,
      presenterFileName: state.presenters[index] ?? null,
      pictureOrigin: state.pictureOrigin,
      isAudible: false,
    };
  });
  return { languageCode, scenes, captionStyle, logo, narration: null, styleText };
}
