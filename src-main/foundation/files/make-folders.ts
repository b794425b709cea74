import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from './folder-errors.ts';

/** No file system the app writes to takes more than this many UTF-8 bytes for one name. */
export const maxNameBytes = 255;

/**
 * Makes a folder and its parents; an existing folder or file stays. Node's recursive `mkdir` never ends if a folder
 * exists but takes no names, such as the folders of the system's processes.
 */
export function makeFolders(path: string, mode = 0o777): void {
  try {
    makeFolder(path, mode);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(dirname(path), mode);
    makeFolder(path, mode);
  }
}

function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
}
