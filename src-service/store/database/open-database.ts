import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';
import type { ServiceLog } from '../../service-log.ts';
import { StartError } from '../../start-error.ts';
import type { DataFolder } from '../disk/data-folder.ts';
import { backUpBeforeMigration, stepBack, versionOf } from './migration-backup.ts';
import { migrations } from './migrations.ts';
import { ServiceDatabase } from './service-database.ts';

/** A database without these tables is not ours, whatever its version. */
const tables = ['identity', 'jobs', 'projects', 'workflow_runs', 'project_exports', 'files'];
/** An account command may be writing at the same moment, for a few milliseconds. */
const busyTimeoutMs = 5_000;
const newerSchema = Symbol('newer schema');

/** Runs all steps in one transaction, so that the copy from before the migration is never one of a half-migrated state. */
function migrate(connection: DatabaseSync): void {
  const steps = migrations.slice(versionOf(connection));
  if (steps.length === 0) return;
  connection.exec('BEGIN IMMEDIATE');
  for (const step of steps) connection.exec(step);
  connection.exec(`PRAGMA user_version = ${migrations.length}`);
  connection.exec('COMMIT');
}

async function openAndCheck(databasePath: string): Promise<DatabaseSync | typeof newerSchema> {
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
    await backUpBeforeMigration(connection, databasePath);
    migrate(connection);
    for (const table of tables) connection.exec(`SELECT 1 FROM ${table} LIMIT 0`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** True for the error of a damaged or foreign database. */
export function isDamage(error: unknown): boolean {
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : null;
  const sqliteCorrupt = 11;
  const sqliteNotADatabase = 26;
  const sqliteGeneric = 1;
  if (errcode === null) return error instanceof Error && error.message.startsWith('The database is damaged');
  return errcode === sqliteCorrupt || errcode === sqliteNotADatabase || errcode === sqliteGeneric;
}

/**
 * Moves the database and its media aside. Without the records, every media file would look like an orphan and be
 * removed. Never overwrites earlier copies.
 * @returns the suffix of the new names.
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
 * Opens, checks and migrates the database. Moves a damaged one aside with its media and starts a new one.
 * @param deps.mayStepBack true if this version replaced a newer one that did not start: the copy from before the
 * migration of that one takes the place of its database.
 * @throws StartError for a database of a newer version, which stays untouched otherwise.
 */
export async function openDatabase(
  folder: DataFolder,
  deps: { readonly clock: Clock; readonly log: ServiceLog; readonly mayStepBack?: boolean | undefined },
): Promise<ServiceDatabase> {
  const { clock, log, mayStepBack = false } = deps;
  let connection: DatabaseSync | typeof newerSchema;
  try {
    connection = await openAndCheck(folder.databasePath);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const suffix = moveAside(folder, clock.nowMs());
    log({ level: 'error', message: 'The database was damaged and is kept aside', suffix, error });
    connection = await openAndCheck(folder.databasePath);
  }
  if (connection === newerSchema && mayStepBack) {
    const aside = stepBack(folder.databasePath, clock.nowMs());
    if (aside !== null) {
      log({ level: 'warn', message: 'The database of a newer version is kept aside', aside });
      connection = await openAndCheck(folder.databasePath);
    }
  }
  if (connection === newerSchema) {
    throw new StartError(
      'data_too_new',
      `The data folder ${folder.root} was written by a newer version. Update this one, or choose another folder.`,
    );
  }
  return new ServiceDatabase(connection);
}
