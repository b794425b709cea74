import { lstat, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './main-fixture.ts';
import type { CarriedOut } from './services/every-kind-service.ts';

const fixture = join(import.meta.dirname, '..', 'fixtures', 'state-version-2');
/** Unix milliseconds at which the app of that state closed. */
export const closedAtMs = Date.UTC(2026, 10, 1, 9);
const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const jobTables = ['generations', 'deliveries', 'service_jobs', 'transfers'];

/**
 * Places a state of version 2 in a new folder, together with the files it names, as that version left it: with a
 * running, an unconfirmed and a waiting job of every kind. A table `ends` records the end of each job.
 */
export async function placeOlderState(): Promise<{ userData: string; rows: string[] }> {
  const folder = await makeFolder('older');
  const [userData, files, deliveries] = ['user-data', 'files', 'deliveries'].map((name) =>
    join(folder, name),
  );
  for (const path of [userData, files, deliveries]) await mkdir(path ?? '');
  const values = new Map([['folder', folder]]);
  for (const name of ['running', 'unconfirmed', 'waiting']) {
    const path = join(files ?? '', `${name}.png`);
    await writeFile(path, Buffer.concat([Buffer.from(image, 'base64'), Buffer.from(name)]));
    await utimes(path, closedAtMs / 1000, closedAtMs / 1000);
    values.set(`inode of ${name}.png`, String((await lstat(path)).ino));
  }
  const { dev, ino, birthtimeNs } = await stat(deliveries ?? '', { bigint: true });
  values.set('device', String(dev)).set('inode of deliveries', String(ino));
  values.set('birth of deliveries', String(birthtimeNs));
  const dump = await readFile(join(fixture, 'state.sql'), 'utf8');
  const database = new DatabaseSync(join(userData ?? '', 'state.sqlite'));
  database.exec(dump.replaceAll(/\{\{(.+?)\}\}/g, (_all, name: string) => values.get(name) ?? ''));
  database.exec('CREATE TABLE ends (id TEXT NOT NULL)');
  for (const table of jobTables) {
    database.exec(`CREATE TRIGGER ${table}_ends AFTER UPDATE ON ${table}
      WHEN OLD.is_finished = 0 AND NEW.is_finished = 1 BEGIN INSERT INTO ends VALUES (NEW.id); END`);
  }
  const rows = rowsOf(database);
  database.close();
  return { userData: userData ?? '', rows };
}

/** Reads the starts that the service had carried out before the app closed. */
export async function readCarriedOut(): Promise<CarriedOut[]> {
  return JSON.parse(await readFile(join(fixture, 'carried-out.json'), 'utf8')) as CarriedOut[];
}

/** Returns every row of every job as text. */
export function rowsOf(database: DatabaseSync): string[] {
  return jobTables.flatMap((table) =>
    database
      .prepare(`SELECT * FROM ${table} ORDER BY id`)
      .all()
      .map((row) => JSON.stringify(row)),
  );
}
