import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';
import type { ServiceLog } from '../../service-log.ts';
import { StartError } from '../../start-error.ts';
import { prepareDataFolder } from '../disk/data-folder.ts';
import { FolderLock } from '../disk/folder-lock.ts';
import { versionOf } from './migration-backup.ts';
import { migrations } from './migrations.ts';
import { isDamage, openDatabase } from './open-database.ts';
import { ServiceDatabase } from './service-database.ts';

const busyTimeoutMs = 5_000;

function databasePathIn(dataFolder: string): string {
  return path.join(path.resolve(dataFolder), 'service.db');
}

/** Whether a service has used this folder, as far as this user may look into it. */
export function isDataFolder(dataFolder: string): boolean {
  return existsSync(databasePathIn(dataFolder));
}

/**
 * Opens a second connection to a database, which may be in use. Null if it is missing or of another version.
 * @throws StartError if it is damaged: only a start moves it aside.
 */
function openReady(databasePath: string): ServiceDatabase | null {
  if (!existsSync(databasePath)) return null;
  const connection = new DatabaseSync(databasePath, { timeout: busyTimeoutMs });
  try {
    if (versionOf(connection) === migrations.length) {
      connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
      return new ServiceDatabase(connection);
    }
  } catch (error) {
    connection.close();
    throw isDamage(error) ? damaged() : error;
  }
  connection.close();
  return null;
}

function damaged(): StartError {
  return new StartError(
    'data_folder_unusable',
    'The database of this folder is damaged. Start the service first: it keeps the file and begins a new one.',
  );
}

/**
 * Opens a data folder's database for a short command, even while a service is running. Creates or migrates the database
 * first if necessary, which needs exclusive use of the folder.
 * @throws StartError if the folder cannot be used, the database is damaged, or the folder is in use by a service of another version.
 */
export async function openBesideService(
  dataFolder: string,
  deps: { readonly clock: Clock; readonly log: ServiceLog },
): Promise<ServiceDatabase> {
  const ready = openReady(databasePathIn(dataFolder));
  if (ready) return ready;
  const folder = await prepareDataFolder(dataFolder);
  const lock = FolderLock.acquire(folder.lockPath);
  try {
    return await openDatabase(folder, deps);
  } finally {
    lock.release();
  }
}
