import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import { isFileOrMissing, makePrivateDatabase } from './private-files.ts';
import { sqliteCodeOf, sqliteCodes } from './sqlite-errors.ts';

/**
 * Holds the app's folder for this process alone. The system gives the lock back when the process ends, however
 * it ends.
 * @returns the function that gives it back.
 * @throws AppError `conflict` when another process has it; it tells when that one is of another computer.
 */
export function holdApplicationLock(userData: string): () => void {
  const release = takeSoundLock(userData);
  noteHolder(userData);
  return release;
}

function takeSoundLock(userData: string): () => void {
  const path = join(userData, 'app.lock');
  // Nobody holds what is no file.
  if (!isFileOrMissing(path)) rmSync(path, { recursive: true });
  try {
    return takeLock(path);
  } catch (error) {
    const code = sqliteCodeOf(error);
    if (code === sqliteCodes.busy) throw heldElsewhere(userData, error);
    if (code !== sqliteCodes.corrupt && code !== sqliteCodes.notADatabase) throw error;
    // In place: another start that found it damaged too may have its lock on this very file by now.
    truncateSync(path);
    return takeLock(path);
  }
}

/** Holds the name of the computer that last had the lock: folders can be shared by several. */
function holderPath(userData: string): string {
  return join(userData, 'app.lock-holder');
}

/** Without room for it the app starts all the same. */
function noteHolder(userData: string): void {
  try {
    rmSync(holderPath(userData), { force: true });
    writeFileSync(holderPath(userData), hostname(), { mode: 0o600 });
  } catch {
    // Another app then sees less of this one, that is all.
  }
}

function heldElsewhere(userData: string, cause: unknown): AppError {
  const holder = readHolder(userData);
  const isHere = holder === '' || holder === hostname();
  const message = isHere
    ? 'Dailies is already running with this folder.'
    : `Dailies is running with this folder on another computer, ${holder}.`;
  return new AppError('conflict', message, {
    details: { path: userData, ...(isHere ? {} : { host: holder }) },
    cause,
  });
}

/** Empty when it is not known. */
function readHolder(userData: string): string {
  const path = holderPath(userData);
  try {
    return isFileOrMissing(path) ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

/**
 * Takes SQLite's reserved lock, which one process has while others only look. With an exclusive lock two starts that
 * look at once both fail. A journal in memory leaves a killed app none on the disk, which the next ones would recover.
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
