import type { MediaEngine } from '@dailies/media';
import type { JobKind, Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { defineWorkflow } from '../project-build/define-workflow.ts';
import { picturesStage } from '../project-build/pictures-stage.ts';
import { presenterStages } from '../project-build/presenter-stage.ts';
import { isSpeechThere } from '../project-build/work-files.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { runTogether } from '../run-together.ts';
import { speakIntoFile } from '../speak-into-file.ts';
import { draftScript, scriptOfPictures } from './draft.ts';
import { scriptStage } from './script-stage.ts';
import { scriptToVideoStateSchema, planOf, type ScriptToVideoState } from './state.ts';

/** Creates the stage that speaks every scene. After it, the lengths of all scenes are known. */
function speechStage(engine: MediaEngine): Stage<ScriptToVideoState> {
  return {
    name: 'speech',
    weight: 22,
    run: async ({ state, workFolder, signal, onProgress }) => {
      const plan = planOf(state);
      const speech = await runTogether(plan.scenes, { signal, onProgress }, (scene, index, task) => {
        const { voiceKey, speed } = state;
        const request = { scene, voiceKey, languageCode: plan.languageCode, speed };
        return speakIntoFile(engine, request, { workFolder, index }, task);
      });
      return { state: { ...state, speech } };
    },
    isIntact: (state, workFolder) => isSpeechThere(workFolder, state.speech),
  };
}

export const scriptToVideoKind = 'script-to-video';

/**
 * Creates the kind of job that turns a script into a project: scenes, speech, pictures, timeline, and a movie if
 * requested.
 */
export function createScriptToVideoKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineWorkflow(deps, {
    kind: scriptToVideoKind,
    stateSchema: scriptToVideoStateSchema,
    stagesOf: (state) => [
      scriptStage(deps.engine),
      speechStage(deps.engine),
      picturesStage(deps, scriptOfPictures),
      ...presenterStages(deps, state),
    ],
    draftOf: draftScript,
  });
}
