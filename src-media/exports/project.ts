/** Public API for the content of a project: types, pure edits and measures. */
export type { CaptionStyle } from '../captions/caption-style.ts';
export { addTransitions } from '../edit/add-transitions.ts';
export { addZoom } from '../edit/add-zoom.ts';
export { applyCleanUp } from '../edit/apply-clean-up.ts';
export { withScenes } from '../edit/place-scenes.ts';
export { planCleanUp } from '../edit/plan-clean-up.ts';
export type { SceneCleanUp } from '../edit/plan-clean-up.ts';
export { replacePictures } from '../edit/replace-pictures.ts';
export { replaceSpeech } from '../edit/replace-speech.ts';
export type { NewSpeech } from '../edit/replace-speech.ts';
export { resizeFrame } from '../edit/resize-frame.ts';
export { setLogo } from '../edit/set-logo.ts';
export { setMusic } from '../edit/set-music.ts';
export { disableCaptions, enableCaptions } from '../edit/show-captions.ts';
export { framesPerSecond, pictureOrigins, samplesPerSecond, transitionStyles } from '../project-content.ts';
export type {
  ProjectContent,
  ProjectLogo,
  ProjectNarration,
  ProjectPresenter,
  ProjectScene,
  ScenePicture,
  SpokenWord,
  StillZoom,
} from '../project-content.ts';
export { clipUnderSpeechDb, levelAt, musicLevels } from '../render/duck-music.ts';
export { logoPlace } from '../render/logo-place.ts';
export { loopMusic, pieceFrames } from '../render/loop-music.ts';
export { presenterPlace } from '../render/presenter-place.ts';
export { fitOf } from '../video/picture-fit.ts';
