import { newId } from '../../new-id.ts';
import type { JobRepository } from '../../store/records/job-repository.ts';
import type { RemixRepository } from '../../store/records/remix-repository.ts';
import { remixActionKind, type RemixState } from './remix-state.ts';

/** A validated action that is not yet assigned to a project. */
export type PlannedRemixAction = Pick<RemixState, 'action' | 'voiceKey' | 'frame'>;

export interface RemixTarget {
  readonly projectId: string;
  readonly teamId: string;
  readonly userId: string;
  /** Whether the results get the scope TEMPORARY. */
  readonly isTemporary: boolean;
  /** The workflow run that carries out the actions itself; absent for a finished project. */
  readonly runId?: string;
}

/**
 * Inserts the records and pending jobs of a request's actions, and returns their ids in order. Call it in the
 * transaction that accepts the request. A project's actions run in the order of these calls.
 */
export function insertRemixActions(
  deps: { readonly jobs: JobRepository; readonly remixActions: RemixRepository },
  target: RemixTarget,
  actions: readonly PlannedRemixAction[],
): string[] {
  const { projectId, teamId, userId, isTemporary, runId } = target;
  const ids = actions.map(() => newId('rmix'));
  const requestId = ids[0] ?? '';
  for (const [index, planned] of actions.entries()) {
    const remixActionId = ids[index] ?? '';
    const { type } = planned.action;
    const state: RemixState = { ...planned, remixActionId, projectId, isTemporary };
    deps.jobs.insert({
      jobId: remixActionId,
      kind: remixActionKind,
      state,
      queue: `project ${projectId}`,
      parentJobId: runId,
    });
    deps.remixActions.insert({ remixActionId, requestId, projectId, teamId, userId, type });
  }
  return ids;
}
