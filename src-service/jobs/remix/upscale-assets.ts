import type { TaskOptions } from '@dailies/media';
import {
  framesPerSecond,
  type ProjectContent,
  replacePictures,
  type ScenePicture,
} from '@dailies/media/project';
import { sceneFileName } from '../project-build/work-files.ts';
import { findMedia } from '../project-media.ts';
import { eligibleStills } from './eligible-stills.ts';
import { isDrawn } from './make-picture-again.ts';
import { drawPictureAgain, findSource, type FrameSize, takeInStill } from './new-picture.ts';
import { type RemixContext, type RemixWork, sceneAt, sceneName, workOnScenes } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';
import type { ActionOf } from './remix-state.ts';

/** The longer side of 4K. */
const maxSide = 3840;

/** Returns the frame of the project's largest export, at most 4K. */
function largestFrame({ width, height }: ProjectContent): FrameSize {
  const scale = Math.min(2, maxSide / Math.max(width, height));
  const even = (pixels: number) => Math.round((pixels * scale) / 2) * 2;
  return { width: even(width), height: even(height) };
}

function widthOf(deps: RemixDeps, fileId: string): number {
  return deps.files.find(fileId)?.sources.download.width ?? 0;
}

/** Returns the indices of selected pictures that are smaller than the frame. */
function smallPictures(
  deps: RemixDeps,
  context: RemixContext,
  action: ActionOf<'UPSCALE_ASSETS'>,
  frame: FrameSize,
): number[] {
  const { content } = context;
  const stills = new Set(eligibleStills(deps.files, content));
  return [...content.scenes.keys()].filter((index) => {
    const { picture } = sceneAt(content, index);
    const isWanted = picture.kind === 'clip' ? (action.includeVideos ?? true) : stills.has(index);
    const isAllowed = picture.origin !== 'stock' || (action.includeStockContent ?? true);
    return isWanted && isAllowed && widthOf(deps, picture.largeFileId ?? picture.fileId) < frame.width;
  });
}

async function upscaleStill(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  frame: FrameSize,
  task: TaskOptions,
): Promise<string> {
  const { content, media } = context;
  const { picture } = sceneAt(content, sceneIndex);
  if (isDrawn(context, sceneIndex)) {
    const styleText = picture.styleText ?? content.styleText;
    return drawPictureAgain(deps, context, sceneIndex, { styleText, variant: picture.variant, frame }, task);
  }
  const source = await findSource(deps, picture, 'IMAGE');
  let { path } = source;
  let width = widthOf(deps, source.fileId);
  for (let pass = 0; pass < 2 && width < frame.width; pass += 1) {
    const outputPath = media.pathOf(sceneFileName(`larger${pass}`, sceneIndex, 'png'));
    ({ width } = await deps.engine.images.upscale({ inputPath: path, isMarked: false, outputPath }, task));
    path = outputPath;
  }
  return takeInStill(deps, context, sceneIndex, { inputPath: path, frame }, task);
}

async function upscaleClip(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  task: TaskOptions,
): Promise<string> {
  const { content, project, media } = context;
  const { picture, durationFrames: least } = sceneAt(content, sceneIndex);
  const { path } = await findMedia(deps, picture.fileId);
  const workName = sceneFileName('larger', sceneIndex, 'mp4');
  const made = await deps.engine.clips.upscaleVideo(
    { inputPath: path, outputPath: media.pathOf(workName) },
    task,
  );
  const durationFrames = Math.max(least, Math.round(made.durationSeconds * framesPerSecond));
  const displayName = sceneName(project, sceneIndex);
  const size = { width: made.width, height: made.height };
  const medium = { role: 'picture', type: 'VIDEO', workName, displayName, durationFrames, size } as const;
  return media.takeIn(medium);
}

/** Makes pictures as large as the largest export needs, up to 4K. Pictures that are large enough stay as they are. */
export const upscaleAssets: RemixWork<'UPSCALE_ASSETS'> = async (deps, context, action) => {
  const { content } = context;
  const frame = largestFrame(content);
  const small = smallPictures(deps, context, action, frame);
  if (small.length === 0) return { content };
  const pictures = await workOnScenes(context, small, async (index, task): Promise<ScenePicture> => {
    const { picture } = sceneAt(content, index);
    const isClip = picture.kind === 'clip';
    const largeFileId = isClip
      ? await upscaleClip(deps, context, index, task)
      : await upscaleStill(deps, context, index, frame, task);
    return { ...picture, largeFileId };
  });
  return { content: replacePictures(content, pictures) };
};
