import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { migrate } from '../../../../src-main/state/migrations.ts';
import { SettingsRepository } from '../../../../src-main/state/settings-repository.ts';
import { meansDamage } from '../../../../src-main/state/sqlite-errors.ts';
import { backUpState, replaceState } from '../../../../src-main/state/state-backups.ts';
import { StateStore } from '../../../../src-main/state/state-store.ts';
import type { AppError } from '../../../../src-shared/app-error.ts';
import { KeptLog, makeFolder } from '../../../fakes/main-fixture.ts';
import { createHastyClock, TurnedClock, until } from '../../../fakes/turned-clock.ts';

const pageBytes = 4_096;

function createState(userData: string, hasSteppedBack = false) {
  const notices: AppError[] = [];
  const state = new StateStore({
    userData,
    clock: createHastyClock(),
    log: new KeptLog(),
    hasSteppedBack: () => Promise.resolve(hasSteppedBack),
    onRecovered: (notice) => notices.push(notice),
  });
  return { state, notices };
}

async function open(userData: string) {
  const { state, notices } = createState(userData);
  await state.start();
  onTestFinished(() => state.dispose());
  return { state, notices, settings: new SettingsRepository({ state }) };
}

/** Makes a folder whose state and backup both hold `value`. */
async function makeState(value: string): Promise<string> {
  const userData = await makeFolder('store');
  const first = await open(userData);
  first.settings.write('word', value);
  for (let index = 0; index < 300; index += 1) first.settings.write(`key ${String(index)}`, 'x'.repeat(200));
  await first.state.dispose();
  for (const name of await backupsIn(userData))
    await copyFile(join(userData, 'state.sqlite'), join(userData, name));
  return userData;
}

async function backupsIn(userData: string): Promise<string[]> {
  return (await readdir(userData)).filter((name) => name.includes('.backup-'));
}

