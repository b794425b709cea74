import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Dialogs } from '../../../../src-main/platform.ts';
import { KnownFolders } from '../../../../src-main/settings/known-folders.ts';
import { SettingsService } from '../../../../src-main/settings/settings-service.ts';
import { SettingsRepository } from '../../../../src-main/store/settings-repository.ts';
import type { Settings } from '../../../../src-shared/contract/settings.ts';
import { makeFolder, openStore } from '../../../fakes/main-fixture.ts';
import { canMount, mountMemoryVolume } from '../../../fakes/memory-volume.ts';

async function create(dialogs: Dialogs | null = null) {
  const state = await openStore();
  const told: Settings[] = [];
  const repository = new SettingsRepository({ state });
  const deps = {
    repository,
    folders: new KnownFolders({ repository, mayMark: true }),
    dialogs,
    paths: { userData: '/nowhere', movies: '/home/editor/Videos' },
    onChange: (settings: Settings) => told.push(settings),
  };
  return { settings: new SettingsService(deps), again: () => new SettingsService(deps), repository, told };
}

test('nothing is chosen at first, and what is chosen is kept and told', async () => {
  const { settings, again, told } = await create();
  expect(await settings.get()).toEqual({
    deliveryFolder: null,
    theme: 'system',
    parallelTransfers: 3,
    bandwidthLimitBytesPerSecond: null,
  });
  const folder = await makeFolder();
  await settings.setTheme('dark');
  await settings.setDeliveryFolder(`${folder}/`);
  expect(await again().get()).toMatchObject({ theme: 'dark', deliveryFolder: { path: folder, state: 'ok' } });
  expect((await settings.get()).deliveryFolder?.freeBytes).toBeGreaterThan(0);
  expect(told).toHaveLength(2);
  expect(await readdir(folder)).toEqual(['.dailies-folder']);
});

test('how many transfers run at once and how fast is kept, and what was kept before stays readable', async () => {
  const { settings, again, repository } = await create();
  repository.write('settings', { formatVersion: 1, deliveryFolder: '/nowhere', theme: 'dark' });
  const limits = { parallelTransfers: 5, bandwidthLimitBytesPerSecond: 1_000_000 };
  expect(await settings.setTransfers(limits)).toMatchObject({ ...limits, theme: 'dark' });
  expect(again().transferLimits).toEqual(limits);
});

test('the last part of a typed folder is made, more of it is not', async () => {
  const { settings } = await create();
  const folder = await makeFolder();
  await settings.setDeliveryFolder(join(folder, 'new'));
  expect(await readdir(folder)).toEqual(['new']);
  await expect(settings.setDeliveryFolder(join(folder, 'a', 'b'))).rejects.toMatchObject({
    code: 'delivery_folder_missing',
    details: { path: join(folder, 'a') },
  });
});

test('spaces around a typed folder are no part of it, unless there is such a folder', async () => {
  const { settings } = await create();
  const folder = await makeFolder();
  await settings.setDeliveryFolder(` ${join(folder, 'new')} `);
  expect(await readdir(folder)).toEqual(['new']);
  await mkdir(join(folder, 'new '));
  await settings.setDeliveryFolder(join(folder, 'new '));
  expect(settings.deliveryFolderPath).toBe(join(folder, 'new '));
});

test.each([
  ['a relative path', 'deliveries', 'not_absolute'],
  ['nothing but a drive', '/', 'is_root'],
  ['a path with a NUL', '/tmp/\0x', 'not_absolute'],
])('%s is refused', async (_name, path, reason) => {
  const { settings } = await create();
  await expect(settings.setDeliveryFolder(path)).rejects.toMatchObject({
    code: 'invalid_input',
    details: { reason },
  });
});

test('a file is no folder', async () => {
  const { settings } = await create();
  const file = join(await makeFolder(), 'file');
  await writeFile(file, '');
  await expect(settings.setDeliveryFolder(file)).rejects.toMatchObject({ code: 'delivery_folder_missing' });
  await expect(settings.setDeliveryFolder(join(file, 'x'))).rejects.toMatchObject({
    code: 'delivery_folder_missing',
  });
});

test('a chosen folder that went away is shown as missing, and comes back with it', async () => {
  const { settings } = await create();
  const folder = join(await makeFolder(), 'stick');
  await settings.setDeliveryFolder(folder);
  spawnSync('mv', [folder, `${folder}.gone`]);
  expect((await settings.get()).deliveryFolder).toEqual({ path: folder, state: 'missing', freeBytes: null });
  await expect(settings.requireDeliveryFolder()).rejects.toMatchObject({ code: 'delivery_folder_missing' });
  spawnSync('mv', [`${folder}.gone`, folder]);
  expect(await settings.requireDeliveryFolder()).toBe(folder);
});

test.skipIf(!canMount)('a folder on a read-only volume is shown as not writable', async () => {
  const { settings } = await create();
  const folder = await makeFolder();
  onTestFinished(mountMemoryVolume(folder, 'size=1m'));
  await settings.setDeliveryFolder(folder);
  spawnSync('mount', ['-o', 'remount,ro', folder]);
  expect((await settings.get()).deliveryFolder?.state).toBe('not_writable');
  await expect(settings.requireDeliveryFolder()).rejects.toMatchObject({
    code: 'delivery_folder_not_writable',
  });
});

test('the chooser starts where one would look, and cancelling changes nothing', async () => {
  const asked: (string | null)[] = [];
  const folder = await makeFolder();
  const answers = [null, folder];
  const { settings, told } = await create({
    chooseFolder: (_title, start) => {
      asked.push(start);
      return Promise.resolve(answers.shift() ?? null);
    },
  });
  expect((await settings.chooseDeliveryFolder()).deliveryFolder).toBeNull();
  expect((await settings.chooseDeliveryFolder()).deliveryFolder?.path).toBe(folder);
  await settings.chooseDeliveryFolder();
  expect(asked).toEqual(['/home/editor/Videos', '/home/editor/Videos', folder]);
  expect(told).toHaveLength(1);
  await expect(settings.setDeliveryFolder(folder)).rejects.toMatchObject({ code: 'not_supported_here' });
});

test('without a chooser it is said so', async () => {
  const { settings } = await create();
  await expect(settings.chooseDeliveryFolder()).rejects.toMatchObject({ code: 'not_supported_here' });
});
