import type { TaskOptions } from '@dailies/media';
import { framesPerSecond, type ScenePicture } from '@dailies/media/project';
import { sceneFileName } from '../project-build/work-files.ts';
import type { FrameSize } from './new-picture.ts';
import { type RemixContext, sceneAt, sceneName } from './remix-context.ts';
import type { RemixDeps } from './remix-deps.ts';

/** Length of the longest transition, during which the picture stays visible in the next scene. */
const tailFrames = 20;

export interface Animation {
  readonly stillPath: string;
  readonly frame: FrameSize;
  /** Length of the scene. */
  readonly durationFrames: number;
  readonly motionPrompt: string;
  readonly mayBeHeard: boolean;
}

/** Fields of the clip that replace those of the still it was made from. */
export type AnimatedClip = Pick<
  Extract<ScenePicture, { kind: 'clip' }>,
  'kind' | 'fileId' | 'durationFrames' | 'isAudible' | 'motionPrompt'
>;

/** Animates a still for the length of its scene and the transition after it, and takes the clip in. */
export async function animateStill(
  deps: RemixDeps,
  context: RemixContext,
  sceneIndex: number,
  animation: Animation,
  task: TaskOptions,
): Promise<AnimatedClip> {
  const { project, content, revision, media } = context;
  const scene = sceneAt(content, sceneIndex);
  const { stillPath, frame, motionPrompt } = animation;
  const workName = sceneFileName('moving', sceneIndex, 'mp4');
  const made = await deps.engine.clips.animateStill(
    {
      stillPath,
      motionPrompt,
      ...frame,
      durationFrames: animation.durationFrames + tailFrames,
      seed: `${scene.text} ${sceneIndex} ${revision}`,
      outputPath: media.pathOf(workName),
    },
    task,
  );
  const durationFrames = Math.round(made.durationSeconds * framesPerSecond);
  const displayName = sceneName(project, sceneIndex);
  const fileId = await media.takeIn({
    role: 'picture',
    type: 'VIDEO',
    workName,
    displayName,
    durationFrames,
    size: frame,
  });
  const isAudible = made.hasSound && animation.mayBeHeard;
  return { kind: 'clip', fileId, durationFrames, isAudible, motionPrompt };
}
