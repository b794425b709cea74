import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { systemCodeOf } from '../foundation/folder-errors.ts';
import { makeFolders } from '../foundation/make-folders.ts';

/** Of folders that belong to all, such as the system's for temporary files. */
const stickyBit = 0o1000;

/** A folder for this user alone, also where it was there for all to read. One that is not this user's stays as it is. */
export function makePrivateFolder(path: string): void {
  makeFolders(path, 0o700);
  const { uid, mode } = statSync(path);
  if (uid === process.getuid?.() && (mode & stickyBit) === 0) chmodSync(path, 0o700);
}

/**
 * A database for this user alone, empty when it was not there. What SQLite puts beside it has its mode, but what lies
 * there already keeps its own. One that is there is not opened: closing it would give back the locks this process has
 * on it.
 */
export function makePrivateDatabase(path: string): void {
  ignoring('EEXIST', () => {
    closeSync(openSync(path, 'wx', 0o600));
  });
  for (const suffix of ['', '-wal', '-shm']) {
    ignoring('ENOENT', () => {
      chmodSync(path + suffix, 0o600);
    });
  }
}

/** False for a folder, a pipe or a device. They are never opened: reading from one may not end. */
export function isFileOrMissing(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

function ignoring(systemCode: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (systemCodeOf(error) !== systemCode) throw error;
  }
}