test('a state is for this user alone, durable and backed up once a day', async () => {
  const userData = join(await makeFolder('store'), 'deep', 'folder');
  const { state } = await open(userData);
  expect((await stat(userData)).mode & 0o777).toBe(0o700);
  const pragma = (name: string): unknown =>
    Object.values(state.database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  expect([pragma('journal_mode'), pragma('synchronous')]).toEqual(['wal', 2]);
  await state.dispose();
  expect(await backupsIn(userData)).toHaveLength(1);
  await (await open(userData)).state.dispose();
  expect(await backupsIn(userData)).toHaveLength(1);
});

test('a folder all could read, and what an app left in it, is for this user alone before anything is written', async () => {
  // The daily backup exists already, so that nothing is written here during the copy.
  const left = await open(await makeState('kept'));
  left.settings.write('word', 'kept');
  const userData = join(await makeFolder('store'), 'left');
  await cp(dirname(left.state.path), userData, { recursive: true });
  for (const name of await readdir(userData)) {
    await (name.includes('.backup-') ? rm(join(userData, name)) : chmod(join(userData, name), 0o644));
  }
  await chmod(userData, 0o755);
  const { state } = createState(userData);
  const starting = state.start();
  const names = readdirSync(userData);
  // The backup runs in a thread, which may already have removed its journal.
  const found = names.map((name) => statSync(join(userData, name), { throwIfNoEntry: false }));
  const folder = statSync(userData);
  await starting;
  await state.dispose();
  for (const name of ['app.lock', '-shm', '-wal', '.backup-unfinished'])
    expect(names.some((there) => there.endsWith(name))).toBe(true);
  expect(folder.mode & 0o777).toBe(0o700);
  const modes = found.flatMap((file) => (file ? [file.mode & 0o777] : []));
  expect(new Set(modes)).toEqual(new Set([0o600]));
});

test('an app that runs for days is backed up each day', async () => {
  const userData = await makeFolder('store');
  const clock = new TurnedClock();
  const state = new StateStore({ userData, clock, log: new KeptLog(), onRecovered: () => undefined });
  await state.start();
  onTestFinished(() => state.dispose());
  const finished = async (): Promise<number> =>
    (await backupsIn(userData)).filter((name) => /\d$/.test(name)).length;
  await until(async () => (await finished()) === 1);
  new SettingsRepository({ state }).write('word', 'changed');
  await clock.advance(23 * 3_600_000);
  expect(await backupsIn(userData)).toHaveLength(1);
  await clock.advance(2 * 3_600_000);
  await until(async () => (await finished()) === 2);
  await state.dispose();
  expect(clock.waiting).toBe(0);
});

test('a backup that goes on when the next look is due is left to end', async () => {
  const userData = await makeFolder('store');
  const looks: (() => void)[] = [];
  const schedule = (_delayMs: number, look: () => void) => {
    looks.push(look);
    return () => undefined;
  };
  const clock = { now: () => Date.now(), monotonicMs: () => performance.now(), schedule };
  const log = new KeptLog();
  const state = new StateStore({ userData, clock, log, onRecovered: () => undefined });
  await state.start();
  looks[0]?.();
  expect(looks).toHaveLength(2);
  await state.dispose();
  expect(log.lines).toEqual([]);
  expect(await backupsIn(userData)).toHaveLength(1);
});

test('a backup of a day when the clock was wrong neither keeps others from being made nor counts as the newest', async () => {
  const userData = await makeState('kept');
  const [today = ''] = await backupsIn(userData);
  const inTenYears = `state.sqlite.backup-${String(Date.now() + 3_650 * 86_400_000)}`;
  await rename(join(userData, today), join(userData, inTenYears));
  await (await open(userData)).state.dispose();
  const made = (await backupsIn(userData)).filter((name) => name !== inTenYears);
  expect(made).toHaveLength(1);
  const statePath = join(userData, 'state.sqlite');
  const restoredMs = replaceState(statePath, 'corrupt', Date.now());
  expect(made).toEqual([`state.sqlite.backup-${String(restoredMs)}`]);
});

test('the newest three backups are kept, and equal content once', async () => {
  const path = join(await makeFolder('store'), 'state.sqlite');
  const database = new DatabaseSync(path);
  onTestFinished(() => {
    database.close();
  });
  migrate(database);
  const nowMs = Date.now();
  for (const index of [1, 2, 3, 4]) {
    database.exec(`INSERT OR REPLACE INTO settings VALUES ('word', '${String(index)}')`);
    await backUpState(database, path, nowMs + index);
  }
  await backUpState(database, path, nowMs + 5);
  const kept = [2, 3, 5].map((index) => `state.sqlite.backup-${String(nowMs + index)}`);
  expect((await backupsIn(dirname(path))).toSorted()).toEqual(kept);
});
test('only one app has a folder at a time', async () => {
  const userData = await makeFolder('store');
  const first = await open(userData);
  const alreadyRunning = { code: 'conflict', message: expect.stringContaining('already running') as string };
  await expect(open(userData)).rejects.toMatchObject(alreadyRunning);
  await expect(open(userData)).rejects.toMatchObject(alreadyRunning);
  await first.state.dispose();
  await open(userData);
});

test.each([
  ['emptied', (path: string) => truncate(path, 0)],
  ['gone', (path: string) => rm(path)],
  ['a text', (path: string) => writeFile(path, 'This is no database at all. '.repeat(500))],
  ['an empty page', (path: string) => writeFile(path, Buffer.alloc(pageBytes))],
  ['cut in half', async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2))],
])('a state that is %s gives way to its backup and the user is notified', async (_name, damage) => {
  const userData = await makeState('kept');
  await damage(join(userData, 'state.sqlite'));
  const { settings, notices } = await open(userData);
  expect(settings.read('word', z.string())).toBe('kept');
  expect(notices.map(({ code, details }) => [code, details['reason']])).toEqual([
    ['state_unreadable', 'restored'],
  ]);
  expect((await readdir(userData)).some((name) => name.startsWith('state.sqlite.corrupt-'))).toBe(true);
});

test('a folder without state and backups is a new one', async () => {
  const userData = await makeState('gone');
  for (const name of ['state.sqlite', ...(await backupsIn(userData))]) await rm(join(userData, name));
  const { settings, notices } = await open(userData);
  expect(settings.read('word', z.string())).toBeNull();
  expect(notices).toEqual([]);
});

test('without a sound backup a damaged state starts empty, and the damaged one is kept', async () => {
  const userData = await makeState('lost');
  for (const name of ['state.sqlite', ...(await backupsIn(userData))]) {
    await writeFile(join(userData, name), 'no database');
  }
  const { state, settings, notices } = await open(userData);
  expect(settings.read('word', z.string())).toBeNull();
  expect(notices[0]?.details['reason']).toBe('emptied');
  settings.write('word', 'again');
  await state.dispose();
  const next = await open(userData);
  expect(next.settings.read('word', z.string())).toBe('again');
  expect(next.notices).toEqual([]);
});

