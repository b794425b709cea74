import { ApiError, notFound } from '../api-error.ts';
import type { Owner } from '../store/records/newest-first.ts';
import { catalogueTeamId } from '../store/records/stored-file.ts';
import type { Caller } from './credentials.ts';

/** Returns whose records a list shows: the whole team's, or only the caller's own. */
export function ownerOf(caller: Caller, selfOnly: boolean | undefined): Owner {
  return { teamId: caller.teamId, userId: selfOnly === true ? caller.userId : null };
}

/**
 * Returns the record if it belongs to the caller's team.
 * @param what a noun, such as `project`.
 * @throws ApiError 404 if it does not exist, 403 if it is another team's.
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
 * Returns the file if it belongs to the caller's team or to the built-in catalogue.
 * @throws ApiError as `ownRecord`.
 */
export function readableFile<Stored extends { readonly teamId: string }>(
  file: Stored | null,
  caller: Caller,
  what: string,
): Stored {
  return file?.teamId === catalogueTeamId ? file : ownRecord(file, caller, what);
}
