import { dirname } from 'node:path';
import { fileErrorOf } from './folder-errors.ts';
import { replaceFile } from './write-durably.ts';

/**
 * Saves a file of the app for the user, as `replaceFile` does.
 * @throws AppError `file_not_written`, `disk_full`.
 */
export async function saveFile(path: string, content: Uint8Array): Promise<void> {
  await replaceFile(path, content).catch((error: unknown) => {
    throw fileErrorOf(error, dirname(path));
  });
}
