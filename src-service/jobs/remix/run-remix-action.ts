import type { RemixAction } from '../../../src-shared/api/remix.ts';
import { addTransitionsAction } from './add-transitions.ts';
import { addZoomAction } from './add-zoom.ts';
import { changeNarrator } from './change-narrator.ts';
import { cleanUpTranscript } from './clean-up-transcript.ts';
import { convertImagesToVideos } from './convert-images-to-videos.ts';
import { disableCaptionsAction } from './disable-captions.ts';
import { enableCaptionsAction } from './enable-captions.ts';
import { generateMusic } from './generate-music.ts';
import { regenerateImages } from './regenerate-images.ts';
import type { RemixContext, RemixOutcome, RemixWork } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';
import { resizeProject } from './resize-project.ts';
import { setBackgroundMusic } from './set-background-music.ts';
import { setLogoAction } from './set-logo.ts';
import { shuffleStockVisuals } from './shuffle-stock-visuals.ts';
import { translateProject } from './translate-project.ts';
import { upscaleAssets } from './upscale-assets.ts';

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

/** Carries an action out, whatever its type (contract supplement §4.3.1). */
export function runRemixAction(
  deps: RemixDeps,
  context: RemixContext,
  action: RemixAction,
): RemixOutcome | Promise<RemixOutcome> {
  // Each entry takes the actions of its own type.
  const work = works[action.type] as RemixWork<RemixAction['type']>;
  return work(deps, context, action);
}
