import type { Return } from '../../src-shared/contract/return.ts';

/** How the update of an edit with the project's present cut goes, or how it ended without a version. */
export type UpdateCourse = 'fetching' | 'undecided' | 'same_cut' | 'cancelled' | 'failed';

/** Null where none was asked for, and after one that was made. */
export function courseOfUpdate({ awaitedCut }: Pick<Return, 'awaitedCut'>): UpdateCourse | null {
  if (awaitedCut === null) return null;
  const { error } = awaitedCut;
  if (error === null) return 'fetching';
  const { reason } = error.details;
  // The present cut is there: nothing failed.
  if (reason === 'undecided' || reason === 'same_cut') return reason;
  return error.code === 'cancelled' ? 'cancelled' : 'failed';
}

/**
 * Whether the update that was waited for in `before` made a version. A file that was saved once more meanwhile is none,
 * and one that did not begin leaves the return as it was.
 */
export function hasMadeVersion(
  { awaitedCut, state, keptAs }: Pick<Return, 'awaitedCut' | 'state' | 'keptAs'>,
  before: Pick<Return, 'keptAs'>,
): boolean {
  const isAnother = keptAs?.deliveryId !== before.keptAs?.deliveryId;
  return awaitedCut === null && state === 'kept' && isAnother;
}
