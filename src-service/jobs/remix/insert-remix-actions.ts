import { newId } from '../../new-id.ts';
import type { JobRepository } from '../../store/job-repository.ts';
import type { RemixRepository } from '../../store/remix-repository.ts';
import { remixActionKind, type RemixState } from './remix-state.ts';

/** An action that has been checked, before it is known whose project it is for. */
export type PlannedRemixAction = Pick<RemixState, 'action' | 'voiceKey' | 'frame'>;

export interface RemixTarget {
  readonly projectId: string;
  readonly teamId: string;
  readonly userId: string;
  /** What is made has the scope TEMPORARY. */
  readonly isTemporary: boolean;
  /** The workflow run that works the actions itself; absent for a finished project. */
  readonly runId?: string;
}

/**
 * Writes the records and the waiting jobs of a request's actions; to be called in the transaction that accepts the
 * request. All actions of a project are worked in the order of these calls. Tells their ids in the actions' order.
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
      ...{ jobId: remixActionId, kind: remixActionKind, state },
      ...{ queue: `project ${projectId}`, parentJobId: runId },
    });
    deps.remixActions.insert({ remixActionId, requestId, projectId, teamId, userId, type });
  }
  return ids;
}
