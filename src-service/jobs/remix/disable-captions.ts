import { disableCaptions } from '@dailies/media/project';
import type { RemixWork } from './remix-context.ts';

/** Hides the captions in exports. */
export const disableCaptionsAction: RemixWork<'DISABLE_CAPTIONS'> = (_deps, { content }) => ({
  content: disableCaptions(content),
});
