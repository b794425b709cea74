import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { SettingsRepository } from '../../../../src-main/state/settings-repository.ts';
import { replaceState } from '../../../../src-main/state/state-backups.ts';
import { StateStore } from '../../../../src-main/state/state-store.ts';
import type { AppError } from '../../../../src-shared/app-error.ts';
import { KeptLog, makeFolder } from '../../../fakes/main-fixture.ts';
import { createHastyClock } from '../../../fakes/turned-clock.ts';

const program = fileURLToPath(new URL('../../../fakes/programs/open-state.ts', import.meta.url));

async function open(userData: string) {
  const notices: AppError[] = [];
  const state = new StateStore({
    userData,
    clock: createHastyClock(),
    log: new KeptLog(),
    onRecovered: (notice) => notices.push(notice),
  });
  await state.start();
  onTestFinished(() => state.dispose());
  return { state, settings: new SettingsRepository({ state }), reasons: () => notices.map(reasonOf) };
}

const reasonOf = ({ details }: AppError): unknown => details['reason'];

/** Makes a folder with a state that holds a word, and a backup with the same word. */
async function makeState(): Promise<{ userData: string; path: string; backup: string }> {
  const userData = await makeFolder('store');
  const { state, settings } = await open(userData);
  settings.write('word', 'kept');
  await state.dispose();
  const backup = readdirSync(userData).find((name) => name.includes('.backup-')) ?? '';
  copyFileSync(state.path, join(userData, backup));
  return { userData, path: state.path, backup: join(userData, backup) };
}

function alter(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** Writes a database of another program. */
function writeForeign(path: string): void {
  rmSync(path);
  alter(path, 'CREATE TABLE moz_places (id INTEGER, url TEXT)');
}

const strangeStates: [name: string, damage: (path: string) => void][] = [
  ['says it is empty', (path) => alter(path, 'PRAGMA user_version = 0')],
  ['is of another program', (path) => writeForeign(path)],
  ['is a folder', (path) => (rmSync(path), mkdirSync(join(path, 'within'), { recursive: true }))],
  ['is a device', (path) => (rmSync(path), symlinkSync('/dev/zero', path))],
];

test.each(strangeStates)('a state that %s gives way to its backup', async (_name, damage) => {
  const { userData, path } = await makeState();
  damage(path);
  const { settings, reasons } = await open(userData);
  expect(settings.read('word', z.string())).toBe('kept');
  expect(reasons()).toEqual(['restored']);
  expect(readdirSync(userData).filter((name) => name.includes('.corrupt-'))).not.toEqual([]);
});

test.each(strangeStates)(
  'a state that %s is put aside also where there is no backup',
  async (_name, damage) => {
    const { userData, path, backup } = await makeState();
    damage(path);
    rmSync(backup);
    const { state, settings, reasons } = await open(userData);
    expect(reasons()).toEqual(['emptied']);
    settings.write('word', 'new');
    await state.dispose();
    const next = await open(userData);
    expect([next.settings.read('word', z.string()), next.reasons()]).toEqual(['new', []]);
  },
);

test.each(strangeStates)('a backup that %s is passed over for an older one', async (_name, damage) => {
  const { userData, path, backup } = await makeState();
  copyFileSync(backup, `${path}.backup-1`);
  damage(backup);
  writeFileSync(path, 'no database');
  const { settings, reasons } = await open(userData);
  expect([settings.read('word', z.string()), reasons()]).toEqual(['kept', ['restored']]);
});

test('a journal that lies beside a state put aside is never played into its backup', async () => {
  const { path } = await makeState();
  writeFileSync(`${path}-journal`, 'of the damaged one');
  expect(replaceState(path, 'corrupt', Date.now())).not.toBeNull();
  expect([existsSync(path), existsSync(`${path}-journal`)]).toEqual([true, false]);
});

test('an empty file without a backup is a new state', async () => {
  const userData = await makeFolder('store');
  writeFileSync(join(userData, 'state.sqlite'), '');
  const { settings, reasons } = await open(userData);
  settings.write('word', 'first');
  expect(reasons()).toEqual([]);
});

/** Opens the state in a separate process with a time limit, so that a hanging call cannot block the test. */
function openApart(userData: string) {
  return spawnSync(process.execPath, [program, userData], { encoding: 'utf8', timeout: 30_000 });
}

test
  .skipIf(process.platform === 'win32')
  .each(['state.sqlite', 'state.sqlite.backup-1', 'app.lock', 'state.sqlite-wal'])(
  'a pipe in the place of %s keeps the app neither waiting nor from starting',
  async (name) => {
    const userData = await makeFolder('store');
    spawnSync('mkfifo', [join(userData, name)]);
    expect(existsSync(join(userData, name))).toBe(true);
    const { signal, status, stderr } = openApart(userData);
    expect([signal, status], stderr).toEqual([null, 0]);
  },
);

test('a folder in the place of the lock is moved out of the way', async () => {
  const { userData } = await makeState();
  rmSync(join(userData, 'app.lock'));
  mkdirSync(join(userData, 'app.lock', 'within'), { recursive: true });
  const { settings } = await open(userData);
  expect(settings.read('word', z.string())).toBe('kept');
  await expect(open(userData)).rejects.toMatchObject({ code: 'conflict' });
});

const places: [what: string, place: (folder: string) => string][] = [
  ['a file', (folder) => (writeFileSync(join(folder, 'text'), ''), join(folder, 'text'))],
  ['below a file', (folder) => (writeFileSync(join(folder, 'text'), ''), join(folder, 'text', 'data'))],
  ...(process.platform === 'linux'
    ? ['/proc/nothing', '/proc/nothing/below', '/proc/self'].map(
        (path) => [path, () => path] as [string, () => string],
      )
    : []),
];

test.each(places)(
  'a place for the state that is %s is refused at once as such a place',
  async (_name, place) => {
    const path = place(await makeFolder('store'));
    const { signal, stderr } = openApart(path);
    expect(signal, stderr).toBeNull();
    expect(stderr).toContain(`${path.split(sep).join('/')} cannot hold the data of the app`);
    expect(stderr).toContain(`reason: 'place'`);
  },
);
