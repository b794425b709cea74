import {
  addTransitions,
  addZoom,
  disableCaptions,
  enableCaptions,
  setLogo,
  setMusic,
  resizeFrame,
  replacePictures,
  framesPerSecond,
  pieceFrames,
  type ScenePicture,
} from '@dailies/media/project';
import { primaryLanguage } from '@dailies/media/script';
import type { RemixAction } from '../../../src-shared/api/remix.ts';
import { ApiError } from '../../api-error.ts';
import { findMedia } from '../project-media.ts';
import { animateStill } from './animate-still.ts';
import { changeNarrator } from './change-narrator.ts';
import { cleanUpTranscript } from './clean-up-transcript.ts';
import { eligibleStills } from './eligible-stills.ts';
import { makePictureAgain, sameWish, isDrawn, wasStill } from './make-picture-again.ts';
import { regenerateImages } from './regenerate-images.ts';
import {
  type RemixContext,
  type RemixOutcome,
  type RemixWork,
  sceneAt,
  workOnScenes,
} from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';
import { upscaleAssets } from './upscale-assets.ts';

/** Animates every eligible still. Zooms are dropped, because the clips move by themselves. */
const convertImagesToVideos: RemixWork<'CONVERT_IMAGES_TO_VIDEOS'> = async (deps, context, action) => {
  const { content } = context;
  const stills = eligibleStills(deps.files, content);
  if (stills.length === 0) return { content };
  const { width, height } = content;
  const pictures = await workOnScenes(context, stills, async (index, task): Promise<ScenePicture> => {
    const { picture, durationFrames } = sceneAt(content, index);
    const { path } = await findMedia(deps, picture.fileId);
    const clip = await animateStill(
      deps,
      context,
      index,
      {
        stillPath: path,
        frame: { width, height },
        durationFrames,
        motionPrompt: action.motionPrompt ?? '',
        mayBeHeard: action.muteOutputVideos === false,
      },
      task,
    );
    const { origin, variant, styleText, prompt, sourceFileId = picture.fileId } = picture;
    return { ...clip, origin, variant, styleText, prompt, sourceFileId };
  });
  return { content: replacePictures(content, pictures) };
};

const minSeconds = 4;
const maxFrames = 300 * framesPerSecond;
const workName = 'music.wav';

/**
 * Composes a piece as long as the project and replaces its music at the same volume. In a long project the piece
 * repeats, because composing takes a seventh of the playing time.
 */
const generateMusic: RemixWork<'GENERATE_MUSIC'> = async (deps, context, { prompt }) => {
  const { content, revision, project, media, signal, onProgress } = context;
  const frames = content.scenes.reduce((sum, scene) => sum + scene.durationFrames, 0);
  const durationSeconds = Math.max(minSeconds, pieceFrames(frames, maxFrames) / framesPerSecond);
  const order = {
    prompt,
    durationSeconds,
    seed: `${prompt} ${revision}`,
    outputPath: media.pathOf(workName),
  };
  const made = await deps.engine.sounds.composeMusic(order, { signal, onProgress });
  const fileId = await media.takeIn({
    role: 'music',
    type: 'AUDIO',
    workName,
    displayName: `${project.title}, music`,
    durationFrames: Math.round(made.durationSeconds * framesPerSecond),
  });
  return { content: setMusic(content, { fileId }) };
};

/** Picks another stock picture for every scene that shows one. */
const shuffleStockVisuals: RemixWork<'SHUFFLE_STOCK_VISUALS'> = async (deps, context) => {
  const { content } = context;
  const stock = [...content.scenes.keys()].filter((index) => {
    const { picture } = sceneAt(content, index);
    return picture.origin === 'stock' && wasStill(deps, picture) && isDrawn(context, index);
  });
  if (stock.length === 0) return { content };
  const pictures = await workOnScenes(context, stock, (index, task) => {
    const { picture } = sceneAt(content, index);
    const wish = sameWish(context, picture, { variant: picture.variant + 1 });
    return makePictureAgain(deps, context, index, wish, task);
  });
  return { content: replacePictures(content, pictures) };
};

/** Changes the project's aspect ratio: remakes the pictures and breaks the captions into lines again. */
const resizeProject: RemixWork<'RESIZE_PROJECT'> = async (deps, context, action) => {
  const { content, frame } = context;
  const { aspectRatio } = action;
  if (!frame) throw new Error('The new frame was not worked out.');
  if (frame.width === content.width && frame.height === content.height) {
    return { content: { ...content }, aspectRatio };
  }
  const pictures = await workOnScenes(context, [...content.scenes.keys()], (index, task) => {
    const wish = sameWish(context, sceneAt(content, index).picture, { frame });
    return makePictureAgain(deps, context, index, wish, task);
  });
  return { content: resizeFrame(content, { ...frame, pictures }, deps.engine), aspectRatio };
};

