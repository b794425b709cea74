import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import type { ServiceLog } from '../service-log.ts';
import { StartError } from '../start-error.ts';
import type { DataFolder } from './data-folder.ts';
import { migrations } from './migrations.ts';
import { ServiceDatabase } from './service-database.ts';

/** A database without these is not ours, whatever version it claims. */
const tables = ['identity', 'jobs', 'projects', 'workflow_runs', 'project_exports', 'files'];
/** The command line may be writing at the same moment, for some milliseconds. */
const busyTimeoutMs = 5_000;
const newerSchema = Symbol('newer schema');

function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** One transaction per step: an interrupted migration leaves the version of the last whole step. */
function migrate(connection: DatabaseSync): void {
  for (let version = versionOf(connection); version < migrations.length; version += 1) {
    connection.exec('BEGIN IMMEDIATE');
    connection.exec(migrations[version] ?? '');
    connection.exec(`PRAGMA user_version = ${version + 1}`);
    connection.exec('COMMIT');
  }
}

function openAndCheck(databasePath: string): DatabaseSync | typeof newerSchema {
  closeSync(openSync(databasePath, 'a', 0o600));
  const connection = new DatabaseSync(databasePath, { timeout: busyTimeoutMs });
  try {
    const check = connection.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (check !== 'ok') throw new Error(`The database is damaged: ${String(check)}`);
    if (versionOf(connection) > migrations.length) {
      connection.close();
      return newerSchema;
    }
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    migrate(connection);
    for (const table of tables) connection.exec(`SELECT 1 FROM ${table} LIMIT 0`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function isDamage(error: unknown): boolean {
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : null;
  const [sqliteCorrupt, sqliteNotADatabase, sqliteGeneric] = [11, 26, 1];
  if (errcode === null) return error instanceof Error && error.message.startsWith('The database is damaged');
  return errcode === sqliteCorrupt || errcode === sqliteNotADatabase || errcode === sqliteGeneric;
}

/**
 * The media goes aside with its records: without them every file would look like an orphan and be removed. What was
 * put aside before is never overwritten. @returns what the names end with now.
 */
function moveAside(folder: DataFolder, nowMs: number): string {
  const { databasePath, filesPath } = folder;
  const names = [databasePath, `${databasePath}-wal`, `${databasePath}-shm`, filesPath];
  const time = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
  let suffix = `.corrupt-${time}`;
  for (let count = 2; names.some((name) => existsSync(`${name}${suffix}`)); count += 1) {
    suffix = `.corrupt-${time}-${count}`;
  }
  for (const name of names) {
    if (existsSync(name)) renameSync(name, `${name}${suffix}`);
  }
  mkdirSync(filesPath, { mode: 0o700 });
  return suffix;
}

/**
 * Opens the database, checked and migrated. A damaged one is moved aside, media and all, and a fresh one is
 * started. @throws StartError for a database of a newer version, which is left untouched.
 */
export function openDatabase(folder: DataFolder, clock: Clock, log: ServiceLog): ServiceDatabase {
  let connection: DatabaseSync | typeof newerSchema;
  try {
    connection = openAndCheck(folder.databasePath);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const suffix = moveAside(folder, clock.nowMs());
    log({ level: 'error', message: 'The database was damaged and is kept aside', suffix, error });
    connection = openAndCheck(folder.databasePath);
  }
  if (connection === newerSchema) {
    throw new StartError(
      'data_too_new',
      `The data folder ${folder.root} was written by a newer version. Update this one, or choose another folder.`,
    );
  }
  return new ServiceDatabase(connection);
}
