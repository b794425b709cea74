import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createScratchFolder } from '../../../src-media/create-scratch-folder.ts';
import { makeTemporaryFolder } from '../../fakes/temporary-folder.ts';

test('folders of ended processes go, those of running ones and all else stay', async () => {
  const root = await makeTemporaryFolder();
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const left = `dailies-media-${ended}-abc`;
  const running = `dailies-media-${process.ppid}-abc`;
  for (const name of [left, running, 'dailies-media-', 'other']) await mkdir(join(root, name));
  await writeFile(join(root, left, 'part'), 'x');
  const made = await createScratchFolder(root);
  expect((await readdir(root)).toSorted()).toEqual([basename(made), running, 'other'].toSorted());
  expect(basename(made)).toMatch(new RegExp(`^dailies-media-${process.pid}-`, 'u'));
});
