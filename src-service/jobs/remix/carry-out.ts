import { ApiError } from '../../api-error.ts';
import { unixSeconds } from '../../clock.ts';
import { type MediaStoreDoor, ProjectMediaWriter } from './project-media-writer.ts';
import type { RemixDeps } from './remix-deps.ts';
import type { RemixState } from './remix-state.ts';
import { runRemixAction } from './run-remix-action.ts';

/** The environment in which an action works. */
export interface RemixPlace extends Pick<MediaStoreDoor, 'workFolder' | 'adopt'> {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/**
 * Carries out an action and returns its database writes: the new files and the new content. Make them in one
 * transaction. They throw if the project was changed meanwhile.
 * @throws ApiError for an action that cannot be carried out
 */
export async function carryOut(deps: RemixDeps, state: RemixState, place: RemixPlace): Promise<() => void> {
  const project = deps.projects.find(state.projectId);
  const stored = deps.projects.readRevision(state.projectId);
  if (!project || !stored) throw new ApiError(404, 'not_found', 'The project has no content.');
  const { content, revision } = stored;
  const { isTemporary, voiceKey, frame } = state;
  const media = new ProjectMediaWriter(deps, project, { ...place, isTemporary });
  const { signal, onProgress } = place;
  const context = { project, content, revision, voiceKey, frame, media, signal, onProgress };
  const outcome = await runRemixAction(deps, context, state.action);
  const change = {
    content: outcome.content,
    aspectRatio: outcome.aspectRatio ?? project.aspectRatio,
    updatedAt: unixSeconds(deps.clock),
  };
  return () => {
    if (outcome.content === content) return;
    for (const file of media.files) deps.files.insert(file);
    const isReplaced = deps.projects.replaceContent(project.projectId, revision, change);
    if (!isReplaced) throw new Error('The project was changed by something else meanwhile.');
  };
}
