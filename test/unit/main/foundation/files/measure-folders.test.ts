import { link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureFolders } from '../../../../../src-main/foundation/files/measure-folders.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

test('a folder is as large as its files, frees those without another name, and shared ones count once in all', async () => {
  const root = await makeFolder();
  const first = join(root, 'first');
  const second = join(root, 'second');
  await mkdir(join(first, 'media', 'app.asar'), { recursive: true });
  await mkdir(second);
  await writeFile(join(first, 'media', 'voice.wav'), 'x'.repeat(1_000));
  await writeFile(join(first, 'media', 'app.asar', 'still.png'), 'x'.repeat(200));
  // A second hard link in the same folder takes no space and is removed with it.
  await link(join(first, 'media', 'app.asar', 'still.png'), join(first, 'again.png'));
  await link(join(first, 'media', 'voice.wav'), join(second, 'voice.wav'));
  await writeFile(join(second, 'own.wav'), 'x'.repeat(30));
  await symlink(first, join(second, 'elsewhere'));
  expect(await measureFolders([first, second, join(root, 'gone')])).toEqual({
    sizes: [{ sizeBytes: 1_200, ownBytes: 200 }, { sizeBytes: 1_030, ownBytes: 30 }, null],
    totalBytes: 1_230,
  });
});
