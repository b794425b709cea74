import type { MediaEngine, ScriptPlan } from '@dailies/media';
import { maxScriptScenes } from '../../../src-shared/script/cut-script.ts';
import { invalidParameter } from '../../api-error.ts';
import type { Stage } from '../job-kind.ts';
import type { ScriptToVideoRequest, ScriptToVideoState } from './state.ts';

/**
 * Splits the script into scenes.
 * @param field request field that holds the script.
 * @throws ApiError 400 if it contains nothing that can be spoken.
 */
export function planScript(
  engine: MediaEngine,
  request: Pick<ScriptToVideoRequest, 'script' | 'pacing' | 'languageCode'>,
  field = 'script',
): ScriptPlan {
  const { pacing, languageCode } = request;
  const plan = engine.planScript(request.script, { pacing, languageCode, maxScenes: maxScriptScenes });
  if (plan.scenes.length === 0) throw invalidParameter(field, 'has nothing in it that can be spoken');
  return plan;
}

export function scriptStage(engine: MediaEngine): Stage<ScriptToVideoState> {
  return {
    name: 'script',
    weight: 1,
    run: ({ state }) => {
      const plan = planScript(engine, state);
      return { state: { ...state, plan: { ...plan, scenes: plan.scenes.map((scene) => ({ ...scene })) } } };
    },
    isIntact: (state) => state.plan !== null,
  };
}
