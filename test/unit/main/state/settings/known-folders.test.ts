import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KnownFolders } from '../../../../../src-main/state/settings/known-folders.ts';
import { SettingsRepository } from '../../../../../src-main/state/settings-repository.ts';
import { makeFolder, openStore } from '../../../../fakes/main-fixture.ts';
import { canMountSilent, mountSilentVolume } from '../../../../fakes/silent-volume.ts';

const marker = '.dailies-folder';

async function create() {
  const repository = new SettingsRepository({ state: await openStore() });
  const folder = join(await makeFolder(), 'stick');
  await mkdir(folder);
  return {
    folders: new KnownFolders({ repository, mayMark: true }),
    again: () => new KnownFolders({ repository, mayMark: true }),
    unmarked: new KnownFolders({ repository, mayMark: false, key: 'unmarked' }),
    impatient: new KnownFolders({ repository, mayMark: true, maxAnswerMs: 100 }),
    folder,
  };
}

test('a folder gets a small marker that explains itself, and is known again by it', async () => {
  const { folders, again, folder } = await create();
  await folders.remember(folder);
  const text = await readFile(join(folder, marker), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ formatVersion: 1, note: expect.stringContaining('Dailies') });
  expect((await stat(join(folder, marker))).size).toBeLessThan(400);
  await again().require(folder);
  await folders.remember(folder);
  expect(await readFile(join(folder, marker), 'utf8')).toBe(text);
});

test('one that was never seen is remembered at its first use', async () => {
  const { folders, folder } = await create();
  expect(await folders.isAnother(folder)).toBe(false);
  expect(await readdir(folder)).toEqual([]);
  await folders.require(folder);
  expect(await readdir(folder)).toEqual([marker]);
});

test('a copy on another drive with the same marker is the same folder, whatever the system numbers it', async () => {
  const { folders, folder } = await create();
  await folders.remember(folder);
  const text = await readFile(join(folder, marker), 'utf8');
  await rename(folder, `${folder}.old`);
  await mkdir(folder);
  await writeFile(join(folder, marker), text);
  await folders.require(folder);
});

describe('refused is', () => {
  test.each([
    ['nothing', () => Promise.resolve(), 'delivery_folder_missing'],
    ['a file', (path: string) => writeFile(path, ''), 'delivery_folder_missing'],
    ['an empty folder', (path: string) => mkdir(path), 'delivery_folder_missing'],
    [
      'a folder with a torn marker',
      async (path: string) => {
        await mkdir(path);
        await writeFile(join(path, marker), '{"formatV');
      },
      'delivery_folder_missing',
    ],
    [
      'a folder whose marker is a link to the right one',
      async (path: string) => {
        await mkdir(path);
        await symlink(join(`${path}.away`, marker), join(path, marker));
      },
      'delivery_folder_missing',
    ],
    [
      'a link to the right folder',
      (path: string) => symlink(`${path}.away`, path),
      'delivery_folder_replaced',
    ],
    [
      'a folder with the marker of another',
      async (path: string) => {
        await mkdir(path);
        const other = { formatVersion: 1, folderId: '00000000-0000-4000-8000-000000000000' };
        await writeFile(join(path, marker), JSON.stringify(other));
      },
      'delivery_folder_replaced',
    ],
  ])('%s, until it is chosen, and the right one when it is back', async (_name, put, code) => {
    const { folders, folder } = await create();
    await folders.remember(folder);
    await rename(folder, `${folder}.away`);
    await put(folder);
    const before = await readdir(folder).catch(() => []);
    await expect(folders.require(folder)).rejects.toMatchObject({ code, details: { path: folder } });
    expect(await folders.isAnother(folder)).toBe(true);
    expect(await readdir(folder).catch(() => [])).toEqual(before);
    await rm(folder, { recursive: true, force: true });
    await rename(`${folder}.away`, folder);
    await folders.require(folder);
  });
});

test('another folder that is chosen at the same path is the one from then on', async () => {
  const { folders, folder } = await create();
  await folders.remember(folder);
  await rename(folder, `${folder}.away`);
  await mkdir(folder);
  await folders.remember(folder);
  await folders.require(folder);
});

test('a marker that was tidied away comes back while the system says that the folder is the same', async () => {
  const { folders, folder } = await create();
  await folders.remember(folder);
  const text = await readFile(join(folder, marker), 'utf8');
  await rm(join(folder, marker));
  await folders.require(folder);
  expect(await readFile(join(folder, marker), 'utf8')).toBe(text);
  const { note } = JSON.parse(text) as { note: string };
  expect(note).toContain('If it is removed, Dailies writes it again');
});

test('where no marker can be written the numbers of the system decide', async () => {
  const { folders, folder } = await create();
  await mkdir(join(folder, marker));
  await folders.remember(folder);
  await folders.require(folder);
  await rename(folder, `${folder}.away`);
  await mkdir(folder);
  await expect(folders.require(folder)).rejects.toMatchObject({ code: 'delivery_folder_replaced' });
});

test('where nothing may be written a marker that was tidied away stays away, and the folder is the same', async () => {
  const { folders, unmarked, folder } = await create();
  await folders.remember(folder);
  await unmarked.require(folder);
  await rm(join(folder, marker));
  await unmarked.require(folder);
  expect(await readdir(folder)).toEqual([]);
  await rename(folder, `${folder}.away`);
  await mkdir(folder);
  await expect(unmarked.require(folder)).rejects.toMatchObject({ code: 'delivery_folder_missing' });
});

test.skipIf(!canMountSilent)(
  'all work on a drive that does not answer occupies one thread, and is told that the drive is missing',
  async () => {
    const { impatient, folder } = await create();
    await impatient.remember(folder);
    onTestFinished(mountSilentVolume(folder));
    const asked = Array.from({ length: 8 }, () => impatient.require(folder));
    const answers = await Promise.allSettled(asked);
    answers.push(...(await Promise.allSettled([impatient.require(folder)])));
    // Other file calls still get a thread.
    expect((await stat('/')).isDirectory()).toBe(true);
    const reason = { code: 'delivery_folder_missing', details: { path: folder, reason: 'ETIMEDOUT' } };
    expect(answers).toMatchObject(Array.from({ length: 9 }, () => ({ status: 'rejected', reason })));
  },
);
