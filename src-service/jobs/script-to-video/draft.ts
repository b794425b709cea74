import type { PictureScript } from '../project-build/pictures-stage.ts';
import { type DraftScene, type ProjectDraft, sceneMediaOf } from '../project-build/project-draft.ts';
import { planOf, type ScriptToVideoState } from './state.ts';

function draftScene(state: ScriptToVideoState, index: number): DraftScene {
  const scene = planOf(state).scenes[index];
  if (!scene) throw new Error('A scene is incomplete.');
  const isOwn = state.featuredFileIds[index] !== undefined;
  return {
    ...sceneMediaOf(state, index),
    text: scene.text,
    isHeading: scene.isHeading,
    startsSection: index === 0 || scene.startsParagraph,
    pictureOrigin: isOwn ? 'own' : state.pictureOrigin,
    isAudible: false,
  };
}

/** Drafts a project from a script whose scenes are spoken and have pictures. */
export function draftScript(state: ScriptToVideoState): ProjectDraft {
  const { languageCode, scenes } = planOf(state);
  return {
    languageCode,
    scenes: scenes.map((_scene, index) => draftScene(state, index)),
    captionStyle: {},
    logo: null,
    narration: {
      voiceKey: state.voiceKey,
      speed: state.speed,
      actorEntityId: state.presenter?.actorEntityId ?? null,
    },
    presenter: state.presenter,
    styleText: state.styleText,
  };
}

/** Returns the text from which a script's pictures are drawn, once every scene is spoken. */
export function scriptOfPictures(state: ScriptToVideoState): PictureScript {
  const { title, languageCode, scenes } = planOf(state);
  const timed = scenes.map((scene, index) => ({
    ...scene,
    durationFrames: state.speech[index]?.durationFrames ?? 0,
  }));
  return { title, languageCode, scenes: timed };
}
