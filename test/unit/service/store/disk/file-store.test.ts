import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../../src-service/clock.ts';
import { openStore } from '../../../../../src-service/open-store.ts';
import { folderRefusalOf, prepareDataFolder } from '../../../../../src-service/store/disk/data-folder.ts';
import { FileStore } from '../../../../../src-service/store/disk/file-store.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

test('a data folder where none can be made is refused at once, and a file in its place stays as it is', async () => {
  const file = join(await makeTemporaryFolder(), 'notes.txt');
  await writeFile(file, 'notes', { mode: 0o644 });
  await expect(prepareDataFolder(file)).rejects.toThrow(
    `The data folder ${file} cannot be used: it is a file, or in one.`,
  );
  expect((await stat(file)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o644);
  await expect(prepareDataFolder(join(file, 'data'))).rejects.toThrow('it is a file, or in one.');
  const deep = join(file, '..', 'deep', 'data');
  expect((await stat((await prepareDataFolder(deep)).root)).isDirectory()).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'a data folder among those of the processes, where none can be made, does not hold the service',
  async () => {
    await expect(prepareDataFolder('/proc/dailies')).rejects.toThrow('/proc/dailies cannot be used');
  },
);

test('a database that cannot be opened is told as the fault of its folder', async () => {
  const { root } = await prepareDataFolder(join(await makeTemporaryFolder(), 'data'));
  // As one of another user, a folder in the database's place cannot be opened, also by the system's administrator.
  await mkdir(join(root, 'service.db'));
  const refusal = {
    name: 'StartError',
    message: expect.stringContaining(`The data folder ${root} cannot be used: `),
  };
  await using resources = new AsyncDisposableStack();
  const deps = { clock: systemClock, log: () => undefined, resources };
  await expect(openStore(root, deps)).rejects.toMatchObject(refusal);
});

test('a file elsewhere that cannot be opened, such as one of the app, is no fault of the data folder', async () => {
  const folder = await makeTemporaryFolder();
  const elsewhere = await makeTemporaryFolder();
  const refusalOf = async (path: string): Promise<unknown> => {
    // As a file of another user, a folder cannot be written, also by the system's administrator.
    const error: unknown = await writeFile(path, '').catch((caught: unknown) => caught);
    return folderRefusalOf(error, folder);
  };
  expect(await refusalOf(folder)).toMatchObject({ name: 'StartError' });
  expect(await refusalOf(elsewhere)).toMatchObject({ syscall: 'open', path: elsewhere });
});

test('of a file that comes with the app a copy is taken in, and the file itself is left as it is', async () => {
  const root = await makeTemporaryFolder();
  const shippedFolder = join(root, 'app');
  await mkdir(shippedFolder);
  const shippedPath = join(shippedFolder, 'mug.png');
  await writeFile(shippedPath, 'mug');
  await chmod(shippedPath, 0o444);
  const before = await stat(shippedPath);
  const fileStore = new FileStore({
    folder: await prepareDataFolder(join(root, 'data')),
    shipped: { folder: shippedFolder, fileIds: new Set(['vg_file_mug']) },
  });
  const { mode, nlink, ctimeMs } = before;
  await fileStore.adopt('vg_file_own', 'picture.png', fileStore.pathOf('vg_file_mug', 'mug.png'));
  expect(await stat(shippedPath)).toMatchObject({ mode, nlink, ctimeMs });
  const ownPath = fileStore.pathOf('vg_file_own', 'picture.png');
  expect(await readFile(ownPath, 'utf8')).toBe('mug');
  expect((await stat(ownPath)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
});
