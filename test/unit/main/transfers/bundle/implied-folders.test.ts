import { execFileSync } from 'node:child_process';
import { closeSync, lstatSync, openSync, watch } from 'node:fs';
import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultBundleLimits } from '../../../../../src-main/transfers/bundle/bundle-limits.ts';
import { inspectBundle } from '../../../../../src-main/transfers/bundle/inspect-bundle.ts';
import { unpackBundle } from '../../../../../src-main/transfers/bundle/unpack/unpack-bundle.ts';
import { unpackListing } from '../../../../../src-main/transfers/bundle/unpack/unpack-listing.ts';
import { UnpackPool } from '../../../../../src-main/transfers/bundle/unpack/unpack-pool.ts';
import { rawZip } from '../../../../fakes/bundles/raw-zip.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';
import { settle, TurnedClock, until } from '../../../../fakes/turned-clock.ts';
import { unpackFile } from './unpack/unpack-file.ts';

const idle = new URL('data:text/javascript,setTimeout(()=>{},3e5)');

async function makePlace(names: readonly string[]) {
  const folder = await makeTemporaryFolder();
  const target = join(folder, 'private');
  const zipPath = join(folder, 'bundle.zip');
  await mkdir(target, { mode: 0o700 });
  await writeFile(zipPath, rawZip(names.map((name) => ({ name }))));
  return { folder, target, zipPath };
}

describe('folders that only the paths of files name', () => {
  test.each([
    ['one more than allowed with the files', 6, true],
    ['as many as allowed with the files', 7, false],
  ])('count: %s', async (_name, maxEntries, isRefused) => {
    const { zipPath } = await makePlace(['a/b/c.txt', 'a/d/e.txt', 'f/g.txt']);
    const [inspected] = await Promise.allSettled([
      inspectBundle(zipPath, { ...defaultBundleLimits, maxEntries }),
    ]);
    if (inspected.status === 'fulfilled') await inspected.value.close();
    else expect(inspected.reason).toMatchObject({ details: { rule: 'too-many-entries' } });
    expect(inspected.status).toBe(isRefused ? 'rejected' : 'fulfilled');
  });

  test('are part of the space a bundle takes', async () => {
    const { target, zipPath } = await makePlace(['a/b/c.txt', 'a/d/e.txt']);
    const listing = await inspectBundle(zipPath, { ...defaultBundleLimits, freeSpaceMarginBytes: 2 ** 60 });
    const extraction = unpackListing(listing, target, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    await expect(extraction).rejects.toMatchObject({
      code: 'disk_full',
      details: { neededBytes: 2 ** 60 + 3 * 4_096 },
    });
  });

  test('are not made when the work was cancelled before', async () => {
    const { target, zipPath } = await makePlace(['media/a.txt']);
    const before = lstatSync(target, { bigint: true }).mtimeNs;
    const extraction = unpackFile(zipPath, target, { signal: AbortSignal.abort() });
    await expect(extraction).rejects.toMatchObject({ code: 'cancelled' });
    expect(lstatSync(target, { bigint: true }).mtimeNs).toBe(before);
  });

  test.runIf(process.platform === 'linux')('are made no further when the work is cancelled', async () => {
    const names = Array.from({ length: 4_000 }, (_, index) => `f${String(index).padStart(4, '0')}/a.txt`);
    const { target, zipPath } = await makePlace(names);
    const controller = new AbortController();
    const seen = new Set<string | null>();
    const watcher = watch(target, (_event, name) => {
      seen.add(name);
      controller.abort();
    });
    onTestFinished(() => {
      watcher.close();
    });
    const extraction = unpackFile(zipPath, target, { signal: controller.signal });
    await expect(extraction).rejects.toMatchObject({ code: 'cancelled' });
    await writeFile(join(target, 'last of all'), '');
    await until(() => seen.has('last of all'));
    expect(await readdir(target)).toEqual(['last of all']);
    expect(seen).toContain('f0000');
    expect(seen).not.toContain('f3999');
  });

  test.skipIf(process.platform === 'win32')(
    'are given up where the drive does not answer for a minute',
    async () => {
      const { folder, target, zipPath } = await makePlace(['media/a.txt']);
      const listing = await inspectBundle(zipPath, defaultBundleLimits);
      const pool = new UnpackPool(idle, 1);
      // Opening a pipe blocks until another side opens it, so this occupies all four threads for system calls.
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const opened = Array.from({ length: 4 }, () => open(pipe, 'r'));
      const timer = new TurnedClock();
      const extraction = unpackListing(listing, target, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
        timer,
        pool,
      });
      const refusal = expect(extraction).rejects.toMatchObject({
        code: 'delivery_folder_not_writable',
        details: { reason: 'stalled', seconds: 60 },
      });
      await settle();
      const guards = timer.waiting;
      await timer.advance(60_000);
      await timer.advance(5_000);
      // Stays open until every reader has opened the pipe, because a late one would otherwise wait forever.
      const writer = openSync(pipe, 'r+');
      for (const handle of await Promise.all(opened)) await handle.close();
      closeSync(writer);
      pool.terminate();
      expect(guards).toBe(1);
      await refusal;
      expect(await readdir(target)).toEqual([]);
    },
  );
});

test('a bundle is inspected no further when the work is cancelled', async () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `media/${String(index)}.exe`);
  const { target, zipPath } = await makePlace(['media/first.txt', ...names]);
  const unpacking = unpackBundle(zipPath, target, {
    limits: defaultBundleLimits,
    signal: AbortSignal.abort(),
    onProgress: () => undefined,
  });
  await expect(unpacking).rejects.toMatchObject({ code: 'cancelled' });
});
