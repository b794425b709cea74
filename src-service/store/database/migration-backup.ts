import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';

/** Returns the number of migrations that a database has had. */
export function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** Path of the copy from before the last migration. */
function backupOf(databasePath: string): string {
  return `${databasePath}.before-migration`;
}

/** Keeps a copy of a database that is about to be migrated, as an older version cannot open it afterwards. */
export async function backUpBeforeMigration(connection: DatabaseSync, databasePath: string): Promise<void> {
  const version = versionOf(connection);
  if (version === 0 || version >= migrations.length) return;
  const unfinished = `${databasePath}.backup-unfinished`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'a', 0o600));
  await backup(connection, unfinished);
  renameSync(unfinished, backupOf(databasePath));
}

/**
 * Replaces the database of a newer version by the copy from before its migration, and keeps the newer one aside. Can be
 * repeated after an interruption at any point: the database is never missing, as all media would be removed then.
 * @returns the path of the newer database; null without a sound copy that this version can open.
 */
export function stepBack(databasePath: string, nowMs: number): string | null {
  if (!isUsable(backupOf(databasePath))) return null;
  const aside = `${databasePath}.newer-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
  const restored = `${databasePath}.restoring`;
  copyDurably(backupOf(databasePath), restored);
  // The last connection has moved the log into the database and removed it, unless it was interrupted.
  for (const suffix of ['-wal', '']) {
    if (existsSync(databasePath + suffix)) copyDurably(databasePath + suffix, aside + suffix);
  }
  for (const suffix of ['-wal', '-shm']) rmSync(databasePath + suffix, { force: true });
  renameSync(restored, databasePath);
  return aside;
}

function isUsable(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const connection = new DatabaseSync(path, { readOnly: true });
    try {
      const version = versionOf(connection);
      const check = connection.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
      return check === 'ok' && version > 0 && version <= migrations.length;
    } finally {
      connection.close();
    }
  } catch {
    return false;
  }
}

function copyDurably(from: string, to: string): void {
  copyFileSync(from, to);
  const handle = openSync(to, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
