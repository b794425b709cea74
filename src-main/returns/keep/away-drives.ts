import { dirname } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { needsOf } from '../../../src-shared/error-policy.ts';
import { isThere } from '../../foundation/files/is-there.ts';
import { isInside } from '../../foundation/files/read-foreign-file.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';
import type { KnownFolders } from '../../state/settings/known-folders.ts';

/** Reason in the details of an error about the folder of a returned file outside the delivery folder. */
const returnAway = 'return_away';

/**
 * Returns what keeps a return from being kept: a drive that is away, instead of what could not be read on it. Only a keep
 * that was interrupted has read the returned file before, so only for such a keep a missing folder means that its drive
 * is away.
 */
export async function causeOf(
  error: unknown,
  { path, keepingAs }: Pick<ReturnRecord, 'path' | 'keepingAs'>,
  rootFolder: string,
  folders: Pick<KnownFolders, 'require'>,
): Promise<unknown> {
  const needs = needsOf(error);
  if (needs === 'folder' || needs === 'space') return error;
  try {
    await folders.require(rootFolder);
  } catch (reason) {
    return reason;
  }
  const folder = dirname(path);
  if (keepingAs === null || isInside(path, rootFolder) || (await isThere(folder))) return error;
  return new AppError('delivery_folder_missing', `${folder} is not there.`, {
    details: { path: folder, reason: returnAway },
    cause: error,
  });
}

/**
 * Returns a check for the folder of a returned file if an error is about that; undefined for any other error.
 * @param find returns the return as stored, whose file may be found in another place meanwhile; null once it needs none.
 */
export function lookForReturn(
  { details }: AppError,
  find: () => Pick<ReturnRecord, 'path'> | null,
): (() => Promise<boolean>) | undefined {
  if (details['reason'] !== returnAway) return undefined;
  return async () => {
    const record = find();
    return record === null || isThere(dirname(record.path));
  };
}
