import type { TaskOptions } from '@dailies/media';
import type { ScenePicture } from '@dailies/media/project';
import { type AnimatedClip, animateStill } from './animate-still.ts';
import {
  canBeDrawn,
  conformClipAgain,
  drawPictureAgain,
  findSource,
  type FrameSize,
  takeInStill,
} from './new-picture.ts';
import { type RemixContext, sceneAt } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';

/** Options for remaking a picture. */
export interface PictureWish {
  readonly frame: FrameSize;
  readonly styleText: string;
  readonly variant: number;
}

/** Returns a wish that keeps everything but the given changes. */
export function sameWish(
  { content }: RemixContext,
  picture: ScenePicture,
  changes: Partial<PictureWish> = {},
): PictureWish {
  const { width, height } = content;
  const styleText = picture.styleText ?? content.styleText;
  return { frame: { width, height }, styleText, variant: picture.variant, ...changes };
}

/** Whether a picture is a still or a clip made from one. */
export function wasStill(deps: RemixDeps, picture: ScenePicture): boolean {
  return picture.kind === 'still' || deps.files.find(picture.sourceFileId ?? '')?.type === 'IMAGE';
}

/** Whether the picture was drawn from the scene's text and can be drawn again. */
export function isDrawn(context: RemixContext, sceneIndex: number): boolean {
  const scene = sceneAt(context.content, sceneIndex);
  const { picture } = scene;
  const isFromWords = picture.kind === 'clip' || picture.sourceFileId === undefined;
  const isOfText = picture.origin !== 'own' && picture.prompt === undefined;
  return isOfText && isFromWords && canBeDrawn(scene);
}

async function makeStillAgain(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  wish: PictureWish,
  task: TaskOptions,
): Promise<string> {
  if (isDrawn(context, sceneIndex)) return drawPictureAgain(deps, context, sceneIndex, wish, task);
  const { picture } = sceneAt(context.content, sceneIndex);
  const { path } = await findSource(deps, picture, 'IMAGE');
  return takeInStill(deps, context, sceneIndex, { inputPath: path, frame: wish.frame }, task);
}

/** Animates a still that is taken in, with the motion and sound that the clip of its scene has. */
function animateTaken(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  still: { readonly stillId: string; readonly frame: FrameSize; readonly durationFrames: number },
  task: TaskOptions,
): Promise<AnimatedClip> {
  const { picture } = sceneAt(context.content, sceneIndex);
  const { stillId, ...wish } = still;
  const { motionPrompt = '', isAudible: mayBeHeard = false } = picture.kind === 'clip' ? picture : {};
  const stillPath = context.media.pathOfTaken(stillId);
  return animateStill(deps, context, sceneIndex, { ...wish, stillPath, motionPrompt, mayBeHeard }, task);
}

/** Animates the still again that the clip of a scene was made from. */
async function animateAgain(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  { stillId, frame, variant }: PictureWish & { readonly stillId: string },
  task: TaskOptions,
): Promise<ScenePicture> {
  const { picture, durationFrames } = sceneAt(context.content, sceneIndex);
  const clip = await animateTaken(deps, context, sceneIndex, { stillId, frame, durationFrames }, task);
  const sourceFileId = isDrawn(context, sceneIndex) ? stillId : picture.sourceFileId;
  return { ...picture, ...clip, variant, sourceFileId, largeFileId: undefined };
}

/**
 * Remakes the picture of a scene in another size, style or variant. Drawn pictures are drawn again. Other pictures are
 * conformed again from their source file, or from the first picture if they have none. Animated stills are animated
 * again.
 */
export async function makePictureAgain(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  wish: PictureWish,
  task: TaskOptions,
): Promise<ScenePicture> {
  const { picture, durationFrames } = sceneAt(context.content, sceneIndex);
  if (!wasStill(deps, picture)) {
    const clip = { frame: wish.frame, minDurationFrames: durationFrames };
    const conformed = await conformClipAgain(deps, context, sceneIndex, clip, task);
    return { ...picture, ...conformed, largeFileId: undefined };
  }
  const fileId = await makeStillAgain(deps, context, sceneIndex, wish, task);
  if (picture.kind === 'clip')
    return animateAgain(deps, context, sceneIndex, { ...wish, stillId: fileId }, task);
  const fittedFileId = picture.fittedFileId === picture.fileId ? fileId : undefined;
  const { sourceFileId = isDrawn(context, sceneIndex) ? undefined : picture.fileId } = picture;
  const made = { fileId, fittedFileId, sourceFileId, variant: wish.variant };
  return { ...picture, ...made, largeFileId: undefined };
}

/** Makes the clip of a scene longer: animates its still again, or conforms it again if it was not made from one. */
export async function lengthenClip(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  durationFrames: number,
  task: TaskOptions,
): Promise<ScenePicture> {
  const { width, height } = context.content;
  const frame = { width, height };
  const { picture } = sceneAt(context.content, sceneIndex);
  // The source, and not a new drawing: the picture stays the same.
  const still = await findSource(deps, picture, 'IMAGE');
  if (still.fileId === picture.fileId) {
    const clip = { frame, minDurationFrames: durationFrames };
    const conformed = await conformClipAgain(deps, context, sceneIndex, clip, task);
    return { ...picture, ...conformed, largeFileId: undefined };
  }
  const stillId = await takeInStill(deps, context, sceneIndex, { inputPath: still.path, frame }, task);
  const clip = await animateTaken(deps, context, sceneIndex, { stillId, frame, durationFrames }, task);
  return { ...picture, ...clip, largeFileId: undefined };
}
