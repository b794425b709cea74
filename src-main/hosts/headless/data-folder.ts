import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { folderErrorOf, systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { removeTree } from '../../foundation/files/remove-tree.ts';
import { unusableFolderMessage } from '../../state/sqlite-errors.ts';
import { ownFiles } from '../node/own-files.ts';

/**
 * Does work that needs a folder for the app's own data: the chosen one, or a temporary one that is removed afterwards,
 * however the work ends.
 * @throws AppError as `dataFolderErrorOf`, and the errors of the work.
 */
export async function inDataFolder<Result>(
  chosen: string | null,
  work: (userData: string) => Promise<Result>,
): Promise<Result> {
  if (chosen !== null) return work(chosen);
  const userData = await mkdtemp(join(tmpdir(), 'dailies-')).catch((error: unknown) => {
    throw dataFolderErrorOf(error, tmpdir());
  });
  try {
    return await work(userData);
  } finally {
    await removeTree(userData).catch(() => undefined);
  }
}

/** Turns an error from opening the app's own data into `disk_full` or `state_unreadable`; others stay. */
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

/** Version of the app, of which commands are a part. */
export async function readVersion(): Promise<string> {
  const text = await readFile(ownFiles.manifest, 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
