import type { TaskOptions } from '@dailies/media';
import { replacePictures, type ScenePicture } from '@dailies/media/project';
import { sceneFileName } from '../project-build/work-files.ts';
import { eligibleStills } from './eligible-stills.ts';
import { isDrawn } from './make-picture-again.ts';
import { drawPictureAgain, findSource, type FrameSize, takeInStill } from './new-picture.ts';
import { type RemixContext, type RemixWork, sceneAt, sceneName, workOnScenes } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';

const maxSide = 1920;

/** Replaces the style of a scene and keeps the description of what it shows. */
function restyledText(
  sceneStyle: string | undefined,
  before: string,
  stylePrompt: string,
): string | undefined {
  if (sceneStyle === undefined) return undefined;
  const rest = before !== '' && sceneStyle.startsWith(before) ? sceneStyle.slice(before.length) : sceneStyle;
  return [stylePrompt, rest.replace(/^[.\s]+/u, '')].filter((text) => text !== '').join('. ');
}

/** Returns an image's size in its own shape, at most 1920 pixels long; the frame's size if unknown. */
function ownSize(deps: RemixDeps, fileId: string, frame: FrameSize): FrameSize {
  const { width, height } = deps.files.find(fileId)?.sources.download ?? { width: null, height: null };
  if (width === null || height === null) return frame;
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** Restyles a user's image. Keeps the result in its own shape, and shows it fitted into the project's frame. */
async function restyleOwn(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  stylePrompt: string,
  task: TaskOptions,
): Promise<{ fileId: string; sourceFileId: string }> {
  const { content, revision, project, media } = context;
  const { picture } = sceneAt(content, sceneIndex);
  const frame = { width: content.width, height: content.height };
  const source = await findSource(deps, picture, 'IMAGE');
  const size = ownSize(deps, source.fileId, frame);
  const workName = sceneFileName('restyled', sceneIndex, 'png');
  const outputPath = media.pathOf(workName);
  const seed = `${stylePrompt} ${sceneIndex} ${revision}`;
  const subject = { prompt: stylePrompt, subjectPaths: [source.path], stylePaths: [] };
  await deps.engine.images.generate({ ...subject, ...size, seed, isMarked: false, outputPath }, task);
  const sourceFileId = await media.takeIn({
    role: 'source',
    type: 'IMAGE',
    workName,
    displayName: sceneName(project, sceneIndex),
    durationFrames: null,
    size,
  });
  const fileId = await takeInStill(deps, context, sceneIndex, { inputPath: outputPath, frame }, task);
  return { fileId, sourceFileId };
}

/** Changes the style of every eligible still: redraws drawn ones, and restyles the user's images. */
export const regenerateImages: RemixWork<'REGENERATE_IMAGES'> = async (deps, context, action) => {
  const { content } = context;
  const stills = eligibleStills(deps.files, content);
  if (stills.length === 0) return { content };
  const { stylePrompt } = action;
  const frame = { width: content.width, height: content.height };
  const pictures = await workOnScenes(context, stills, async (index, task): Promise<ScenePicture> => {
    const { picture } = sceneAt(content, index);
    if (!isDrawn(context, index)) {
      const restyled = await restyleOwn(deps, context, index, stylePrompt, task);
      return { ...picture, ...restyled, largeFileId: undefined };
    }
    const styleText = restyledText(picture.styleText, content.styleText, stylePrompt);
    const wish = { styleText: styleText ?? stylePrompt, variant: picture.variant, frame };
    const fileId = await drawPictureAgain(deps, context, index, wish, task);
    return { ...picture, fileId, origin: 'drawn', styleText, largeFileId: undefined };
  });
  return { content: { ...replacePictures(content, pictures), styleText: stylePrompt } };
};
