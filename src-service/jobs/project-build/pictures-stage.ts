import path from 'node:path';
import type { PlannedScene, TaskOptions } from '@dailies/media';
import { framesPerSecond } from '@dailies/media/project';
import { z } from 'zod';
import { sceneDescriptionsSchema } from '../../../src-shared/api/common.ts';
import { syncFile } from '../../store/disk/durable-files.ts';
import type { Stage, StageContext } from '../job-kind.ts';
import { findMedia, type FoundMedia } from '../project-media.ts';
import { runTogether } from '../run-together.ts';
import type { BuildDeps } from './build-deps.ts';
import { type BuildState, type MadePicture, madePictureSchema } from './project-draft.ts';
import { arePicturesThere, sceneFileName } from './work-files.ts';

/** Request fields of a run that makes pictures. */
export const picturesRequestShape = {
  /** The look in the user's words, including production notes. */
  styleText: z.string(),
  /** How the pictures are classified: as stock, or as drawn in a written style. */
  pictureOrigin: z.enum(['drawn', 'stock']),
  /** Descriptions of what to show when, in seconds of the finished video. */
  guidance: sceneDescriptionsSchema,
  /** The user's stills and clips for the first scenes, in order. */
  featuredFileIds: z.array(z.string()),
  /** Whether the user's stills are redrawn in the written style (contract supplement §2.3). */
  restylesOwnStills: z.boolean(),
};

/** One picture per scene; file names are relative to the work folder. */
export const picturesResultShape = { pictures: z.array(madePictureSchema).default([]) };

interface PicturesState extends BuildState {
  readonly styleText: string;
  readonly guidance: z.output<typeof sceneDescriptionsSchema>;
  readonly featuredFileIds: readonly string[];
  readonly restylesOwnStills: boolean;
  readonly pictures: readonly MadePicture[];
}

/** The text from which the pictures are drawn. */
export interface PictureScript {
  readonly title: string;
  readonly languageCode: string;
  readonly scenes: readonly (PlannedScene & { readonly durationFrames: number })[];
}

interface ScenePlace {
  readonly scene: PlannedScene;
  readonly index: number;
  readonly startFrame: number;
  readonly durationFrames: number;
}

function placesOf({ scenes }: PictureScript): ScenePlace[] {
  let startFrame = 0;
  return scenes.map((scene, index) => {
    const { durationFrames } = scene;
    const place = { scene, index, startFrame, durationFrames };
    startFrame += durationFrames;
    return place;
  });
}

/** Returns the style of one scene: the run's style plus the guidance for the scene's time range. */
function styleOf(state: PicturesState, place: ScenePlace): string {
  const startSeconds = place.startFrame / framesPerSecond;
  const endSeconds = (place.startFrame + place.durationFrames) / framesPerSecond;
  const wanted = state.guidance
    .filter((range) => range.startSeconds < endSeconds && range.endSeconds > startSeconds)
    .map((range) => range.description);
  return [state.styleText, ...wanted].filter((text) => text.trim() !== '').join('. ');
}

/** Redraws a user's still in the run's written style. */
async function restyleStill(
  deps: BuildDeps,
  { state, workFolder }: Pick<StageContext<PicturesState>, 'state' | 'workFolder'>,
  place: ScenePlace,
  source: FoundMedia,
  task: TaskOptions,
): Promise<MadePicture> {
  const fileName = sceneFileName('picture', place.index, 'png');
  const prompt = styleOf(state, place);
  const { width, height } = state;
  await deps.engine.images.generate(
    {
      prompt,
      width,
      height,
      subjectPaths: [source.path],
      stylePaths: [],
      seed: `${prompt} ${place.index}`,
      isMarked: false,
      outputPath: path.join(workFolder, fileName),
    },
    task,
  );
  return { kind: 'still', fileName, sourceFileId: source.fileId };
}

/** Fits a user's still or clip into the project's frame. */
async function conformFeatured(
  deps: BuildDeps,
  { state, workFolder }: StageContext<PicturesState>,
  place: ScenePlace,
  fileId: string,
  task: TaskOptions,
): Promise<MadePicture> {
  const source = await findMedia(deps, fileId);
  const file = deps.files.find(fileId);
  const { width, height } = state;
  const isClip = file?.type === 'VIDEO';
  if (!isClip && state.restylesOwnStills)
    return restyleStill(deps, { state, workFolder }, place, source, task);
  const isPng = file?.sources.download.mimeType === 'image/png';
  const fileName = sceneFileName('picture', place.index, isClip ? 'mp4' : isPng ? 'png' : 'jpg');
  const request = { inputPath: source.path, width, height, outputPath: path.join(workFolder, fileName) };
  if (!isClip) {
    const { isPlain } = await deps.engine.conformStill(request, task);
    return { kind: 'still', fileName, sourceFileId: fileId, isFitted: isPlain };
  }
  const clip = await deps.engine.conformClip({ ...request, minDurationFrames: place.durationFrames }, task);
  return { kind: 'clip', fileName, durationFrames: clip.durationFrames, sourceFileId: fileId };
}

async function drawScene(
  deps: BuildDeps,
  { state, workFolder }: StageContext<PicturesState>,
  script: PictureScript,
  place: ScenePlace,
  task: TaskOptions,
): Promise<MadePicture> {
  const fileName = sceneFileName('picture', place.index, 'png');
  const styleText = styleOf(state, place);
  await deps.engine.drawPicture(
    {
      scene: place.scene,
      sceneIndex: place.index,
      previousScenes: script.scenes.slice(0, place.index),
      projectTitle: script.title,
      styleText,
      languageCode: script.languageCode,
      width: state.width,
      height: state.height,
      outputPath: path.join(workFolder, fileName),
    },
    task,
  );
  return { kind: 'still', fileName, ...(styleText !== state.styleText && { styleText }) };
}

/** Creates the stage that makes a picture for every scene: first the user's material in order, then drawn pictures. */
export function picturesStage<State extends PicturesState>(
  deps: BuildDeps,
  scriptOf: (state: State) => PictureScript,
): Stage<State> {
  return {
    name: 'pictures',
    weight: 30,
    run: async (context) => {
      const { state, signal, onProgress } = context;
      const script = scriptOf(state);
      const pictures = await runTogether(
        placesOf(script),
        { signal, onProgress },
        async (place, index, task) => {
          const fileId = state.featuredFileIds[index];
          const picture =
            fileId === undefined
              ? await drawScene(deps, context, script, place, task)
              : await conformFeatured(deps, context, place, fileId, task);
          await syncFile(path.join(context.workFolder, picture.fileName));
          return picture;
        },
      );
      return { state: { ...state, pictures } };
    },
    isIntact: arePicturesThere,
  };
}