test('no flipped page keeps the app from opening', { timeout: 60_000 }, async () => {
  const userData = await makeState('kept');
  const path = join(userData, 'state.sqlite');
  const good = await readFile(path);
  for (let page = 0; page < good.length / pageBytes; page += 1) {
    const bad = Buffer.from(good);
    bad.fill(0xa5, page * pageBytes, (page + 1) * pageBytes);
    await writeFile(path, bad);
    const { state, settings } = await open(userData);
    expect(settings.read('word', z.string())).toBe('kept');
    await state.dispose();
  }
});

test('a state of a newer app is refused and left as it is', async () => {
  const userData = await makeState('kept');
  const path = join(userData, 'state.sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA user_version = 999');
  database.close();
  const before = await readFile(path);
  await expect(open(userData)).rejects.toMatchObject({
    code: 'state_unreadable',
    details: { reason: 'newer', version: 999 },
  });
  expect((await readFile(path)).equals(before)).toBe(true);
});

test('a state of a newer app that did not start gives way to the backup made before it, and is kept aside', async () => {
  const userData = await makeState('kept');
  const write = (): void => {
    const database = new DatabaseSync(join(userData, 'state.sqlite'));
    database.exec('PRAGMA user_version = 999');
    database.close();
  };
  write();
  const { state, notices } = createState(userData, true);
  await state.start();
  expect(new SettingsRepository({ state }).read('word', z.string())).toBe('kept');
  await state.dispose();
  expect(notices.map(({ details }) => details['reason'])).toEqual(['stepped_back']);
  expect((await readdir(userData)).filter((name) => name.includes('.newer-'))).not.toEqual([]);
  for (const name of await backupsIn(userData)) await rm(join(userData, name));
  write();
  const without = createState(userData, true);
  await expect(without.state.start()).rejects.toMatchObject({ details: { reason: 'newer' } });
});

test('acknowledged writes survive a kill at any moment', { timeout: 60_000 }, async () => {
  const userData = await makeFolder('store');
  const program = fileURLToPath(new URL('../../../fakes/programs/state-writer.ts', import.meta.url));
  let acknowledged = -1;
  for (let round = 0; round < 4; round += 1) {
    const child = spawn(process.execPath, [program, userData, String(acknowledged + 1)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (chunk: Buffer) => {
      acknowledged = Math.max(acknowledged, ...chunk.toString().trim().split('\n').map(Number));
    });
    const target = acknowledged + 40;
    await until(() => acknowledged > target);
    child.kill('SIGKILL');
    await once(child, 'close');
    const { state, settings, notices } = await open(userData);
    expect(settings.read('count', z.number())).toBeGreaterThanOrEqual(acknowledged);
    expect(notices).toEqual([]);
    await state.dispose();
  }
});

test('a damaged lock is made again', async () => {
  const userData = await makeState('kept');
  const path = join(userData, 'app.lock');
  const lock = new DatabaseSync(path);
  lock.exec('PRAGMA user_version = 1');
  lock.close();
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0xff, 100, 200));
  const { settings } = await open(userData);
  expect(settings.read('word', z.string())).toBe('kept');
});

test('a setting that is no JSON any more counts as none', async () => {
  const { settings, state } = await open(await makeFolder('store'));
  settings.write('word', 'kept');
  state.database.exec("UPDATE settings SET value = '{'");
  expect(settings.read('word', z.string())).toBeNull();
});

test('a backup never meets the log of the state it replaces', async () => {
  const userData = await makeState('kept');
  const path = join(userData, 'state.sqlite');
  await writeFile(path, 'no database');
  await writeFile(`${path}-wal`, 'a log');
  await mkdir(join(`${path}.corrupt-7-wal`, 'in the way'), { recursive: true });
  expect(() => replaceState(path, 'corrupt', 7)).toThrow();
  expect(await readFile(path, 'utf8')).toBe('no database');
});

test.each([
  ['is malformed', 11, true],
  ['is no database', 26, true],
  ['is too short', 522, true],
  ['has a record that does not fit', null, true],
  ['lies on a failing drive', 778, false],
  ['may only be read', 8, false],
  ['lies on a full drive', 13, false],
  ['is in use', 5, false],
  ['cannot be opened', 14, false],
])('a state that %s is replaced only when it is the content that is wrong', (_name, errcode, isDamage) => {
  expect(meansDamage(Object.assign(new Error('sqlite'), errcode === null ? {} : { errcode }))).toBe(isDamage);
});
