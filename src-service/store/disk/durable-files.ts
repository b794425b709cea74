import { copyFile, link, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';

/** Forces a file's bytes to the disk. @throws if that fails; the bytes must then count as lost. */
export async function syncFile(filePath: string): Promise<void> {
  const handle = await open(filePath, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Forces the names in a folder to the disk. Windows cannot open folders and does not need this. */
export async function syncFolder(folderPath: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folderPath, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Durably renames a complete file to its final name. */
export async function publishFile(temporaryPath: string, finalPath: string): Promise<void> {
  await syncFile(temporaryPath);
  await rename(temporaryPath, finalPath);
  await syncFolder(path.dirname(finalPath));
}

/**
 * Gives a complete file a second name: as a hard link if the file system supports it, else as a copy.
 * @param makeLink replaces the system's call.
 */
export async function linkFile(sourcePath: string, finalPath: string, makeLink = link): Promise<void> {
  await syncFile(sourcePath);
  try {
    await makeLink(sourcePath, finalPath);
  } catch (error) {
    // Systems refuse links with various codes: Windows with EISDIR on FAT and exFAT.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST' || code === 'ENOENT') throw error;
    await copyFile(sourcePath, finalPath);
    await syncFile(finalPath);
  }
  await syncFolder(path.dirname(finalPath));
}

/** Size of a regular, non-empty file; null for anything else. */
export async function sizeOfFile(filePath: string): Promise<number | null> {
  const facts = await stat(filePath).catch(() => null);
  return facts?.isFile() && facts.size > 0 ? facts.size : null;
}
