import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { isThere } from '../foundation/files/is-there.ts';
import { moveUnlessTaken } from '../foundation/files/move-unless-taken.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import { syncFolder } from '../foundation/files/write-durably.ts';
import type { Log } from '../platform.ts';
import type { TransferRecord } from '../state/transfer-repository.ts';
import type { TransferContext } from '../transfers/queue/transfer-order.ts';

/** Path of the whole file: beside the folder that receives it. */
export function finalPathOf({ targetPath }: Pick<TransferRecord, 'targetPath'>): string {
  return targetPath === null ? '' : join(dirname(dirname(targetPath)), basename(targetPath));
}

/** Removes the folder that receives a file, with what it received. */
export async function removePart(
  { key, targetPath }: Pick<TransferRecord, 'key' | 'targetPath'>,
  { log }: { readonly log: Log },
): Promise<void> {
  if (targetPath === null) return;
  await removeTree(dirname(targetPath)).catch((error: unknown) => {
    log.warn('A part of a saved file could not be removed.', { key, error });
  });
}

/**
 * Makes the folder that receives a file, once. If the folder is missing later, so is its drive, and another drive may
 * be in its place.
 */
export async function openFolder(context: TransferContext, folder: string): Promise<void> {
  const { record } = context;
  if (record.checkpoint !== null) {
    await stat(folder);
    return;
  }
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    if (!(await isThere(folder))) throw error;
  });
  context.checkpoint({ checkpoint: { receivedBytes: 0, validator: null, totalBytes: record.totalBytes } });
}

/**
 * Opens the folder that receives a file when the user tries again. If only this folder is missing, the file is received
 * anew: it was unused for too long, or somebody removed it.
 * @throws AppError `conflict` where another file has the name by then, on another drive perhaps, and the system's errors.
 */
export async function reopenFolder(context: TransferContext, folder: string): Promise<void> {
  const { record } = context;
  if (record.checkpoint !== null && !(await isThere(folder)) && (await isThere(dirname(folder)))) {
    const finalPath = finalPathOf(record);
    if (await isThere(finalPath)) throw nameTaken(finalPath);
    context.checkpoint({ checkpoint: null });
  }
  await openFolder(context, folder);
}

/**
 * Moves the whole file into place in one step. Other users and programs of the computer may read it there.
 * @throws AppError `conflict` where a file is there that may not be replaced, and the system's errors.
 */
export async function commitSavedFile(
  targetPath: string,
  finalPath: string,
  mayReplace: boolean,
): Promise<void> {
  // Some drives have no modes.
  await chmod(targetPath, 0o644).catch(() => undefined);
  if (mayReplace) await rename(targetPath, finalPath);
  else if (!(await moveUnlessTaken(targetPath, finalPath))) throw nameTaken(finalPath);
  await syncFolder(dirname(finalPath));
  await rm(dirname(targetPath), { recursive: true, force: true });
}

function nameTaken(path: string): AppError {
  return new AppError('conflict', `${path} was made meanwhile.`, { details: { path } });
}
