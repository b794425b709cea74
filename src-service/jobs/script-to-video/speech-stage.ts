import path from 'node:path';
import type { MediaEngine } from '@dailies/media';
import { syncFile } from '../../store/durable-files.ts';
import type { Stage } from '../job-kind.ts';
import { isSpeechThere, sceneFileName } from '../project-build/work-files.ts';
import { runTogether } from '../run-together.ts';
import { planOf, type ScriptToVideoState } from './state.ts';

/** Speaks every scene; from here on the lengths of all scenes are known. */
export function speechStage(engine: MediaEngine): Stage<ScriptToVideoState> {
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
