import type { MediaEngine, SpeakSceneRequest, SpokenScene, TaskOptions } from '@dailies/media';
import { sceneFileName } from './project-build/work-files.ts';

interface SpeakingDeps {
  readonly engine: Pick<MediaEngine, 'speakScene' | 'recordings'>;
}

/** Where in the work something is spoken, and how long it is to be. */
export interface SpokenPlace {
  readonly sceneIndex: number;
  readonly minDurationFrames: number;
  /** Path of a file in the work folder. */
  readonly pathOf: (workName: string) => string;
}

/** Speaks what is said over a scene, with silence behind it up to a length; longer speech keeps its own. */
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
