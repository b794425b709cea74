import type { TaskOptions } from '@dailies/media';
import type { ProjectContent } from '@dailies/media/project';
import type { AspectRatio } from '../../../src-shared/api/common.ts';
import type { RemixAction } from '../../../src-shared/api/remix.ts';
import type { StoredProject } from '../../store/project-repository.ts';
import { runTogether } from '../run-together.ts';
import type { ProjectMediaWriter } from './project-media-writer.ts';
import type { RemixDeps } from './remix-deps.ts';
import type { ActionOf } from './remix-state.ts';

/** What one action has to work with. */
export interface RemixContext {
  readonly project: StoredProject;
  readonly content: ProjectContent;
  /**
   * Counts the project's changes. Chance is drawn from it: asked for once more, there is something else, and equal
   * projects still are equal after equal actions.
   */
  readonly revision: number;
  /** The engine's key of the voice that was asked for; null for actions without one. */
  readonly voiceKey: string | null;
  /** Pixels of the frame that was asked for; null for actions without one. */
  readonly frame: { readonly width: number; readonly height: number } | null;
  readonly media: ProjectMediaWriter;
  readonly signal: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** What a project is after an action. The very content that was given: nothing had to be changed. */
export interface RemixOutcome {
  readonly content: ProjectContent;
  readonly aspectRatio?: AspectRatio;
}

/** Carries an action of one type out. @throws ApiError for what cannot be done, which fails the action */
export type RemixWork<Type extends RemixAction['type']> = (
  deps: RemixDeps,
  context: RemixContext,
  action: ActionOf<Type>,
) => RemixOutcome | Promise<RemixOutcome>;

/** Works on scenes at once and gathers what comes of them by their indices; null leaves a scene out. */
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

/** The scene of an index. @throws when there is none: a mistake in the action */
export function sceneAt(content: ProjectContent, sceneIndex: number): ProjectContent['scenes'][number] {
  const scene = content.scenes[sceneIndex];
  if (!scene) throw new Error('There is no such scene.');
  return scene;
}

/** What files of a scene are called in lists. */
export function sceneName(project: Pick<StoredProject, 'title'>, sceneIndex: number): string {
  return `${project.title}, scene ${sceneIndex + 1}`;
}
