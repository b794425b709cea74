import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import { isFileOrMissing, makePrivateDatabase } from './private-files.ts';
import { sqliteCodeOf, sqliteCodes } from './sqlite-errors.ts';

/**
 * Locks the app's folder for this process. The system releases the lock when the process ends, however it ends.
 * @returns a function that releases the lock.
 * @throws AppError `conflict` when another process holds it, with its host name if it runs on another computer.
 */
export function holdApplicationLock(userData: string): () => void {
  const release = takeSoundLock(userData);
  noteHolder(userData);
  return release;
}

function takeSoundLock(userData: string): () => void {
  const path = join(userData, 'app.lock');
  // Nobody can hold a lock on something other than a file.
  if (!isFileOrMissing(path)) rmSync(path, { recursive: true });
  try {
    return takeLock(path);
  } catch (error) {
    const code = sqliteCodeOf(error);
    if (code === sqliteCodes.busy) throw heldElsewhere(userData, error);
    if (code !== sqliteCodes.corrupt && code !== sqliteCodes.notADatabase) throw error;
    // Truncates in place: another start that also found it damaged may already hold its lock on this file.
    truncateSync(path);
    return takeLock(path);
  }
}

/** Path of the file with the name of the computer that last held the lock. Several computers can share a folder. */
function holderPath(userData: string): string {
  return join(userData, 'app.lock-holder');
}

/** Notes this computer's name. The app starts even if there is no room for it. */
function noteHolder(userData: string): void {
  try {
    rmSync(holderPath(userData), { force: true });
    writeFileSync(holderPath(userData), hostname(), { mode: 0o600 });
  } catch {
    // Without the note, another app cannot name this computer; nothing else depends on it.
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

/** Returns the holder's name; empty when unknown. */
function readHolder(userData: string): string {
  const path = holderPath(userData);
  try {
    return isFileOrMissing(path) ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
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
