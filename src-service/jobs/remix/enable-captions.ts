import { enableCaptions } from '@dailies/media/project';
import type { RemixWork } from './remix-context.ts';

/** Shows the captions, in a style changed field by field. */
export const enableCaptionsAction: RemixWork<'ENABLE_CAPTIONS'> = (_deps, { content }, action) => ({
  content: enableCaptions(content, action.captionStyle ?? null),
});
