import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { folderErrorOf } from '../foundation/files/folder-errors.ts';
import { moveUnlessTaken } from '../foundation/files/move-unless-taken.ts';
import { syncFolder } from '../foundation/files/write-durably.ts';

type FetchFile = (fileId: string, path: string, signal: AbortSignal) => Promise<void>;

/**
 * Downloads a file of the library to a new path. Nothing incomplete is ever there.
 * @throws AppError `conflict` with `reason` `exists` if something has the path, and as the download.
 */
export async function saveFile(
  fetchFile: FetchFile,
  { fileId, path }: { readonly fileId: string; readonly path: string },
  signal: AbortSignal,
): Promise<void> {
  const part = `${path}.${process.pid.toString()}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await fetchFile(fileId, part, signal);
    if (!(await moveUnlessTaken(part, path)))
      throw new AppError('conflict', `${path} is there already.`, { details: { path, reason: 'exists' } });
    await syncFolder(dirname(path));
  } catch (error) {
    throw folderErrorOf(error, dirname(path));
  } finally {
    await rm(part, { force: true });
  }
}
