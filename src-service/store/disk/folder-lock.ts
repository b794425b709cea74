import { closeSync, existsSync, openSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../start-error.ts';

const sqliteBusy = 5;
const sqliteNotADatabase = 26;

/** Locks the file. Creates it only if missing, because closing an existing one would release this process's lock. */
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
 * Locks a data folder for one service. The lock is an open transaction on its own empty database. The system releases
 * it however the process ends, and a damaged main database does not affect it. It uses SQLite's reserved lock, because
 * with exclusive locks two simultaneous starts can both fail.
 */
export class FolderLock {
  readonly #connection: DatabaseSync;

  private constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  /** @throws StartError if another service holds the folder. */
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
      // Truncates in place, because another start that found it damaged too may already hold a lock on this very file.
      truncateSync(lockPath);
      return new FolderLock(lockFile(lockPath));
    }
  }

  release(): void {
    this.#connection.close();
  }
}
