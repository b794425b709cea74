import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../../../src-service/clock.ts';
import { migrations } from '../../../../../src-service/store/database/migrations.ts';
import { openBesideService } from '../../../../../src-service/store/database/open-beside-service.ts';
import { openTestStore, plainFile } from '../../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

// Durable writes are slow on a busy disk.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let databasePath: string;

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  databasePath = path.join(folder, 'service.db');
});

/** Fills a data folder with some records and the bytes of one file. */
async function fillFolder(): Promise<void> {
  const { store, close } = await openTestStore(folder);
  for (let index = 0; index < 200; index += 1) store.files.insert(plainFile(`vg_file_${index}`));
  const temporaryPath = store.fileStore.temporaryPath();
  await writeFile(temporaryPath, 'bytes');
  await store.fileStore.publish('vg_file_7', 'original', temporaryPath);
  await close();
}

async function corruptNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.includes('.corrupt-')).sort();
}

async function expectFreshStart(): Promise<void> {
  const { store, log, close } = await openTestStore(folder);
  expect(store.files.find('vg_file_7')).toBeNull();
  expect(log.some((entry) => entry.level === 'error')).toBe(true);
  const aside = await corruptNames();
  expect(aside.some((name) => name.startsWith('service.db.corrupt-'))).toBe(true);
  expect(aside.some((name) => name.startsWith('files.corrupt-'))).toBe(true);
  store.files.insert(plainFile('vg_file_new'));
  expect(store.files.find('vg_file_new')).not.toBeNull();
  await close();
}

test('records and bytes are there again at the next start', async () => {
  await fillFolder();
  const { store } = await openTestStore(folder);
  expect(store.files.find('vg_file_7')?.displayName).toBe('vg_file_7.png');
  expect(await readFile(store.fileStore.pathOf('vg_file_7', 'original'), 'utf8')).toBe('bytes');
});

test('a text file in place of the database is moved aside and a fresh one is started', async () => {
  await fillFolder();
  await writeFile(databasePath, 'This is not a database. '.repeat(400));
  await expectFreshStart();
});

test('a command of the account leaves a damaged database to the next start, and says so', async () => {
  await fillFolder();
  await writeFile(databasePath, 'This is not a database. '.repeat(400));
  const opened = openBesideService(folder, { clock: systemClock, log: () => undefined });
  await expect(opened).rejects.toThrow('Start the service first');
  expect(await corruptNames()).toEqual([]);
});

test('a truncated database is moved aside and a fresh one is started', async () => {
  await fillFolder();
  await truncate(databasePath, 4096 * 3 + 100);
  await expectFreshStart();
});

test('a database of another program is moved aside and a fresh one is started', async () => {
  await fillFolder();
  const foreign = new DatabaseSync(path.join(folder, 'foreign.db'));
  foreign.exec('CREATE TABLE notes (text TEXT); PRAGMA user_version = 1');
  foreign.close();
  await writeFile(databasePath, await readFile(path.join(folder, 'foreign.db')));
  await expectFreshStart();
});

test('media of a damaged database is kept aside with it', async () => {
  await fillFolder();
  await writeFile(databasePath, 'damaged');
  const { close } = await openTestStore(folder);
  const aside = (await corruptNames()).find((name) => name.startsWith('files.corrupt-')) ?? '';
  expect(await readFile(path.join(folder, aside, '_7', 'vg_file_7', 'original'), 'utf8')).toBe('bytes');
  await close();
});

test('whichever page is overwritten, the store opens', async () => {
  await fillFolder();
  const whole = await readFile(databasePath);
  const pageBytes = 4096;
  for (let page = 0; page * pageBytes < whole.byteLength; page += 1) {
    const damaged = Buffer.from(whole);
    damaged.fill(
      createHash('sha256').update(String(page)).digest(),
      page * pageBytes,
      (page + 1) * pageBytes,
    );
    await writeFile(databasePath, damaged);
    const { store, close } = await openTestStore(folder);
    store.files.list({ teamId: 'team', userId: null }, ['standalone'], { before: null, count: 50 });
    store.files.insert(plainFile(`vg_file_after_${page}`));
    expect(store.files.find(`vg_file_after_${page}`)).not.toBeNull();
    await close();
  }
});

test('a database of a newer version is refused and left as it is', async () => {
  await fillFolder();
  const newer = new DatabaseSync(databasePath);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  const before = await readFile(databasePath);
  await expect(openTestStore(folder)).rejects.toMatchObject({ name: 'StartError', reason: 'data_too_new' });
  expect(await readFile(databasePath)).toEqual(before);
  expect(await corruptNames()).toEqual([]);
});

/** Makes a data folder of the version before the last migration, and has a newer version migrate it. */
async function migrateBeyond(): Promise<void> {
  const older = new DatabaseSync(databasePath);
  for (const step of migrations.slice(0, -1)) older.exec(step);
  older.exec(`PRAGMA user_version = ${migrations.length - 1}`);
  older.exec(`CREATE TABLE mark (text TEXT); INSERT INTO mark VALUES ('before')`);
  older.close();
  await (await openTestStore(folder)).close();
  const newer = new DatabaseSync(databasePath);
  newer.exec(`PRAGMA user_version = 99; UPDATE mark SET text = 'after'`);
  newer.close();
}

function markOf(name: string): unknown {
  const connection = new DatabaseSync(path.join(folder, name), { readOnly: true });
  const row = connection.prepare('SELECT text FROM mark').get();
  connection.close();
  return row?.['text'];
}

