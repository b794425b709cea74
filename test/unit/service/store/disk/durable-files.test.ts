import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkFile } from '../../../../../src-service/store/disk/durable-files.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

async function sourceIn(folder: string): Promise<string> {
  const path = join(folder, 'take.mp4');
  await writeFile(path, 'take');
  return path;
}

const refusing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

test('a file is linked where the file system can link', async () => {
  const folder = await makeTemporaryFolder();
  const source = await sourceIn(folder);
  await linkFile(source, join(folder, 'second.mp4'));
  expect((await stat(source)).nlink).toBe(2);
});

test.each(['EISDIR', 'EPERM', 'ENOTSUP', 'EINVAL'])(
  'a file is copied where the file system refuses links with %s, as each system does in its own way',
  async (code) => {
    const folder = await makeTemporaryFolder();
    const copy = join(folder, 'second.mp4');
    await linkFile(await sourceIn(folder), copy, refusing(code));
    expect(await readFile(copy, 'utf8')).toBe('take');
  },
);

test('a file that is there is never replaced by the second name', async () => {
  const folder = await makeTemporaryFolder();
  const other = join(folder, 'second.mp4');
  await writeFile(other, 'other');
  await expect(linkFile(await sourceIn(folder), other)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(other, 'utf8')).toBe('other');
});
