import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import { stateVersion, versionOf } from './migrations.ts';
import { isFileOrMissing, makePrivateDatabase } from './private-files.ts';
import { storeErrorOf, meansDamage } from './sqlite-errors.ts';
import { hasSchemaOfItsVersion, looksLikeState } from './state-schema.ts';

/** What a state consists of, the file itself last. */
export const stateSuffixes = ['-wal', '-shm', '-journal', ''];

/**
 * Opens a state durably (WAL, every commit on the disk) and checks it.
 * @param options.mayBeNew whether one that is missing or empty is made, and not taken for what is left of another.
 * @throws AppError `state_unreadable` with `reason` `damaged`, `newer` or `drive`; only the first is about what is in
 * it. `disk_full`, and SQLite's own error where the system is at fault and not the file.
 */
export function openState(path: string, { mayBeNew }: { mayBeNew: boolean }): DatabaseSync {
  if (!stateSuffixes.every((suffix) => isFileOrMissing(path + suffix))) throw damagedState(path);
  const database = openFile(path);
  try {
    database.exec('PRAGMA busy_timeout = 2000');
    const version = versionOf(database);
    if (version > stateVersion && looksLikeState(database)) throw newerState(path, version);
    if (version === 0 && !mayBeNew) throw damagedState(path);
    if (version > stateVersion || !hasSchemaOfItsVersion(database)) throw damagedState(path);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    requireSound(database);
    return database;
  } catch (error) {
    database.close();
    throw error instanceof AppError ? error : openingError(path, error);
  }
}

/** True when a file is a state of this version or an older one without damage. */
export function isSound(path: string): boolean {
  try {
    if (!isFileOrMissing(path)) return false;
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      requireSound(database);
      const version = versionOf(database);
      return version > 0 && version <= stateVersion && hasSchemaOfItsVersion(database);
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
