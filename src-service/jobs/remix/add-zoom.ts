import { addZoom } from '@dailies/media/project';
import { findMedia } from '../project-media.ts';
import { eligibleStills } from './eligible-stills.ts';
import { type RemixWork, sceneAt, workOnScenes } from './remix-context.ts';

/** Lets every eligible still move slowly towards what stands out in it. */
export const addZoomAction: RemixWork<'ADD_ZOOM'> = async (deps, context) => {
  const { content } = context;
  const stills = eligibleStills(deps.files, content);
  if (stills.length === 0) return { content };
  const focuses = await workOnScenes(context, stills, async (index, task) => {
    const { path } = await findMedia(deps, sceneAt(content, index).picture.fileId);
    return deps.engine.remix.findFocus(path, task);
  });
  return { content: addZoom(content, focuses) };
};
