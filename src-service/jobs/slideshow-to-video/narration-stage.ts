import path from 'node:path';
import type { TaskOptions } from '@dailies/media';
import { framesPerSecond } from '@dailies/media/project';
import { estimateSpeechSeconds } from '@dailies/media/script';
import { syncFile } from '../../store/disk/durable-files.ts';
import type { Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { isSpeechThere, sceneFileName } from '../project-build/work-files.ts';
import { runTogether } from '../run-together.ts';
import { deckOf, type Slide, type SlideshowToVideoState } from './state.ts';

/** Silent slides last as long as it takes to read them, within these limits. */
const shortestSilentSeconds = 4;
const longestSilentSeconds = 12;

type Spoken = SlideshowToVideoState['speech'][number];

function silent({ text }: Slide): Spoken {
  const reading = estimateSpeechSeconds(text) * 0.6;
  const seconds = Math.max(shortestSilentSeconds, Math.min(longestSilentSeconds, reading));
  return { fileName: null, durationFrames: Math.round(seconds * framesPerSecond), words: [] };
}

async function narrate(
  deps: BuildDeps,
  state: SlideshowToVideoState,
  slide: Slide,
  place: { readonly workFolder: string; readonly index: number },
  task: TaskOptions,
): Promise<Spoken> {
  if (slide.narration === '') return silent(slide);
  const fileName = sceneFileName('speech', place.index, 'wav');
  const outputPath = path.join(place.workFolder, fileName);
  const { voiceKey, speed } = state;
  const { languageCode } = deckOf(state);
  const scene = { text: slide.narration, isHeading: false, startsParagraph: true };
  const spoken = await deps.engine.speakScene({ scene, voiceKey, languageCode, speed, outputPath }, task);
  await syncFile(outputPath);
  return { fileName, durationFrames: spoken.durationFrames, words: [...spoken.words] };
}

/** Creates the stage that speaks the slides. After it, the lengths of all slides are known. */
export function narrationStage(deps: BuildDeps): Stage<SlideshowToVideoState> {
  return {
    name: 'speech',
    weight: 25,
    run: async ({ state, workFolder, signal, onProgress }) => {
      const { slides } = deckOf(state);
      const speech = await runTogether(slides, { signal, onProgress }, (slide, index, task) =>
        narrate(deps, state, slide, { workFolder, index }, task),
      );
      return { state: { ...state, speech } };
    },
    isIntact: (state, workFolder) => isSpeechThere(workFolder, state.speech),
  };
}
