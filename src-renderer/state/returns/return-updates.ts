import type { Return } from '../../../src-shared/contract/return.ts';

/** State of an edit's update with the project's present cut, or its end without a version. */
export type UpdateCourse = 'fetching' | 'undecided' | 'same_cut' | 'cancelled' | 'failed';

/** Returns the state of a requested update; null if none was requested, or if it made a version. */
export function courseOfUpdate({ awaitedCut }: Pick<Return, 'awaitedCut'>): UpdateCourse | null {
  if (awaitedCut === null) return null;
  const { error } = awaitedCut;
  if (error === null) return 'fetching';
  const { reason } = error.details;
  // The present cut was fetched, so the fetch did not fail.
  if (reason === 'undecided' || reason === 'same_cut') return reason;
  return error.code === 'cancelled' ? 'cancelled' : 'failed';
}

/**
 * True if the update awaited in `before` made a version. False if the file was merely saved again, or if the update did
 * not start, which leaves the return unchanged.
 */
export function hasMadeVersion(
  { awaitedCut, state, keptAs }: Pick<Return, 'awaitedCut' | 'state' | 'keptAs'>,
  before: Pick<Return, 'keptAs'>,
): boolean {
  const isAnother = keptAs?.deliveryId !== before.keptAs?.deliveryId;
  return awaitedCut === null && state === 'kept' && isAnother;
}
