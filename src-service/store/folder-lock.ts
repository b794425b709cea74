import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

const sqliteBusy = 5;
const sqliteNotADatabase = 26;

function lockFile(lockPath: string): DatabaseSync {
  closeSync(openSync(lockPath, 'a', 0o600));
  const connection = new DatabaseSync(lockPath);
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Holds a data folder for one service. The lock is an open exclusive transaction on an empty database of its
 * own: the system releases it however the process ends, and a damaged database beside it does not matter.
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
      rmSync(lockPath, { force: true });
      return new FolderLock(lockFile(lockPath));
    }
  }

  release(): void {
    this.#connection.close();
  }
}
