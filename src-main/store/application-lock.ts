import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import { sqliteCodeOf, sqliteCodes } from './sqlite-errors.ts';

/**
 * Holds the app's folder for this process alone. The system gives the lock back when the process ends, however
 * it ends.
 * @returns the function that gives it back.
 * @throws AppError `conflict` when another process has it.
 */
export function holdApplicationLock(userData: string): () => void {
  const path = join(userData, 'app.lock');
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
    rmSync(path, { force: true });
    return takeLock(path);
  }
}

function takeLock(path: string): () => void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; PRAGMA user_version = 1;');
  } catch (error) {
    database.close();
    throw error;
  }
  return () => {
    database.close();
  };
}
