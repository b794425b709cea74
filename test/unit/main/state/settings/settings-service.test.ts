import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Dialogs } from '../../../../../src-main/platform.ts';
import { KnownFolders } from '../../../../../src-main/state/settings/known-folders.ts';
import { SettingsService } from '../../../../../src-main/state/settings/settings-service.ts';
import { SettingsRepository } from '../../../../../src-main/state/settings-repository.ts';
import type { Settings } from '../../../../../src-shared/contract/app/settings.ts';
import type { AppContract } from '../../../../../src-shared/contract/app-contract.ts';
import type { Delivery } from '../../../../../src-shared/contract/delivery.ts';
import { createClient } from '../../../../../src-shared/ipc/client.ts';
import { englishWords } from '../../../../fakes/english-words.ts';
import { fillDisk } from '../../../../fakes/features/generations-fixture.ts';
import { makeFolder, openStore } from '../../../../fakes/main-fixture.ts';
import { canMount, mountMemoryVolume } from '../../../../fakes/memory-volume.ts';
import { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../../fakes/test-platform.ts';

function liveIn(home: string): void {
  vi.stubEnv('HOME', home);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** Delays the creation of a folder until the test releases it. */
class HeldFolders extends KnownFolders {
  held: { readonly path: string; readonly until: Promise<unknown> } | null = null;

  override async remember(path: string): Promise<void> {
    await super.remember(path);
    if (path === this.held?.path) await this.held.until;
  }

  override async isAnother(path: string): Promise<boolean> {
    if (path === this.held?.path) await this.held.until;
    return super.isAnother(path);
  }
}

async function create(dialogs: Pick<Dialogs, 'chooseFolder'> | null = null, movies = '/home/editor/Videos') {
  liveIn(dirname(movies));
  const state = await openStore();
  const reported: Settings[] = [];
  const repository = new SettingsRepository({ state });
  const folders = new HeldFolders({ repository, mayMark: true });
  const deps = {
    repository,
    folders,
    dialogs,
    ...englishWords,
    paths: { userData: '/nowhere', movies },
    onChange: (settings: Settings) => reported.push(settings),
  };
  return {
    settings: new SettingsService(deps),
    again: () => new SettingsService(deps),
    folders,
    repository,
    state,
    reported,
  };
}

/** Starts an app in which no folder was ever chosen, with a service that has one project. */
async function startFirst(movies: string, home = dirname(movies)) {
  liveIn(home);
  const service = await ServiceStandIn.start();
  const paths = { userData: join(await makeFolder('app'), 'user-data'), movies };
  const { app } = await startApp(service, { host: 'browser', paths });
  const client = createClient<AppContract>({
    invoke: app.router,
    subscribe: (listener) => app.subscribe(listener),
  });
  return { app, client, projectId: service.addProject() };
}

test('nothing is chosen at first, and what is chosen is kept and published', async () => {
  const { settings, again, reported } = await create();
  expect(await settings.get()).toEqual({
    deliveryFolder: null,
    proposedFolder: '/home/editor/Videos/Dailies',
    documentTiming: { rate: null, start: null },
    keptMediaBytes: 5_000_000_000,
    theme: 'system',
    language: 'system',
    parallelTransfers: 3,
    bandwidthLimitBytesPerSecond: null,
    desktop: { keepsRunning: true, startsAtLogin: false, staysAwake: true },
  });
  const folder = await makeFolder();
  await settings.setTheme('dark');
  await settings.setLanguage('ja');
  await settings.setDeliveryFolder(`${folder}/`);
  expect([await again().get(), again().language]).toMatchObject([
    { theme: 'dark', deliveryFolder: { path: folder, state: 'ok' } },
    'ja',
  ]);
  expect((await settings.get()).deliveryFolder?.freeBytes).toBeGreaterThan(0);
  expect(reported).toHaveLength(3);
  expect(await readdir(folder)).toEqual(['.dailies-folder']);
});

test('how the app lives on the desktop is kept, and starting at sign-in only where the system agrees', async () => {
  const { settings, again } = await create();
  await settings.setDesktop('keepsRunning', false);
  await settings.setDesktop('staysAwake', false);
  await expect(settings.setDesktop('startsAtLogin', true)).rejects.toMatchObject({
    code: 'not_supported_here',
  });
  const kept = { keepsRunning: false, startsAtLogin: false, staysAwake: false };
  expect(again().desktop).toEqual(kept);
  expect([settings.noteClosed(), again().noteClosed()]).toEqual([true, false]);
});

test('that the window was closed is told once, although a full disk keeps no note of it before there is room', async () => {
  const { settings, again, state } = await create();
  await settings.setTheme('dark');
  fillDisk(state.database, 'settings');
  expect([settings.noteClosed(), settings.noteClosed()]).toEqual([true, false]);
  expect(again().noteClosed()).toBe(true);
  state.database.exec('DROP TRIGGER full');
  expect(settings.noteClosed()).toBe(false);
  expect(again().noteClosed()).toBe(false);
});

test('how many transfers run at once and how fast is kept, and what was kept before stays readable', async () => {
  const { settings, again, repository } = await create();
  repository.write('settings', { formatVersion: 1, deliveryFolder: '/nowhere', theme: 'dark' });
  const limits = { parallelTransfers: 5, bandwidthLimitBytesPerSecond: 1_000_000 };
  expect(await settings.setTransfers(limits)).toMatchObject({ ...limits, theme: 'dark' });
  expect(again().transferLimits).toEqual(limits);
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

test('a folder that is chosen while the drive of the old one is waited for is the one that is reported', async () => {
  const { settings, folders, reported } = await create();
  const late = await makeFolder('late');
  const chosen = await makeFolder('chosen');
  await settings.setDeliveryFolder(late);
  const answered = Promise.withResolvers<undefined>();
  folders.held = { path: late, until: answered.promise };
  const asked = settings.get();
  const themed = settings.setTheme('dark');
  await settings.setDeliveryFolder(chosen);
  answered.resolve(undefined);
  const expected = { deliveryFolder: { path: chosen, state: 'ok' }, theme: 'dark' };
  expect([await asked, await themed, reported.at(-1)]).toMatchObject([expected, expected, expected]);
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
  const { settings, reported } = await create({
    chooseFolder: (_title, start) => {
      asked.push(start);
      return Promise.resolve(answers.shift() ?? null);
    },
  });
  expect((await settings.chooseDeliveryFolder()).deliveryFolder).toBeNull();
  expect((await settings.chooseDeliveryFolder()).deliveryFolder?.path).toBe(folder);
  await settings.chooseDeliveryFolder();
  expect(asked).toEqual(['/home/editor/Videos', '/home/editor/Videos', folder]);
  expect(reported).toHaveLength(1);
  await expect(settings.setDeliveryFolder(folder)).rejects.toMatchObject({ code: 'not_supported_here' });
});

test('without a chooser it is said so', async () => {
  const { settings } = await create();
  await expect(settings.chooseDeliveryFolder()).rejects.toMatchObject({ code: 'not_supported_here' });
});

test('the first delivery makes the proposed folder and keeps it', async () => {
  const movies = join(await makeFolder(), 'Videos');
  const { app, client, projectId } = await startFirst(movies);
  const proposed = join(movies, 'Dailies');
  await expect(client.call('settings.get', {})).resolves.toMatchObject({
    deliveryFolder: null,
    proposedFolder: proposed,
  });
  expect(existsSync(movies)).toBe(false);
  const reported: unknown[] = [];
  onTestFinished(client.on('settings.changed', ({ deliveryFolder }) => reported.push(deliveryFolder?.path)));
  const input = { projectId, format: 'OTIO', mediaDelivery: 'REMOTE_URLS' } as const;
  const started = await client.call('delivery.start', input).catch((error: unknown) => error);
  expect(started).toMatchObject({ projectId, state: 'queued' });
  expect(reported).toEqual([proposed]);
  const { deliveryId } = started as Delivery;
  await app.services.active().deliveries.settled(deliveryId);
  expect(app.services.active().deliveries.get(deliveryId)).toMatchObject({
    state: 'done',
    rootFolder: proposed,
  });
  await expect(client.call('settings.get', {})).resolves.toMatchObject({
    deliveryFolder: { path: proposed, state: 'ok' },
    proposedFolder: null,
  });
});

test('a folder for movies that is not there is proposed in the home folder only: elsewhere its drive may be gone', async () => {
  const mountPoint = await makeFolder();
  const movies = join(mountPoint, 'Videos');
  const { client, projectId } = await startFirst(movies, await makeFolder());
  expect((await client.call('settings.get', {})).proposedFolder).toBeNull();
  const input = { projectId, format: 'OTIO', mediaDelivery: 'REMOTE_URLS' } as const;
  await expect(client.call('delivery.start', input)).rejects.toMatchObject({ code: 'delivery_folder_unset' });
  expect(await readdir(mountPoint)).toEqual([]);
  await mkdir(movies);
  expect((await client.call('settings.get', {})).proposedFolder).toBe(join(movies, 'Dailies'));
});

test('a folder chosen while the proposed one is made stays chosen', async () => {
  const movies = join(await makeFolder(), 'Videos');
  const { settings, folders } = await create(null, movies);
  const folder = await makeFolder();
  const chosen = Promise.withResolvers<null>();
  folders.held = { path: join(movies, 'Dailies'), until: chosen.promise };
  const required = settings.requireDeliveryFolder();
  await settings.setDeliveryFolder(folder);
  chosen.resolve(null);
  await expect(required).resolves.toBe(folder);
  expect((await settings.get()).deliveryFolder?.path).toBe(folder);
});

test('a project that is not there makes no folder', async () => {
  const movies = join(await makeFolder(), 'Videos');
  const { client } = await startFirst(movies);
  const input = { projectId: 'prj_none', format: 'OTIO', mediaDelivery: 'REMOTE_URLS' } as const;
  await expect(client.call('delivery.start', input)).rejects.toMatchObject({ code: 'not_found' });
  expect(existsSync(movies)).toBe(false);
});

test('a chosen folder that is gone is never replaced by the proposed one', async () => {
  const movies = join(await makeFolder(), 'Videos');
  const { client, projectId } = await startFirst(movies);
  const folder = join(await makeFolder(), 'stick');
  await mkdir(folder);
  await client.call('settings.setDeliveryFolder', { path: folder });
  spawnSync('mv', [folder, `${folder}.gone`]);
  const input = { projectId, format: 'OTIO', mediaDelivery: 'REMOTE_URLS' } as const;
  await expect(client.call('delivery.start', input)).rejects.toMatchObject({
    code: 'delivery_folder_missing',
    details: { path: folder },
  });
  expect(existsSync(movies)).toBe(false);
  expect((await client.call('settings.get', {})).proposedFolder).toBeNull();
});

test('a proposed folder that cannot be made is reported, and nothing is chosen', async () => {
  const movies = join(await makeFolder(), 'Videos');
  await writeFile(movies, '');
  const { client, projectId } = await startFirst(movies);
  const input = { projectId, format: 'OTIO', mediaDelivery: 'REMOTE_URLS' } as const;
  await expect(client.call('delivery.start', input)).rejects.toMatchObject({
    code: 'delivery_folder_missing',
    details: { path: movies, reason: 'not_a_folder' },
  });
  expect((await client.call('settings.get', {})).deliveryFolder).toBeNull();
});
