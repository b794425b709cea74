import { primaryLanguage } from '@dailies/media/script';
import { ApiError } from '../../api-error.ts';
import type { RemixWork } from './remix-context.ts';

/**
 * A project that is in the language already needs no translation. Any other cannot be translated: this service works
 * without the network and has nothing that translates. @throws ApiError `translation_unavailable`
 */
export const translateProject: RemixWork<'TRANSLATE_PROJECT'> = (_deps, { content }, action) => {
  const wanted = primaryLanguage(action.languageCode);
  if (wanted !== null && wanted === primaryLanguage(content.languageCode)) return { content };
  const message = `This service works offline and cannot translate a project from ${content.languageCode} into ${action.languageCode}.`;
  throw new ApiError(501, 'translation_unavailable', message);
};
