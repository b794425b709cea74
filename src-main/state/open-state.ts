import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import { foldName } from '../../src-timeline/model/fold-name.ts';
import { migrate, stateVersion, versionOf } from './migrations.ts';
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
    if (version > stateVersion && looksLikeState(database)) throw newerState(path, version);
    if (version === 0 && !mayBeNew) throw damagedState(path);
    if (version > stateVersion || !hasSchemaOfItsVersion(database)) throw damagedState(path);
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

/** Query for columns with types, unique keys and triggers, which reads and writes rely on; one line each. */
const factsQuery = `
  SELECT concat_ws(' ', 'column', own.name, col.name, col.type, col."notnull", col.pk) AS fact
    FROM sqlite_schema AS own JOIN pragma_table_info(own.name) AS col WHERE own.type = 'table'
  UNION SELECT concat_ws(' ', 'unique', own.name, key.seqno, key.name)
    FROM sqlite_schema AS own JOIN pragma_index_list(own.name) AS idx JOIN pragma_index_info(idx.name) AS key
    WHERE own.type = 'table' AND idx."unique" = 1
  UNION SELECT concat_ws(' ', 'trigger', tbl_name, name) FROM sqlite_schema WHERE type = 'trigger'`;

/** True if a state has the full schema of its version. An empty state has no table. Other tables are ignored. */
function hasSchemaOfItsVersion(database: DatabaseSync): boolean {
  const version = versionOf(database);
  const found = factsOf(database);
  if (version === 0) return found.size === 0;
  return [...factsOfVersion(version)].every((fact) => found.has(fact));
}

/** True if the settings table exists, which is the same in all versions. */
function looksLikeState(database: DatabaseSync): boolean {
  const found = factsOf(database);
  const ofSettings = [...factsOfVersion(1)].filter((fact) => fact.split(' ')[1] === 'settings');
  return ofSettings.every((fact) => found.has(fact));
}

function factsOfVersion(version: number): Set<string> {
  const sample = new DatabaseSync(':memory:');
  try {
    migrate(sample, version);
    return factsOf(sample);
  } finally {
    sample.close();
  }
}

function factsOf(database: DatabaseSync): Set<string> {
  return new Set(
    database
      .prepare(factsQuery)
      .all()
      .map(({ fact }) => String(fact)),
  );
}
