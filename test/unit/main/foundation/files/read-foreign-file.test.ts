import { appendFile, chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  factsWithin,
  openRegularFile,
  readRegularFile,
} from '../../../../../src-main/foundation/files/read-foreign-file.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { makeSparseFile, oddFiles } from '../../../../fakes/odd-files.ts';

const limitBytes = 1024;

test.for(Object.entries(oddFiles))('Refuses %s at once', async ([, make]) => {
  const folder = await makeFolder('odd');
  const path = join(folder, 'file');
  await make(path);
  await expect(readRegularFile(path, { limitBytes })).rejects.toMatchObject({ code: 'file_unreadable' });
  await expect(readRegularFile(path, { limitBytes, within: folder })).rejects.toMatchObject({
    code: 'file_unreadable',
  });
  await expect(openRegularFile(path)).rejects.toMatchObject({ code: 'file_unreadable' });
});

test('Reads a file up to its limit, and refuses a larger one without reading it', async () => {
  const folder = await makeFolder('sizes');
  const path = join(folder, 'file');
  await writeFile(path, 'a'.repeat(limitBytes));
  expect(await readRegularFile(path, { limitBytes })).toHaveLength(limitBytes);
  await appendFile(path, 'a');
  const tooLarge = { code: 'file_unreadable', details: { displayName: 'file', reason: 'too_large' } };
  await expect(readRegularFile(path, { limitBytes })).rejects.toMatchObject(tooLarge);
  await makeSparseFile(path, 2 ** 42);
  await expect(readRegularFile(path, { limitBytes })).rejects.toMatchObject(tooLarge);
});

test('Follows a link inside the folder and none that leads out of it, by whatever part of the path', async () => {
  const root = await makeFolder('links');
  const folder = join(root, 'shared');
  await mkdir(join(folder, 'inner'), { recursive: true });
  await writeFile(join(root, 'private key'), 'secret');
  await writeFile(join(folder, 'inner', 'cut'), 'edit');
  await symlink(join(folder, 'inner', 'cut'), join(folder, 'link'));
  await symlink(join('..', 'private key'), join(folder, 'out'));
  await symlink(root, join(folder, 'up'));
  const options = { limitBytes, within: folder };
  expect(String(await readRegularFile(join(folder, 'link'), options))).toBe('edit');
  expect(await factsWithin(join(folder, 'link'), folder)).toMatchObject({ size: 4 });
  for (const path of [join(folder, 'out'), join(folder, 'up', 'private key')]) {
    await expect(readRegularFile(path, options)).rejects.toMatchObject({
      code: 'file_unreadable',
      details: { reason: 'leads_out' },
    });
  }
  expect(await factsWithin(join(folder, 'out'), folder)).toBeNull();
});

test('Reads through a link to the folder itself, which its owner made', async () => {
  const root = await makeFolder('linked');
  await mkdir(join(root, 'real'));
  await writeFile(join(root, 'real', 'cut'), 'edit');
  await symlink(join(root, 'real'), join(root, 'shown'));
  const within = join(root, 'shown');
  expect(String(await readRegularFile(join(within, 'cut'), { limitBytes, within }))).toBe('edit');
});

test('Follows no link at the end of a path without a folder', async () => {
  const folder = await makeFolder('alone');
  await writeFile(join(folder, 'cut'), 'edit');
  await symlink(join(folder, 'cut'), join(folder, 'link'));
  await expect(openRegularFile(join(folder, 'link'))).rejects.toMatchObject({ code: 'file_unreadable' });
});

test('Names the reason of a file that is gone or locked', async () => {
  const folder = await makeFolder('reasons');
  await expect(openRegularFile(join(folder, 'gone'))).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { displayName: 'gone', reason: 'missing' },
    cause: { code: 'ENOENT' },
  });
  if (process.getuid?.() === 0) return;
  const path = join(folder, 'locked');
  await writeFile(path, '');
  await chmod(path, 0);
  await expect(openRegularFile(path)).rejects.toMatchObject({ details: { reason: 'locked' } });
  await rename(path, join(folder, 'moved'));
});

test('Gives up a file that its drive does not deliver in time', async () => {
  const folder = await makeFolder('slow');
  await writeFile(join(folder, 'cut'), 'edit');
  const timer = { schedule: (_: number, callback: () => void) => (callback(), () => undefined) };
  await expect(readRegularFile(join(folder, 'cut'), { limitBytes, timer })).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { reason: 'too_slow' },
  });
});
