/** Public API of the media engine: its tools and its errors. */
export type { AvatarActor, AvatarTools } from '../avatars/avatar-tools.ts';
export type { ClipTools, MadeClip } from '../clips/clip-tools.ts';
export type { DocumentDescription } from '../documents/document-tools.ts';
export type { SlideLook } from '../documents/slide-look.ts';
export { type SlideshowTheme, slideshowThemeSchema } from '../documents/slideshow-theme.ts';
export { longestUpscaledSide } from '../images/image-tools.ts';
export type { ImageTools } from '../images/image-tools.ts';
export type {
  EngineVoice,
  MediaEngine,
  RenderMovieRequest,
  RenderScene,
  SpeakSceneRequest,
  SpokenScene,
} from '../media-engine.ts';
export type { TaskOptions } from '../task-options.ts';
export { MediaError } from '../media-error.ts';
export type { MediaErrorCode } from '../media-error.ts';
export { streamingFileNames } from '../media/files/file-tools.ts';
export type { MovieMeasures, PictureMeasures, SoundMeasures } from '../media/files/file-tools.ts';
export { extensionOfMimeType } from '../media/mime-types.ts';
export type { RecordedScene } from '../recordings/recording-tools.ts';
export type { SoundTools } from '../sounds/sound-tools.ts';
export type { PlannedScene, ScriptPlan } from '../../src-shared/script/cut-script.ts';
