import path from 'node:path';
import type { TaskOptions } from '@dailies/media';
import { framesPerSecond } from '@dailies/media/project';
import { syncFile } from '../../store/disk/durable-files.ts';
import type { Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { isSpeechThere } from '../project-build/work-files.ts';
import { runTogether } from '../run-together.ts';
import { speakAtLeast } from '../speak-at-least.ts';
import type { StoryboardScene, StoryboardToVideoState } from './state.ts';

const silentSeconds = 5;
/** Time to see the picture of a scene with few words. */
const shortestSpokenSeconds = 2;

/** Minimum length of a scene in frames. */
export function wantedFramesOf({ durationSeconds, voiceover }: StoryboardScene): number {
  return (durationSeconds ?? (voiceover === '' ? silentSeconds : shortestSpokenSeconds)) * framesPerSecond;
}

type Spoken = StoryboardToVideoState['speech'][number];

/** Speaks a scene's voiceover in full, even if the scene was meant to be shorter. */
async function speakScene(
  deps: BuildDeps,
  state: StoryboardToVideoState,
  scene: StoryboardScene,
  place: { readonly workFolder: string; readonly index: number },
  task: TaskOptions,
): Promise<Spoken> {
  const wantedFrames = wantedFramesOf(scene);
  if (scene.voiceover === '') return { fileName: null, durationFrames: wantedFrames, words: [] };
  const planned = { text: scene.voiceover, isHeading: false, startsParagraph: true };
  const { voiceKey, languageCode } = state;
  const { workName, durationFrames, words } = await speakAtLeast(
    deps,
    { scene: planned, voiceKey, languageCode, speed: 1 },
    {
      sceneIndex: place.index,
      minDurationFrames: wantedFrames,
      pathOf: (name) => path.join(place.workFolder, name),
    },
    task,
  );
  await syncFile(path.join(place.workFolder, workName));
  return { fileName: workName, durationFrames, words: [...words] };
}

/** Creates the stage that speaks the voiceovers. After it, the lengths of all scenes are known. */
export function voiceoverStage(deps: BuildDeps): Stage<StoryboardToVideoState> {
  return {
    name: 'speech',
    weight: 10,
    run: async ({ state, workFolder, signal, onProgress }) => {
      const speech = await runTogether(state.scenes, { signal, onProgress }, (scene, index, task) =>
        speakScene(deps, state, scene, { workFolder, index }, task),
      );
      return { state: { ...state, speech } };
    },
    isIntact: (state, workFolder) => isSpeechThere(workFolder, state.speech),
  };
}
