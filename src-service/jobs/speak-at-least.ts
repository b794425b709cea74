import type { MediaEngine, SpeakSceneRequest, SpokenScene, TaskOptions } from '@dailies/media';
import { sceneFileName } from './project-build/work-files.ts';

interface SpeakingDeps {
  readonly engine: Pick<MediaEngine, 'speakScene' | 'recordings'>;
}

/** Files and minimum length of a scene's speech. */
export interface SpokenPlace {
  readonly sceneIndex: number;
  readonly minDurationFrames: number;
  /** Path of a file in the work folder. */
  readonly pathOf: (workName: string) => string;
}

/** Speaks a scene's text and adds silence up to a minimum length. Longer speech keeps its own length. */
export async function speakAtLeast(
  { engine }: SpeakingDeps,
  wish: Omit<SpeakSceneRequest, 'outputPath'>,
  { sceneIndex, minDurationFrames, pathOf }: SpokenPlace,
  task: TaskOptions,
): Promise<SpokenScene & { readonly workName: string }> {
  const spokenName = sceneFileName('spoken', sceneIndex, 'wav');
  const inputPath = pathOf(spokenName);
  const spoken = await engine.speakScene({ ...wish, outputPath: inputPath }, task);
  if (spoken.durationFrames >= minDurationFrames) return { ...spoken, workName: spokenName };
  const workName = sceneFileName('speech', sceneIndex, 'wav');
  const durationFrames = minDurationFrames;
  await engine.recordings.pad({ inputPath, durationFrames, outputPath: pathOf(workName) }, task);
  return { ...spoken, durationFrames, workName };
}
