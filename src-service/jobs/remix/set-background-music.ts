import { setMusic } from '@dailies/media/project';
import type { RemixWork } from './remix-context.ts';

/** A file of the team's becomes the project's music; null removes it. */
export const setBackgroundMusic: RemixWork<'SET_BACKGROUND_MUSIC'> = async (_deps, context, action) => {
  const { fileId, volume } = action;
  if (fileId === null || fileId === undefined) return { content: setMusic(context.content, action) };
  const ownId = await context.media.takeOver(fileId);
  return { content: setMusic(context.content, { fileId: ownId, volume }) };
};
