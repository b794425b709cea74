import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { defaultBundleLimits } from '../../../../../../src-main/transfers/bundle/bundle-limits.ts';
import { unpackBundle } from '../../../../../../src-main/transfers/bundle/unpack/unpack-bundle.ts';
import { rawZip, type RawEntry } from '../../../../../fakes/bundles/raw-zip.ts';
import { makeTemporaryFolder } from '../../../../../fakes/temporary-folder.ts';

const realThread = new URL(
  '../../../../../../src-main/transfers/bundle/unpack/unpack-worker.ts',
  import.meta.url,
);

/** @param thread code of the unpacking thread; `$MARK` is the path of a file that does not exist yet. */
async function unpack(entries: readonly RawEntry[], thread?: string) {
  const folder = await makeTemporaryFolder();
  const zipPath = join(folder, 'bundle.zip');
  const target = join(folder, 'private');
  await mkdir(target, { mode: 0o700 });
  await writeFile(zipPath, rawZip(entries));
  const workerPath = join(folder, 'thread.mjs');
  if (thread !== undefined) await writeFile(workerPath, thread.replaceAll('$MARK', join(folder, 'mark')));
  const unpacked = await unpackBundle(zipPath, target, {
    limits: defaultBundleLimits,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...(thread !== undefined && { workerUrl: pathToFileURL(workerPath) }),
  }).catch((error: unknown) => error);
  return { unpacked, target };
}

test('a bundle that is refused leaves nothing, and no thread that keeps the app alive', async () => {
  const { unpacked, target } = await unpack([{ name: '../a.txt', content: 'x' }]);
  expect(unpacked).toMatchObject({ code: 'bundle_unsafe' });
  expect(await readdir(target)).toEqual([]);
});

test('a thread that cannot be loaded is tried once more', async () => {
  const { target } = await unpack(
    [{ name: 'a.txt', content: 'x' }],
    `import { existsSync, writeFileSync } from 'node:fs';
    if (existsSync('$MARK')) await import('${realThread.href}');
    else { writeFileSync('$MARK', ''); throw new SyntaxError('half a file'); }`,
  );
  expect(await readdir(target)).toEqual(['a.txt']);
});

test('a thread that never can be loaded ends with an error, and the folder is empty', async () => {
  const { unpacked, target } = await unpack([{ name: 'a.txt', content: 'x' }], 'throw new Error("no");');
  expect(unpacked).toMatchObject({ message: 'An unpacking thread failed.', cause: { message: 'no' } });
  expect(await readdir(target)).toEqual([]);
});
