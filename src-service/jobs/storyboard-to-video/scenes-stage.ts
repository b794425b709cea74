import path from 'node:path';
import type { TaskOptions } from '@dailies/media';
import { syncFile } from '../../store/disk/durable-files.ts';
import type { Stage, StageContext } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import type { MadePicture } from '../project-build/project-draft.ts';
import { arePicturesThere, sceneFileName } from '../project-build/work-files.ts';
import { findMedia } from '../project-media.ts';
import { runTogether } from '../run-together.ts';
import { joinWords, type StoryboardScene, type StoryboardToVideoState } from './state.ts';

/** Share of a clip's time that drawing its picture takes. */
const frameShare = 0.15;

async function pathsOf(deps: BuildDeps, fileIds: readonly string[]): Promise<string[]> {
  const found = await Promise.all(fileIds.map((fileId) => findMedia(deps, fileId)));
  return found.map((media) => media.path);
}

/** Joins a scene's prompt with the notes for all scenes. */
function wordsOf({ notes }: StoryboardToVideoState, { prompt }: StoryboardScene): string {
  return joinWords([prompt, notes]);
}

async function drawFrame(
  deps: BuildDeps,
  { state, workFolder }: StageContext<StoryboardToVideoState>,
  scene: StoryboardScene,
  index: number,
  task: TaskOptions,
): Promise<string> {
  const fileName = sceneFileName('picture', index, 'png');
  const { width, height } = state;
  const prompt = wordsOf(state, scene);
  const request = {
    prompt,
    subjectPaths: await pathsOf(deps, scene.subjectFileIds),
    stylePaths: await pathsOf(deps, scene.styleFileIds),
    width,
    height,
    seed: `${prompt} ${index}`,
    isMarked: false,
    outputPath: path.join(workFolder, fileName),
  };
  await deps.engine.images.generate(request, task);
  return fileName;
}

async function makeScene(
  deps: BuildDeps,
  context: StageContext<StoryboardToVideoState>,
  scene: StoryboardScene,
  index: number,
  task: TaskOptions,
): Promise<MadePicture> {
  const { state, workFolder } = context;
  const drawing = {
    signal: task.signal,
    onProgress: (done: number) => task.onProgress?.(done * (scene.isClip ? frameShare : 1)),
  };
  const stillName = await drawFrame(deps, context, scene, index, drawing);
  if (!scene.isClip) return { kind: 'still', fileName: stillName, prompt: scene.prompt };
  const fileName = sceneFileName('picture', index, 'mp4');
  const durationFrames = state.speech[index]?.durationFrames ?? 1;
  const { width, height } = state;
  const motionPrompt = wordsOf(state, scene);
  const request = {
    stillPath: path.join(workFolder, stillName),
    durationFrames,
    width,
    height,
    motionPrompt,
    seed: `${motionPrompt} ${index}`,
    outputPath: path.join(workFolder, fileName),
  };
  const moving = {
    signal: task.signal,
    onProgress: (done: number) => task.onProgress?.(frameShare + done * (1 - frameShare)),
  };
  await deps.engine.clips.animateStill(request, moving);
  return { kind: 'clip', fileName, durationFrames, prompt: scene.prompt };
}

/** Creates the stage that makes a still or clip for every scene of the storyboard. */
export function scenesStage(deps: BuildDeps): Stage<StoryboardToVideoState> {
  return {
    name: 'pictures',
    weight: 80,
    run: async (context) => {
      const { state, signal, onProgress, workFolder } = context;
      const pictures = await runTogether(state.scenes, { signal, onProgress }, async (scene, index, task) => {
        const picture = await makeScene(deps, context, scene, index, task);
        await syncFile(path.join(workFolder, picture.fileName));
        return picture;
      });
      return { state: { ...state, pictures } };
    },
    isIntact: arePicturesThere,
  };
}
