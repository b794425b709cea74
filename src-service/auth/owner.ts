import { ApiError, notFound } from '../api-error.ts';
import type { Owner } from '../store/newest-first.ts';
import { catalogueTeamId } from '../store/stored-file.ts';
import type { Caller } from './credentials.ts';

/** Whose records a list shows: the team's, or only the caller's own. */
export function ownerOf(caller: Caller, selfOnly: boolean | undefined): Owner {
  return { teamId: caller.teamId, userId: selfOnly === true ? caller.userId : null };
}

/**
 * The record, for a member of the team it belongs to.
 * @param what a noun, such as `project`.
 * @throws ApiError 404 when there is none, 403 when it is another team's.
 */
export function ownRecord<Stored extends { readonly teamId: string }>(
  record: Stored | null,
  caller: Caller,
  what: string,
): Stored {
  if (record === null) throw notFound(what);
  if (record.teamId === caller.teamId) return record;
  throw new ApiError(403, 'not_authorized', `This ${what} belongs to another team.`);
}

/**
 * The file, for a member of its team; one of the built-in catalogue for everybody, to read and to work with.
 * @throws ApiError as `ownRecord`.
 */
export function readableFile<Stored extends { readonly teamId: string }>(
  file: Stored | null,
  caller: Caller,
  what: string,
): Stored {
  return file?.teamId === catalogueTeamId ? file : ownRecord(file, caller, what);
}
