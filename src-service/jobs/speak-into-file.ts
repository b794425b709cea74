import path from 'node:path';
import type { MediaEngine, SpeakSceneRequest, TaskOptions } from '@dailies/media';
import { syncFile } from '../store/disk/durable-files.ts';
import { sceneFileName } from './project-build/work-files.ts';

/** Speaks a scene's text into a file of the work folder. */
export async function speakIntoFile(
  engine: MediaEngine,
  wish: Omit<SpeakSceneRequest, 'outputPath'>,
  place: { readonly workFolder: string; readonly index: number },
  task: TaskOptions,
) {
  const fileName = sceneFileName('speech', place.index, 'wav');
  const outputPath = path.join(place.workFolder, fileName);
  const { durationFrames, words } = await engine.speakScene({ ...wish, outputPath }, task);
  await syncFile(outputPath);
  return { fileName, durationFrames, words: [...words] };
}
