import { detectLanguage } from '../../../src-shared/script/detect-language.ts';
import type { Call } from '../../http/handlers.ts';
import { planScript } from '../../jobs/script-to-video/script-stage.ts';
import type { ScriptToVideoRequest } from '../../jobs/script-to-video/state.ts';
import { narratorOf } from './presenter.ts';
import { pictureLookOf } from './visual-style.ts';
import { checkFiles, type PreparedStart, type WorkflowDeps } from './workflow-deps.ts';

/** Prepares script-to-video (specification §4.2). */
export function prepareScript(
  deps: WorkflowDeps,
  { caller, body }: Call<'scriptToVideo'>,
): PreparedStart<ScriptToVideoRequest> {
  const featuredFileIds = body.featuredBRollFileIds;
  checkFiles(deps, caller, featuredFileIds, { field: 'featuredBRollFileIds', types: ['IMAGE', 'VIDEO'] });
  const request: ScriptToVideoRequest = {
    script: body.script,
    pacing: body.visualPacing,
    ...narratorOf(deps, caller, body, detectLanguage(body.script)),
    speed: body.voiceSpeed ?? 1,
    ...pictureLookOf(deps.entities, caller, body.visualStyle, body.workflowAgentContext),
    guidance: body.scenes ?? [],
    featuredFileIds,
  };
  return { title: planScript(deps.engine, request).title, request };
}
