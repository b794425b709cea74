import type { TaskOptions } from '@dailies/media';
import { framesPerSecond } from '@dailies/media/project';
import { estimateSpeechSeconds } from '@dailies/media/script';
import type { Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { isSpeechThere } from '../project-build/work-files.ts';
import { runTogether } from '../run-together.ts';
import { speakIntoFile } from '../speak-into-file.ts';
import { deckOf, type Slide, type SlideshowToVideoState } from './state.ts';

/** Silent slides last as long as it takes to read them, within these limits. */
const shortestSilentSeconds = 3;
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
  const { voiceKey, speed } = state;
  const { languageCode } = deckOf(state);
  const scene = { text: slide.narration, isHeading: false, startsParagraph: true };
  return speakIntoFile(deps.engine, { scene, voiceKey, languageCode, speed }, place, task);
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
