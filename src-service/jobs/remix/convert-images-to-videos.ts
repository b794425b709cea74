import { replacePictures, type ScenePicture } from '@dailies/media/project';
import { findMedia } from '../project-media.ts';
import { animateStill } from './animate-still.ts';
import { eligibleStills } from './eligible-stills.ts';
import { type RemixWork, sceneAt, workOnScenes } from './remix-context.ts';

/** Every eligible still becomes a clip; the zooms go, for the clips move by themselves. */
export const convertImagesToVideos: RemixWork<'CONVERT_IMAGES_TO_VIDEOS'> = async (deps, context, action) => {
  const { content } = context;
  const stills = eligibleStills(deps.files, content);
  if (stills.length === 0) return { content };
  const { width, height } = content;
  const pictures = await workOnScenes(context, stills, async (index, task): Promise<ScenePicture> => {
    const { picture } = sceneAt(content, index);
    const { path } = await findMedia(deps, picture.fileId);
    const clip = await animateStill(
      deps,
      context,
      index,
      {
        stillPath: path,
        frame: { width, height },
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
