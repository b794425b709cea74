import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareDataFolder } from '../../../../src-service/store/data-folder.ts';
import { FileStore } from '../../../../src-service/store/file-store.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

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
