import { chmod, copyFile, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../foundation/files/write-durably.ts';

/**
 * Replaces a program that is one file, such as an AppImage, with a copy of another. The program may be running: it
 * keeps the file it was started from. Changes nothing when it rejects.
 */
export async function replaceProgram(programPath: string, from: string): Promise<void> {
  const folder = dirname(programPath);
  const next = join(folder, `.${basename(programPath)}.next`);
  const { mode } = await stat(programPath);
  try {
    await copyFile(from, next);
    await chmod(next, mode & 0o777);
    const file = await open(next);
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, programPath);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  await syncFolder(folder);
}
