import path from 'node:path';
import type { PlannedScene, TaskOptions } from '../../engine/media-engine.ts';
import { framesPerSecond } from '../../engine/project-content.ts';
import { syncFile } from '../../store/durable-files.ts';
import type { Stage, StageContext } from '../job-kind.ts';
import { findMedia } from '../project-media.ts';
import { runTogether } from '../run-together.ts';
import type { ScriptToVideoDeps } from './deps.ts';
import { planOf } from './state.ts';
import type { MadePicture, ScriptToVideoState } from './state.ts';
import { areFilesThere, sceneFileName } from './work-files.ts';

type Context = StageContext<ScriptToVideoState>;

interface ScenePlace {
  readonly scene: PlannedScene;
  readonly index: number;
  readonly startFrame: number;
  readonly durationFrames: number;
}

function placesOf(state: ScriptToVideoState): ScenePlace[] {
  let startFrame = 0;
  return planOf(state).scenes.map((scene, index) => {
    const durationFrames = state.speech[index]?.durationFrames ?? 0;
    const place = { scene, index, startFrame, durationFrames };
    startFrame += durationFrames;
    return place;
  });
}

/** The style of one scene: the run's, and what the guidance wants to be seen while the scene is on. */
function styleOf(state: ScriptToVideoState, place: ScenePlace): string {
  const startSeconds = place.startFrame / framesPerSecond;
  const endSeconds = (place.startFrame + place.durationFrames) / framesPerSecond;
  const wanted = state.guidance
    .filter((range) => range.startSeconds < endSeconds && range.endSeconds > startSeconds)
    .map((range) => range.description);
  return [state.styleText, ...wanted].filter((text) => text.trim() !== '').join('. ');
}

/** An own still or clip brought to the project's frame. */
async function conformFeatured(
  deps: ScriptToVideoDeps,
  { state, workFolder }: Context,
  place: ScenePlace,
  fileId: string,
  task: TaskOptions,
): Promise<MadePicture> {
  const source = await findMedia(deps, fileId);
  const file = deps.files.find(fileId);
  const { width, height } = state;
  const isClip = file?.type === 'VIDEO';
  const isPng = file?.sources.download.mimeType === 'image/png';
  const fileName = sceneFileName('picture', place.index, isClip ? 'mp4' : isPng ? 'png' : 'jpg');
  const request = { inputPath: source.path, width, height, outputPath: path.join(workFolder, fileName) };
  if (!isClip) {
    await deps.engine.conformStill(request, task);
    return { kind: 'still', fileName };
  }
  const clip = await deps.engine.conformClip({ ...request, minDurationFrames: place.durationFrames }, task);
  return { kind: 'clip', fileName, durationFrames: clip.durationFrames };
}

async function drawScene(
  deps: ScriptToVideoDeps,
  { state, workFolder }: Context,
  place: ScenePlace,
  task: TaskOptions,
): Promise<MadePicture> {
  const plan = planOf(state);
  const fileName = sceneFileName('picture', place.index, 'png');
  await deps.engine.drawPicture(
    {
      scene: place.scene,
      sceneIndex: place.index,
      sceneCount: plan.scenes.length,
      projectTitle: plan.title,
      styleText: styleOf(state, place),
      languageCode: plan.languageCode,
      width: state.width,
      height: state.height,
      outputPath: path.join(workFolder, fileName),
    },
    task,
  );
  return { kind: 'still', fileName };
}

/** A picture for every scene: own material first, in its order, then drawn ones. */
export function picturesStage(deps: ScriptToVideoDeps): Stage<ScriptToVideoState> {
  return {
    name: 'pictures',
    weight: 30,
    run: async (context) => {
      const { state, signal, onProgress } = context;
      const pictures = await runTogether(
        placesOf(state),
        { signal, onProgress },
        async (place, index, task) => {
          const fileId = state.featuredFileIds[index];
          const picture =
            fileId === undefined
              ? await drawScene(deps, context, place, task)
              : await conformFeatured(deps, context, place, fileId, task);
          await syncFile(path.join(context.workFolder, picture.fileName));
          return picture;
        },
      );
      return { state: { ...state, pictures } };
    },
    isIntact: (state, workFolder) =>
      areFilesThere(
        workFolder,
        state.pictures.map((picture) => picture.fileName),
      ),
  };
}
