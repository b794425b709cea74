import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { KnownFolders } from '../../../../../src-main/state/settings/known-folders.ts';
import { SettingsService } from '../../../../../src-main/state/settings/settings-service.ts';
import { SettingsRepository } from '../../../../../src-main/state/settings-repository.ts';
import { englishWords } from '../../../../fakes/english-words.ts';
import { makeFolder, openStore } from '../../../../fakes/main-fixture.ts';
import { canMount, mountMemoryVolume } from '../../../../fakes/memory-volume.ts';
import { canMountSilent, mountSilentVolume } from '../../../../fakes/silent-volume.ts';

async function create(change: { maxAnswerMs?: number } = {}): Promise<SettingsService> {
  const repository = new SettingsRepository({ state: await openStore() });
  return new SettingsService({
    repository,
    folders: new KnownFolders({ repository, mayMark: true }),
    dialogs: null,
    ...englishWords,
    paths: { userData: '/nowhere', movies: null },
    onChange: () => undefined,
    ...change,
  });
}

async function refusal(path: string, mayMake = true): Promise<unknown> {
  const settings = await create();
  return settings.setDeliveryFolder(path, mayMake).then(
    ({ deliveryFolder }) => deliveryFolder,
    (error: unknown) => error,
  );
}

async function useHome(): Promise<string> {
  const home = await makeFolder('home');
  vi.stubEnv('HOME', home);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(homedir()).toBe(home);
  return home;
}

test('a typed folder that is not there is made only after a question', async () => {
  const settings = await create();
  const folder = await makeFolder();
  const path = join(folder, 'a', 'b');
  await expect(settings.setDeliveryFolder(path, false)).rejects.toMatchObject({
    code: 'delivery_folder_missing',
    details: { path, reason: 'not_made' },
  });
  expect(await readdir(folder)).toEqual([]);
  expect((await settings.setDeliveryFolder(path, true)).deliveryFolder).toMatchObject({ path, state: 'ok' });
  expect(await readdir(join(folder, 'a'))).toEqual(['b']);
});

test.skipIf(process.platform === 'win32')('~ is the own home folder', async () => {
  const home = await useHome();
  await mkdir(join(home, 'Cuts'));
  const settings = await create();
  await expect(settings.setDeliveryFolder('~/Cuts', false)).resolves.toMatchObject({
    deliveryFolder: { path: join(home, 'Cuts') },
  });
  await expect(settings.setDeliveryFolder('~', false)).resolves.toMatchObject({
    deliveryFolder: { path: home },
  });
});

test.each([
  ['spaces', (path: string) => `  ${path} \n`],
  ['double quotes', (path: string) => `"${path}"`],
  ['single quotes and spaces', (path: string) => ` '${path}' `],
])('%s around a pasted folder are no part of it', async (_name, wrap) => {
  const path = join(await makeFolder(), 'A cut');
  await mkdir(path);
  const settings = await create();
  await expect(settings.setDeliveryFolder(wrap(path), false)).resolves.toMatchObject({
    deliveryFolder: { path },
  });
});

test('spaces and quotes are part of a folder that is called so', async () => {
  const folder = await makeFolder();
  const settings = await create();
  for (const name of ['new ', 'new"']) {
    await mkdir(join(folder, name));
    await settings.setDeliveryFolder(join(folder, name));
    expect(settings.deliveryFolderPath).toBe(join(folder, name));
  }
});

test.skipIf(process.platform !== 'linux').each([
  ['a relative path', 'deliveries', 'invalid_input', 'not_absolute'],
  ['the home of another user', '~somebody/cuts', 'invalid_input', 'other_home'],
  ['nothing but a drive', '/', 'invalid_input', 'is_root'],
  ['a path with a NUL', '/tmp/\0x', 'invalid_input', 'bad_name'],
  ['a place of processes', '/proc/self/x', 'invalid_input', 'system_place'],
  ['a place of devices', '/dev', 'invalid_input', 'system_place'],
  ['a device', '/dev/null', 'invalid_input', 'system_place'],
  ['a path through a device', '/dev/null/x', 'invalid_input', 'system_place'],
  ['settings of the system', '/sys/x', 'invalid_input', 'system_place'],
  ['a name that is too long', `/tmp/${'n'.repeat(256)}/x`, 'path_too_long', 'name'],
  ['a path that is too long', `/tmp${'/folder'.repeat(600)}`, 'path_too_long', 'ENAMETOOLONG'],
  ['a drive that is gone', '/mnt/dailies-no-drive/x', 'delivery_folder_missing', 'volume_gone'],
  ['a stick that is gone', `/media/dailies-no-drive/x`, 'delivery_folder_missing', 'volume_gone'],
])('%s is refused for what it is', async (_name, path, code, reason) => {
  for (const mayMake of [false, true]) {
    expect(await refusal(path, mayMake)).toMatchObject({ code, details: { reason } });
  }
});

