import { setLogo } from '@dailies/media/project';
import type { RemixWork } from './remix-context.ts';

/** An image of the team's becomes the project's logo; null removes it. */
export const setLogoAction: RemixWork<'SET_LOGO'> = async (_deps, context, action) => {
  const { fileId, position, sizePercent } = action;
  if (fileId === null || fileId === undefined) return { content: setLogo(context.content, action) };
  const ownId = await context.media.takeOver(fileId);
  return { content: setLogo(context.content, { fileId: ownId, position, sizePercent }) };
};
