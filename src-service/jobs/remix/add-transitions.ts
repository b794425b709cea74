import { addTransitions } from '@dailies/media/project';
import type { RemixWork } from './remix-context.ts';

/** Sets the transitions of the scopes that are told. */
export const addTransitionsAction: RemixWork<'ADD_TRANSITIONS'> = (_deps, { content }, action) => {
  const { sectionTransition: section = null, assetTransition: asset = null } = action;
  if (section === null && asset === null) return { content };
  return { content: addTransitions(content, { section, asset }) };
};
