import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import { isFileOrMissing, makePrivateDatabase } from './private-files.ts';
import { sqliteCodeOf, sqliteCodes } from './sqlite-errors.ts';

/**
 * Locks the app's folder for this process. The system releases the lock when the process ends, however it ends.
 * @returns a function that releases the lock.
 * @throws AppError `conflict` when another process holds it.
 */
export function holdApplicationLock(userData: string): () => void {
  const path = join(userData, 'app.lock');
  // Nobody can hold a lock on something other than a file.
  if (!isFileOrMissing(path)) rmSync(path, { recursive: true });
  try {
    return takeLock(path);
  } catch (error) {
    const code = sqliteCodeOf(error);
    if (code === sqliteCodes.busy) {
      throw new AppError('conflict', 'Dailies is already running with this folder.', {
        details: { path: userData },
        cause: error,
      });
    }
    if (code !== sqliteCodes.corrupt && code !== sqliteCodes.notADatabase) throw error;
    // Truncates in place: another start that also found it damaged may already hold its lock on this file.
    truncateSync(path);
    return takeLock(path);
  }
}

/**
 * Takes SQLite's reserved lock, which one process can hold while others only read. With an exclusive lock, two
 * simultaneous starts would both fail. With the journal in memory, a crash leaves no file that the next start would
 * recover.
 */
function takeLock(path: string): () => void {
  makePrivateDatabase(path);
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    throw error;
  }
  return () => {
    database.close();
  };
}