test('after an update that did not start, the records from before it are used, and the newer ones kept aside', async () => {
  await migrateBeyond();
  const { store, log, close } = await openTestStore(folder, true);
  store.files.insert(plainFile('vg_file_new'));
  expect(log).toContainEqual(expect.objectContaining({ level: 'warn' }));
  await close();
  const aside = (await readdir(folder)).filter((name) => name.includes('.newer-'));
  expect([markOf('service.db'), aside.map(markOf)]).toEqual(['before', ['after']]);
  const again = await openTestStore(folder);
  expect(again.store.files.find('vg_file_new')).not.toBeNull();
});

test('a migration that fails in its second step leaves the records of the version before it', async () => {
  const older = new DatabaseSync(databasePath);
  for (const step of migrations.slice(0, -2)) older.exec(step);
  older.exec(`PRAGMA user_version = ${migrations.length - 2}; CREATE TABLE assistant_actions (text TEXT)`);
  older.close();
  await (await openTestStore(folder)).close();
  const aside = (await corruptNames()).find((name) => name.startsWith('service.db.')) ?? '';
  const kept = new DatabaseSync(path.join(folder, aside), { readOnly: true });
  expect(kept.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length - 2 });
  kept.close();
});

test('records of a newer version stay where nothing says that it did not start, or no copy is sound', async () => {
  await migrateBeyond();
  await expect(openTestStore(folder)).rejects.toMatchObject({ reason: 'data_too_new' });
  const backup = (await readdir(folder)).find((name) => name.startsWith('service.db.')) ?? '';
  await truncate(path.join(folder, backup), 5_000);
  await expect(openTestStore(folder, true)).rejects.toMatchObject({ reason: 'data_too_new' });
  expect(markOf('service.db')).toBe('after');
});

test('a record with damaged columns is passed over, named in the log, and its bytes are kept', async () => {
  await fillFolder();
  const connection = new DatabaseSync(databasePath);
  connection.exec(`UPDATE files SET scope = 'NOWHERE' WHERE file_id = 'vg_file_7'`);
  connection.exec(`UPDATE files SET sources = '{broken', transcript = '[' WHERE file_id = 'vg_file_8'`);
  connection.close();
  const { store, log } = await openTestStore(folder);
  expect(store.files.find('vg_file_7')).toBeNull();
  expect(log).toContainEqual(expect.objectContaining({ level: 'error', fields: ['scope'] }));
  expect(store.files.find('vg_file_8')?.sources.download.status).toBe('failed');
  expect((await stat(store.fileStore.pathOf('vg_file_7', 'original'))).size).toBe(5);
  const listed = store.files.list({ teamId: 'team', userId: null }, ['standalone'], {
    before: null,
    count: 200,
  });
  expect(listed.filter((row) => row.record === null)).toHaveLength(1);
  expect(listed).toHaveLength(200);
});

test('bytes without a record, half uploads and the work of ended jobs are removed at start', async () => {
  await fillFolder();
  const orphan = path.join(folder, 'files', 'zz', 'vg_file_orphan_zz');
  const foreign = path.join(folder, 'files', 'zz', 'not ours');
  for (const name of [orphan, foreign, path.join(folder, 'work', 'vg_work_gone')]) {
    await mkdir(name, { recursive: true });
    await writeFile(path.join(name, 'bytes'), 'x');
  }
  await writeFile(path.join(folder, 'temp', 'half'), 'x');
  const { store } = await openTestStore(folder);
  expect(await readdir(path.join(folder, 'files', 'zz'))).toEqual(['not ours']);
  expect(await readdir(path.join(folder, 'temp'))).toEqual([]);
  expect(await readdir(path.join(folder, 'work'))).toEqual([]);
  expect((await stat(store.fileStore.pathOf('vg_file_7', 'original'))).size).toBe(5);
});

test('everything in the folder is private to its user', async () => {
  await fillFolder();
  const { store } = await openTestStore(folder);
  const modeOf = async (name: string) => ((await stat(path.join(folder, name))).mode & 0o777).toString(8);
  expect(await modeOf('')).toBe('700');
  for (const name of ['files', 'temp', 'work']) expect(await modeOf(name)).toBe('700');
  for (const name of ['service.db', 'service.db-wal', 'service.lock', 'signing.key']) {
    expect(await modeOf(name)).toBe('600');
  }
  expect((await stat(store.fileStore.pathOf('vg_file_7', 'original'))).mode & 0o777).toBe(0o600);
});

test('a second store on the same folder is refused with the reason, and may open when the first is closed', async () => {
  const first = await openTestStore(folder);
  await expect(openTestStore(folder)).rejects.toMatchObject({ reason: 'data_folder_in_use' });
  await first.close();
  await expect(openTestStore(folder)).resolves.toBeDefined();
});

test('a damaged signing key is replaced', async () => {
  const first = await openTestStore(folder);
  await first.close();
  await writeFile(path.join(folder, 'signing.key'), 'short');
  const second = await openTestStore(folder);
  expect(second.store.signingKey.byteLength).toBe(32);
  expect(second.store.signingKey).not.toEqual(first.store.signingKey);
});

test('the identity of a folder stays the same', async () => {
  const first = await openTestStore(folder);
  await first.close();
  const second = await openTestStore(folder);
  expect(second.store.identity).toEqual(first.store.identity);
});
