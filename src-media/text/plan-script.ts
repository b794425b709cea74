import { cutScript, type ScriptPlan, type ScriptPlanOptions } from '../../src-shared/script/cut-script.ts';
import { MediaError } from '../media-error.ts';

/** Cuts a script into scenes. @throws MediaError `nothing_to_speak` when the script has no letter and no digit. */
export function planScript(script: string, options: ScriptPlanOptions): ScriptPlan {
  const plan = cutScript(script, options);
  if (plan) return plan;
  throw new MediaError('nothing_to_speak', 'The script has no letter and no digit that could be spoken.');
}
