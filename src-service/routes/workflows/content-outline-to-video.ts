import { outlineScript } from '@dailies/media/script';
import type { Call } from '../../http/handlers.ts';
import { planScript } from '../../jobs/script-to-video/script-stage.ts';
import type { ScriptToVideoRequest } from '../../jobs/script-to-video/state.ts';
import { checkFiles, type PreparedStart, type WorkflowDeps } from './workflow-deps.ts';

/**
 * Prepares content-outline-to-video (contract supplement §4.2.6). An outline has no fields for voice and pacing. The
 * language determines the voice, and pacing is medium.
 */
export function prepareContentOutline(
  deps: WorkflowDeps,
  { caller, body }: Call<'contentOutlineToVideo'>,
): PreparedStart<ScriptToVideoRequest> {
  const featuredFileIds = body.inputFileIds ?? [];
  checkFiles(deps, caller, featuredFileIds, { field: 'inputFileIds', types: ['IMAGE', 'VIDEO'] });
  const request: ScriptToVideoRequest = {
    ...outlineScript(body.outlineMarkdown ?? body.briefMarkdown ?? ''),
    pacing: 'MEDIUM',
    languageCode: null,
    voiceKey: null,
    speed: 1,
    presenter: null,
    pictureOrigin: 'drawn',
    restylesOwnStills: false,
    guidance: [],
    featuredFileIds,
  };
  return { title: planScript(deps.engine, request, 'outlineMarkdown').title, request };
}
