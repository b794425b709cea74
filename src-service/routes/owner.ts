import type { Caller } from '../auth/credentials.ts';
import type { Owner } from '../store/newest-first.ts';

/** Whose records a list shows: the team's, or only the caller's own. */
export function ownerOf(caller: Caller, selfOnly: boolean | undefined): Owner {
  return { teamId: caller.teamId, userId: selfOnly === true ? caller.userId : null };
}
