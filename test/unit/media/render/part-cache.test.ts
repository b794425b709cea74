import { copyFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PartCache, type PartIdentity } from '../../../../src-media/render/part-cache.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

async function setUp(maxBytes = 1_000) {
  const root = await makeTemporaryFolder();
  const folder = join(root, 'parts');
  const picturePath = join(root, 'picture');
  await writeFile(picturePath, 'pixels');
  const cache = new PartCache({ folder, maxBytes });
  const identityOf = (facts: unknown = { durationFrames: 30 }): PartIdentity => ({
    facts,
    filePaths: [picturePath],
  });
  /** Encodes and keeps a part as the renderer does. */
  const encode = async (identity: PartIdentity, bytes = 'encoded'): Promise<string> => {
    const { path } = await cache.hold(identity);
    const encodedPath = join(root, 'encoded');
    await writeFile(encodedPath, bytes);
    await cache.add(encodedPath, path);
    return path;
  };
  return { cache, root, folder, picturePath, identityOf, encode };
}

test('an unchanged part is reused although its file has another name', async () => {
  const { cache, root, picturePath, identityOf, encode } = await setUp();
  const path = await encode(identityOf());
  const otherPath = join(root, 'copy');
  await copyFile(picturePath, otherPath);
  expect(await cache.hold({ ...identityOf(), filePaths: [otherPath] })).toEqual({ path, isThere: true });
});

test('other facts are another part', async () => {
  const { cache, identityOf, encode } = await setUp();
  await encode(identityOf());
  expect((await cache.hold(identityOf({ durationFrames: 31 }))).isThere).toBe(false);
});

test('a picture of the same name with other bytes is another part', async () => {
  const { cache, identityOf, encode, picturePath } = await setUp();
  await encode(identityOf());
  await writeFile(picturePath, 'other pixels');
  expect((await cache.hold(identityOf())).isThere).toBe(false);
});

test('the least recently used parts are removed when there are too many, but none that a rendering needs', async () => {
  const { cache, folder, identityOf, encode } = await setUp(1_000);
  const paths: string[] = [];
  for (const durationFrames of [1, 2, 3]) {
    const path = await encode(identityOf(durationFrames), 'x'.repeat(600));
    const usedAt = Date.now() / 1000 - 100 + durationFrames;
    await utimes(path, usedAt, usedAt);
    paths.push(path);
  }
  const [oldest = '', middle = '', newest = ''] = paths;
  await cache.letGo([middle, newest]);
  expect((await readdir(folder)).map((name) => join(folder, name)).toSorted()).toEqual(
    [oldest, newest].toSorted(),
  );
  await cache.letGo([oldest]);
  expect((await readdir(folder)).map((name) => join(folder, name))).toEqual([newest]);
});

test('a part that was removed from outside is encoded again', async () => {
  const { cache, identityOf, encode } = await setUp();
  await rm(await encode(identityOf()));
  expect((await cache.hold(identityOf())).isThere).toBe(false);
});

test('a part nobody asked for in a month goes, one of yesterday stays', async () => {
  const { cache, folder, identityOf, encode } = await setUp();
  const daySeconds = 24 * 3_600;
  const paths: string[] = [];
  for (const days of [31, 1]) {
    const path = await encode(identityOf(days));
    const usedAt = Date.now() / 1000 - days * daySeconds;
    await utimes(path, usedAt, usedAt);
    paths.push(path);
  }
  await cache.letGo(paths);
  expect((await readdir(folder)).map((name) => join(folder, name))).toEqual(paths.slice(1));
});
