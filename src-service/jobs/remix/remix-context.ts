import type { TaskOptions } from '@dailies/media';
import type { ProjectContent } from '@dailies/media/project';
import type { AspectRatio } from '../../../src-shared/api/common.ts';
import type { RemixAction } from '../../../src-shared/api/remix.ts';
import type { StoredProject } from '../../store/records/project-repository.ts';
import { runTogether } from '../run-together.ts';
import type { ProjectMediaWriter } from './project-media-writer.ts';
import type { RemixDeps } from './remix-deps.ts';
import type { ActionOf } from './remix-state.ts';

/** Everything one action works with. */
export interface RemixContext {
  readonly project: StoredProject;
  readonly content: ProjectContent;
  /**
   * Counts the project's changes and seeds random choices. A repeated action therefore gives another result, while
   * equal projects stay equal after equal actions.
   */
  readonly revision: number;
  /** Engine key of the requested voice; null for actions without one. */
  readonly voiceKey: string | null;
  /** Requested frame size in pixels; null for actions without one. */
  readonly frame: { readonly width: number; readonly height: number } | null;
  readonly media: ProjectMediaWriter;
  readonly signal: AbortSignal;
  /** Called with a fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** The project after an action. If `content` is the same object as before, nothing changed. */
export interface RemixOutcome {
  readonly content: ProjectContent;
  readonly aspectRatio?: AspectRatio;
}

/** Carries out an action of one type. @throws ApiError for an action that cannot be carried out, which fails it */
export type RemixWork<Type extends RemixAction['type']> = (
  deps: RemixDeps,
  context: RemixContext,
  action: ActionOf<Type>,
) => RemixOutcome | Promise<RemixOutcome>;

/** Works on scenes in parallel and returns the results by scene index, without those that are null. */
export async function workOnScenes<Result>(
  context: RemixContext,
  sceneIndices: readonly number[],
  work: (sceneIndex: number, task: TaskOptions) => Promise<Result | null>,
): Promise<Map<number, Result>> {
  const results = await runTogether(sceneIndices, context, async (sceneIndex, _place, task) => ({
    sceneIndex,
    result: await work(sceneIndex, task),
  }));
  const made = new Map<number, Result>();
  for (const { sceneIndex, result } of results) if (result !== null) made.set(sceneIndex, result);
  return made;
}

/** Returns the scene at an index. @throws if there is none, which is a bug in the action */
export function sceneAt(content: ProjectContent, sceneIndex: number): ProjectContent['scenes'][number] {
  const scene = content.scenes[sceneIndex];
  if (!scene) throw new Error('There is no such scene.');
  return scene;
}

/** Display name of a scene's files. */
export function sceneName(project: Pick<StoredProject, 'title'>, sceneIndex: number): string {
  return `${project.title}, scene ${sceneIndex + 1}`;
}
