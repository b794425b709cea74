import { closeSync, existsSync, openSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

const sqliteBusy = 5;
const sqliteNotADatabase = 26;

/** A file that is there is not opened here: closing it would give back the lock this process may have on it. */
function lockFile(lockPath: string): DatabaseSync {
  if (!existsSync(lockPath)) closeSync(openSync(lockPath, 'a', 0o600));
  const connection = new DatabaseSync(lockPath);
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Holds a data folder for one service. The lock is an open transaction on an empty database of its own: the
 * system releases it however the process ends, and a damaged database beside it does not matter. It is SQLite's
 * reserved lock, which one process has while others only look: with exclusive ones two starts at once can both fail.
 */
export class FolderLock {
  readonly #connection: DatabaseSync;

  private constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  /** @throws StartError when another service holds the folder. */
  static acquire(lockPath: string): FolderLock {
    try {
      return new FolderLock(lockFile(lockPath));
    } catch (error) {
      const errcode = error instanceof Error && 'errcode' in error ? error.errcode : null;
      if (errcode === sqliteBusy) {
        throw new StartError(
          'data_folder_in_use',
          'Another service is already using this data folder. Stop it first, or choose another folder.',
        );
      }
      if (errcode !== sqliteNotADatabase) throw error;
      // In place: another start that found it damaged too may have its lock on this very file by now.
      truncateSync(lockPath);
      return new FolderLock(lockFile(lockPath));
    }
  }

  release(): void {
    this.#connection.close();
  }
}
