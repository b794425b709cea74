import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from './folder-errors.ts';

/**
 * Makes a folder with those above it; what is there already stays, folder or not. Node's own way never ends where
 * a folder is there but takes no names, as those of the system's processes.
 */
export async function makeFolders(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolders(dirname(path));
    await makeFolder(path);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
}
