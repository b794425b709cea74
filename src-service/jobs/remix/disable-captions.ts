import { disableCaptions } from '../../engine/edit/show-captions.ts';
import type { RemixWork } from './remix-context.ts';

/** Hides the captions in exports. */
export const disableCaptionsAction: RemixWork<'DISABLE_CAPTIONS'> = async (_deps, { content }) => ({
  content: disableCaptions(content),
});
