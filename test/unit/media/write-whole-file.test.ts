import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWholeFile } from '../../../src-media/write-whole-file.ts';
import { makeTemporaryFolder } from '../../fakes/temporary-folder.ts';

test('a file is seen under its name only when it is complete, and nothing else remains', async () => {
  const folder = await makeTemporaryFolder();
  const path = join(folder, 'movie.mp4');
  const result = await writeWholeFile(path, async (partPath) => {
    expect(partPath).toMatch(/\.mp4$/u);
    await writeFile(partPath, 'half');
    expect(await readdir(folder)).not.toContain('movie.mp4');
    await writeFile(partPath, 'whole');
    return 7;
  });
  expect(result).toBe(7);
  expect(await readFile(path, 'utf8')).toBe('whole');
  expect(await readdir(folder)).toEqual(['movie.mp4']);
});

test('a failed write leaves nothing, and the earlier file stays', async () => {
  const folder = await makeTemporaryFolder();
  const path = join(folder, 'movie.mp4');
  await writeFile(path, 'before');
  const writing = writeWholeFile(path, async (partPath) => {
    await writeFile(partPath, 'half');
    throw new Error('no more room');
  });
  await expect(writing).rejects.toThrow('no more room');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(folder)).toEqual(['movie.mp4']);
});
