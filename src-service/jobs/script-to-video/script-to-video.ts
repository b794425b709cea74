import path from 'node:path';
import type { MediaEngine } from '@dailies/media';
import { syncFile } from '../../store/disk/durable-files.ts';
import { defineJobKind, type JobKind, type Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { finishStages } from '../project-build/finish-stages.ts';
import { picturesStage } from '../project-build/pictures-stage.ts';
import { presenterStages } from '../project-build/presenter-stage.ts';
import { timelineStage } from '../project-build/timeline-stage.ts';
import { isSpeechThere, sceneFileName } from '../project-build/work-files.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { runTogether } from '../run-together.ts';
import { draftScript, scriptOfPictures } from './draft.ts';
import { scriptStage } from './script-stage.ts';
import { scriptToVideoStateSchema, planOf, type ScriptToVideoState } from './state.ts';

/** Creates the stage that speaks every scene. After it, the lengths of all scenes are known. */
function speechStage(engine: MediaEngine): Stage<ScriptToVideoState> {
  return {
    name: 'speech',
    weight: 25,
    run: async ({ state, workFolder, signal, onProgress }) => {
      const plan = planOf(state);
      const speech = await runTogether(plan.scenes, { signal, onProgress }, async (scene, index, task) => {
        const fileName = sceneFileName('speech', index, 'wav');
        const outputPath = path.join(workFolder, fileName);
        const { voiceKey, speed } = state;
        const request = { scene, voiceKey, languageCode: plan.languageCode, speed, outputPath };
        const spoken = await engine.speakScene(request, task);
        await syncFile(outputPath);
        return { fileName, durationFrames: spoken.durationFrames, words: [...spoken.words] };
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
  return defineJobKind({
    kind: scriptToVideoKind,
    queue: 'long',
    stateSchema: scriptToVideoStateSchema,
    stagesOf: (state) => [
      scriptStage(deps.engine),
      speechStage(deps.engine),
      picturesStage(deps, scriptOfPictures),
      ...presenterStages(deps, state),
      timelineStage(deps, draftScript),
      ...finishStages(deps, state),
    ],
  });
}
