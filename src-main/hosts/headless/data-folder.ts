import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { folderErrorOf, systemCodeOf } from '../../foundation/folder-errors.ts';
import { removeTree } from '../../foundation/remove-tree.ts';
import { unusableFolderMessage } from '../../state/sqlite-errors.ts';

/**
 * Does work that needs a folder for the app's own data: the chosen one, or one that is gone afterwards, however
 * the work ends.
 * @throws AppError as `dataFolderErrorOf`, and whatever the work throws.
 */
export async function inDataFolder<Result>(
  chosen: string | undefined,
  work: (userData: string) => Promise<Result>,
): Promise<Result> {
  if (chosen) return work(resolve(chosen));
  const userData = await mkdtemp(join(tmpdir(), 'dailies-')).catch((error: unknown) => {
    throw dataFolderErrorOf(error, tmpdir());
  });
  try {
    return await work(userData);
  } finally {
    await removeTree(userData).catch(() => undefined);
  }
}

/** What a failure while the app's own data is opened means: `disk_full` or `state_unreadable`. Others stay. */
export function dataFolderErrorOf(error: unknown, folder: string): unknown {
  const reason = systemCodeOf(error);
  const isOfSystem = /^E[A-Z0-9]+$/.test(reason);
  if (error instanceof AppError || !isOfSystem) return error;
  const known = folderErrorOf(error, folder);
  if (known instanceof AppError && known.code === 'disk_full') return known;
  return new AppError('state_unreadable', unusableFolderMessage(folder, reason), {
    details: { path: folder, reason },
    cause: error,
  });
}