/**
 * Accepts a project that is already in the language. Any other fails, because this service works offline and has no
 * translator.
 * @throws ApiError `translation_unavailable`
 */
const translateProject: RemixWork<'TRANSLATE_PROJECT'> = (_deps, { content }, action) => {
  const wanted = primaryLanguage(action.languageCode);
  if (wanted !== null && wanted === primaryLanguage(content.languageCode)) return { content };
  const message = `This service works offline and cannot translate a project from ${content.languageCode} into ${action.languageCode}.`;
  throw new ApiError(501, 'translation_unavailable', message);
};

/** Sets a file of the team as the project's music; null removes it. */
const setBackgroundMusic: RemixWork<'SET_BACKGROUND_MUSIC'> = async (_deps, context, action) => {
  const { fileId, volume } = action;
  if (fileId === null || fileId === undefined) return { content: setMusic(context.content, action) };
  const ownId = await context.media.takeOver(fileId);
  return { content: setMusic(context.content, { fileId: ownId, volume }) };
};

/** Sets an image of the team as the project's logo; null removes it. */
const setLogoAction: RemixWork<'SET_LOGO'> = async (_deps, context, action) => {
  const { fileId, position, sizePercent } = action;
  if (fileId === null || fileId === undefined) return { content: setLogo(context.content, action) };
  const ownId = await context.media.takeOver(fileId);
  return { content: setLogo(context.content, { fileId: ownId, position, sizePercent }) };
};

/** Shows the captions and changes the given fields of their style. */
const enableCaptionsAction: RemixWork<'ENABLE_CAPTIONS'> = (_deps, { content }, action) => ({
  content: enableCaptions(content, action.captionStyle ?? null),
});

/** Hides the captions in exports. */
const disableCaptionsAction: RemixWork<'DISABLE_CAPTIONS'> = (_deps, { content }) => ({
  content: disableCaptions(content),
});

/** Makes every eligible still zoom slowly towards its most prominent part. */
const addZoomAction: RemixWork<'ADD_ZOOM'> = async (deps, context) => {
  const { content } = context;
  const stills = eligibleStills(deps.files, content);
  if (stills.length === 0) return { content };
  const focuses = await workOnScenes(context, stills, async (index, task) => {
    const { path } = await findMedia(deps, sceneAt(content, index).picture.fileId);
    return deps.engine.remix.findFocus(path, task);
  });
  return { content: addZoom(content, focuses) };
};

/** Sets the transitions of the given scopes. */
const addTransitionsAction: RemixWork<'ADD_TRANSITIONS'> = (_deps, { content }, action) => {
  const { sectionTransition: section = null, assetTransition: asset = null } = action;
  if (section === null && asset === null) return { content };
  return { content: addTransitions(content, { section, asset }) };
};

const works: { readonly [Type in RemixAction['type']]: RemixWork<Type> } = {
  SET_BACKGROUND_MUSIC: setBackgroundMusic,
  SET_LOGO: setLogoAction,
  ENABLE_CAPTIONS: enableCaptionsAction,
  DISABLE_CAPTIONS: disableCaptionsAction,
  ADD_TRANSITIONS: addTransitionsAction,
  ADD_ZOOM: addZoomAction,
  RESIZE_PROJECT: resizeProject,
  CLEAN_UP_TRANSCRIPT: cleanUpTranscript,
  CONVERT_IMAGES_TO_VIDEOS: convertImagesToVideos,
  REGENERATE_IMAGES: regenerateImages,
  UPSCALE_ASSETS: upscaleAssets,
  CHANGE_NARRATOR: changeNarrator,
  SHUFFLE_STOCK_VISUALS: shuffleStockVisuals,
  GENERATE_MUSIC: generateMusic,
  TRANSLATE_PROJECT: translateProject,
};

/** Carries out an action of any type (contract supplement §4.3.1). */
export function runRemixAction(
  deps: RemixDeps,
  context: RemixContext,
  action: RemixAction,
): RemixOutcome | Promise<RemixOutcome> {
  // Each entry accepts the actions of its own type.
  const work = works[action.type] as RemixWork<RemixAction['type']>;
  return work(deps, context, action);
}
