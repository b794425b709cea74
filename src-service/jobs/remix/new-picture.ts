import path from 'node:path';
import type { PlannedScene, TaskOptions } from '@dailies/media';
import type { ProjectScene, ScenePicture } from '@dailies/media/project';
import { sceneFileName } from '../project-build/work-files.ts';
import { findMedia, type FoundMedia } from '../project-media.ts';
import { type RemixContext, sceneAt, sceneName } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';

/** Size of a frame in pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Strips the copy suffix, so that a copied project is drawn like the original. */
function drawnTitle(title: string): string {
  return title.replace(/ \(copy(?: \d+)?\)$/u, '');
}

/** Returns a picture's source file if it has the type and still exists, else the picture itself. */
export async function findSource(
  deps: RemixDeps,
  picture: ScenePicture,
  type: 'IMAGE' | 'VIDEO',
): Promise<FoundMedia> {
  const source = deps.files.find(picture.sourceFileId ?? '');
  if (source?.type !== type) return findMedia(deps, picture.fileId);
  return findMedia(deps, source.fileId).catch(() => findMedia(deps, picture.fileId));
}

/** Whether the scene has words to draw a picture from. */
export function canBeDrawn(scene: ProjectScene): boolean {
  return scene.text.trim() !== '' || (scene.picture.styleText ?? '').trim() !== '';
}

function plannedScene({ text, isHeading, startsSection }: ProjectScene): PlannedScene {
  return { text, isHeading, startsParagraph: startsSection };
}

/** Draws the picture of a scene and takes it in. */
export async function drawPictureAgain(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  wish: { readonly styleText: string; readonly variant: number; readonly frame: FrameSize },
  task: TaskOptions,
): Promise<string> {
  const { project, content, media } = context;
  const scene = sceneAt(content, sceneIndex);
  const workName = sceneFileName('drawn', sceneIndex, 'png');
  await deps.engine.drawPicture(
    {
      scene: plannedScene(scene),
      sceneIndex,
      previousScenes: content.scenes.slice(0, sceneIndex).map(plannedScene),
      projectTitle: drawnTitle(project.title),
      styleText: wish.styleText,
      languageCode: content.languageCode,
      variant: wish.variant,
      ...wish.frame,
      outputPath: media.pathOf(workName),
    },
    task,
  );
  const displayName = sceneName(project, sceneIndex);
  return media.takeIn({
    role: 'picture',
    type: 'IMAGE',
    workName,
    displayName,
    durationFrames: null,
    size: wish.frame,
  });
}

/** Fits an image into the project's frame and takes it in. */
export async function takeInStill(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  still: { readonly inputPath: string; readonly frame: FrameSize },
  task: TaskOptions,
): Promise<string> {
  const { inputPath, frame } = still;
  const isPng = path.extname(inputPath).toLowerCase() === '.png';
  const workName = sceneFileName('picture', sceneIndex, isPng ? 'png' : 'jpg');
  const outputPath = context.media.pathOf(workName);
  await deps.engine.conformStill({ inputPath, ...frame, outputPath }, task);
  const displayName = sceneName(context.project, sceneIndex);
  return context.media.takeIn({
    role: 'picture',
    type: 'IMAGE',
    workName,
    displayName,
    durationFrames: null,
    size: frame,
  });
}

/**
 * Fits a clip into a frame, at least as long as its scene, and takes it in. A clip without a source file becomes the
 * source of all later ones, because each conversion loses quality.
 */
export async function conformClipAgain(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  wish: { readonly frame: FrameSize; readonly minDurationFrames: number },
  task: TaskOptions,
): Promise<{ readonly fileId: string; readonly durationFrames: number; readonly sourceFileId: string }> {
  const { picture } = sceneAt(context.content, sceneIndex);
  const { sourceFileId = picture.fileId } = picture;
  const source = await findSource(deps, picture, 'VIDEO');
  const workName = sceneFileName('clip', sceneIndex, 'mp4');
  const { durationFrames } = await deps.engine.conformClip(
    {
      inputPath: source.path,
      ...wish.frame,
      minDurationFrames: wish.minDurationFrames,
      keepsSound: picture.kind === 'clip' && picture.isAudible,
      outputPath: context.media.pathOf(workName),
    },
    task,
  );
  const displayName = sceneName(context.project, sceneIndex);
  const fileId = await context.media.takeIn({
    role: 'picture',
    type: 'VIDEO',
    workName,
    displayName,
    durationFrames,
    size: wish.frame,
  });
  return { fileId, durationFrames, sourceFileId };
}
