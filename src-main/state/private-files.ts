import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { systemCodeOf } from '../foundation/files/folder-errors.ts';
import { makeFolders } from '../foundation/files/make-folders.ts';

/** Mode bit of folders shared by all users, such as the system's temporary folder. */
const stickyBit = 0o1000;

/** Makes a folder private to this user, even an existing one; leaves one of another user unchanged. */
export function makePrivateFolder(path: string): void {
  makeFolders(path, 0o700);
  const { uid, mode } = statSync(path);
  if (uid === process.getuid?.() && (mode & stickyBit) === 0) chmodSync(path, 0o700);
}

/**
 * Creates a private, empty database file, or makes an existing one private. SQLite gives new side files the same mode;
 * existing ones keep theirs, so this changes them too. Never opens an existing file: closing it would release this
 * process's locks on it.
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

/** False for a folder, a pipe or a device. The app never opens these, because a read might not end. */
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
