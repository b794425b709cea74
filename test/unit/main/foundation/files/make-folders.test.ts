import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolders } from '../../../../../src-main/foundation/files/make-folders.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

test('a folder is made with all above it, once or twice', async () => {
  const path = join(await makeFolder('folders'), 'one', 'two', 'three');
  makeFolders(path);
  makeFolders(path);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('an existing entry stays as it is, and nothing is made below a file', async () => {
  const path = join(await makeFolder('folders'), 'file');
  await writeFile(path, 'words');
  makeFolders(path);
  expect((await stat(path)).isFile()).toBe(true);
  expect(() => makeFolders(join(path, 'below'))).toThrow('ENOTDIR');
});

test.runIf(process.platform === 'linux')('a folder that takes no names is reported as such', () => {
  expect(() => makeFolders('/proc/nothing/below')).toThrow('ENOENT');
});
