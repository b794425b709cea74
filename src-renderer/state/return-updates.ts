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