test.skipIf(!canMount)('a drive of the user that is gone is not made in its place', async () => {
  const media = join('/media', userInfo().username);
  onTestFinished(mountMemoryVolume('/media', 'size=64k'));
  await mkdir(media);
  const path = join(media, 'STICK');
  expect(await refusal(join(path, 'cuts'))).toMatchObject({
    code: 'delivery_folder_missing',
    details: { path, reason: 'volume_gone' },
  });
  expect(await readdir(media)).toEqual([]);
});

test('a file, and what is below a file, is refused with the name of the file', async () => {
  const file = join(await makeFolder(), 'file');
  await writeFile(file, '');
  for (const path of [file, join(file, 'x', 'y')]) {
    expect(await refusal(path)).toMatchObject({
      code: 'delivery_folder_missing',
      details: { path: file, reason: 'not_a_folder' },
    });
  }
});

test('a link to a place that is gone is not made into a folder', async () => {
  const folder = await makeFolder();
  await symlink(join(folder, 'gone'), join(folder, 'link'));
  expect(await refusal(join(folder, 'link', 'x'))).toMatchObject({
    code: 'delivery_folder_missing',
    details: { path: join(folder, 'link'), reason: 'volume_gone' },
  });
});

test.skipIf(!canMount)('a folder on a read-only volume is refused before it is asked about', async () => {
  const folder = await makeFolder();
  onTestFinished(mountMemoryVolume(folder, 'size=64k,ro'));
  expect(await refusal(join(folder, 'x'), false)).toMatchObject({
    code: 'delivery_folder_not_writable',
    details: { path: folder, reason: 'EROFS' },
  });
  expect(await refusal(folder, false)).toMatchObject({
    code: 'delivery_folder_not_writable',
    details: { path: folder, reason: 'EROFS' },
  });
});

const nobody = '65534';
const source = new URL('../../../../../src-main/state/settings/typed-folder.ts', import.meta.url).href;

/** Returns why a path is refused in a process without privileges, because root may write anywhere. */
function refusalOfNobody(path: string): unknown {
  const script = `
    const { prepareTypedFolder } = await import(${JSON.stringify(source)});
    const { code, details } = await prepareTypedFolder(${JSON.stringify(path)}, false).catch((error) => error);
    console.log(JSON.stringify({ code, details }));`;
  const asNobody = ['--reuid', nobody, '--regid', nobody, '--clear-groups', process.execPath];
  const [program = '', ...args] = process.getuid?.() === 0 ? ['setpriv', ...asNobody] : [process.execPath];
  const printed = execFileSync(program, [...args, '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}

test.skipIf(process.platform !== 'linux')(
  'a folder that may not be made is refused with the name of the one above it',
  async () => {
    const folder = await makeFolder();
    await chmod(folder, 0o555);
    expect(refusalOfNobody(join(folder, 'x', 'y'))).toEqual({
      code: 'delivery_folder_not_writable',
      details: { path: folder, reason: 'parent' },
    });
  },
);

test.skipIf(!canMountSilent)('a drive that never answers is reported as missing', async () => {
  const folder = await makeFolder();
  const settings = await create({ maxAnswerMs: 300 });
  const release = mountSilentVolume(folder);
  try {
    const tooLate = new Promise((resolve) => setTimeout(resolve, 10_000, 'no answer'));
    const answer = settings.setDeliveryFolder(join(folder, 'x')).catch((error: unknown) => error);
    expect(await Promise.race([answer, tooLate])).toMatchObject({
      code: 'delivery_folder_missing',
      details: { reason: 'ETIMEDOUT' },
    });
  } finally {
    release();
  }
});

test.skipIf(process.platform === 'win32')('a pipe in place of a marker holds nothing up', async () => {
  const folder = await makeFolder();
  execFileSync('mkfifo', [join(folder, '.dailies-folder')]);
  const settings = await create();
  const tooLate = new Promise((resolve) => setTimeout(resolve, 10_000, 'no answer'));
  expect(await Promise.race([settings.setDeliveryFolder(folder), tooLate])).toMatchObject({
    deliveryFolder: { path: folder, state: 'ok' },
  });
});
