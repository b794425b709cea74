import { resizeFrame } from '@dailies/media/project';
import { makePictureAgain, sameWish } from './make-picture-again.ts';
import { type RemixWork, sceneAt, workOnScenes } from './remix-context.ts';

/** The project in another shape: pictures made again for it, captions broken into lines again. */
export const resizeProject: RemixWork<'RESIZE_PROJECT'> = async (deps, context, action) => {
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
