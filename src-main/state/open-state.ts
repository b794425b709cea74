import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import { foldName } from '../../src-timeline/model/fold-name.ts';
import { stateVersion, versionOf } from './migrations.ts';
import { isFileOrMissing, makePrivateDatabase } from './private-files.ts';
import { meansDamage, storeErrorOf } from './sqlite-errors.ts';

/** Suffixes of a state's files, the main file last. */
export const stateSuffixes = ['-wal', '-shm', '-journal', ''];

/**
 * Opens and checks a durable state (WAL, every commit on the disk). Queries can use `folded(text)`.
 * @param options.mayBeNew true to create a missing or empty state; false to treat it as damaged.
 * @throws AppError `state_unreadable` with `reason` `damaged`, `newer` or `drive`; only `damaged` concerns its content.
 * `disk_full`, and SQLite's own error where the system is at fault.
 */
export function openState(path: string, { mayBeNew }: { mayBeNew: boolean }): DatabaseSync {
  if (!stateSuffixes.every((suffix) => isFileOrMissing(path + suffix))) throw damagedState(path);
  const database = openFile(path);
  try {
    database.exec('PRAGMA busy_timeout = 2000');
    const version = versionOf(database);
    if (version > stateVersion) throw newerState(path, version);
    if (version === 0 && (!mayBeNew || hasTables(database))) throw damagedState(path);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    requireSound(database);
    // SQLite itself folds only ASCII letters.
    database.function('folded', { deterministic: true, directOnly: true }, (text) => foldName(String(text)));
    return database;
  } catch (error) {
    database.close();
    throw error instanceof AppError ? error : openingError(path, error);
  }
}

/** True for an undamaged state of this version or of an older one. */
export function isSound(path: string): boolean {
  try {
    if (!isFileOrMissing(path)) return false;
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      requireSound(database);
      const version = versionOf(database);
      return version > 0 && version <= stateVersion;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function openFile(path: string): DatabaseSync {
  makePrivateDatabase(path);
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw openingError(path, error);
  }
}

function requireSound(database: DatabaseSync): void {
  const answer = database.prepare('PRAGMA quick_check(1)').get();
  const word: unknown = Object.values(answer ?? {})[0];
  if (word !== 'ok') throw new Error(`quick_check: ${String(word)}`);
}

function openingError(path: string, cause: unknown): unknown {
  return meansDamage(cause) ? damagedState(path, cause) : storeErrorOf(cause, path);
}

function damagedState(path: string, cause?: unknown): AppError {
  return new AppError('state_unreadable', `${path} is damaged.`, {
    details: { path, reason: 'damaged' },
    cause,
  });
}

function newerState(path: string, version: number): AppError {
  return new AppError('state_unreadable', `${path} was written by a newer version of the app.`, {
    details: { path, reason: 'newer', version },
  });
}

function hasTables(database: DatabaseSync): boolean {
  return database.prepare(`SELECT 1 FROM sqlite_schema`).get() !== undefined;
}
