import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openPromise } from 'yauzl';
import { type BundleEntry, writeStoredZip } from '../../../../src-service/bundles/write-stored-zip.ts';
import { centralHeader, endOfDirectory, localHeader } from '../../../../src-service/bundles/zip-records.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

// Durable writes are slow on a busy disk.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let zipPath: string;
const quiet = { modifiedAt: new Date('2026-11-20T10:20:30Z'), onProgress: () => undefined };
const { signal } = new AbortController();

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  zipPath = path.join(folder, 'bundle.zip');
});

async function mediaEntry(name: string, sizeBytes: number): Promise<BundleEntry & { path: string }> {
  const filePath = path.join(folder, path.basename(name));
  await writeFile(filePath, randomBytes(sizeBytes));
  return { name, path: filePath, sizeBytes };
}

test('another program finds every entry whole, stored and under its name', async () => {
  const media = await mediaEntry('media/01_harbour.png', 2_500_000);
  const empty = await mediaEntry('media/02_empty.wav', 0);
  await writeStoredZip(zipPath, [{ name: 'Harbour.srt', text: '1\nHäfen\n' }, media, empty], {
    ...quiet,
    signal,
  });
  expect(execFileSync('7z', ['t', zipPath], { encoding: 'utf8' })).toContain('Everything is Ok');
  const listing = execFileSync('7z', ['l', '-slt', zipPath], { encoding: 'utf8' });
  expect(listing.match(/^Method = .*$/gm)).toEqual(['Method = Store', 'Method = Store', 'Method = Store']);
  execFileSync('bsdtar', ['-xf', zipPath, '-C', folder]);
  expect(await readFile(path.join(folder, 'Harbour.srt'), 'utf8')).toBe('1\nHäfen\n');
  expect(await readFile(path.join(folder, media.name))).toEqual(await readFile(media.path));
});

test('the headers before the bytes say the same as the directory', async () => {
  const media = await mediaEntry('media/01_harbour.png', 1_234);
  await writeStoredZip(zipPath, [media, { name: 'a.srt', text: 'x' }], { ...quiet, signal });
  const zip = await openPromise(zipPath, { strictFileNames: true, autoClose: false });
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    const local = await zip.readLocalFileHeaderPromise(entry);
    expect(local.crc32).toBe(entry.crc32);
    expect(local.generalPurposeBitFlag & 8).toBe(0);
    expect([local.compressedSize, local.uncompressedSize]).toEqual([
      entry.uncompressedSize,
      entry.uncompressedSize,
    ]);
    expect(local.fileName.toString()).toBe(entry.fileName);
    expect((entry.externalFileAttributes >>> 16) & 0o170_777).toBe(0o100_644);
    count += 1;
  }
  zip.close();
  expect(count).toBe(2);
});

test('sizes and offsets beyond 32 bits are in the records of the 64-bit form', async () => {
  const large = 5 * 1024 ** 3;
  const facts = { crc32: 1, modifiedAt: quiet.modifiedAt };
  const entries = [
    { ...facts, name: 'large.mp4', sizeBytes: large, offset: 0 },
    { ...facts, name: 'far.srt', sizeBytes: 0, offset: large + 59 },
  ] as const;
  expect(localHeader(entries[0]).byteLength).toBe(59);
  const directory = Buffer.concat(entries.map(centralHeader));
  const start = large + 59 + localHeader(entries[1]).byteLength;
  const handle = await open(zipPath, 'w');
  await handle.write(localHeader(entries[0]), 0, null, 0);
  await handle.write(localHeader(entries[1]), 0, null, large + 59);
  const end = Buffer.concat([directory, endOfDirectory(2, directory.byteLength, start)]);
  await handle.write(end, 0, null, start);
  await handle.close();
  const zip = await openPromise(zipPath, { autoClose: false });
  const seen: [string, number, number][] = [];
  for await (const entry of zip.eachEntry()) {
    seen.push([entry.fileName, entry.uncompressedSize, entry.relativeOffsetOfLocalHeader]);
  }
  zip.close();
  expect(seen).toEqual([
    ['large.mp4', large, 0],
    ['far.srt', 0, large + 59],
  ]);
  const listing = execFileSync('7z', ['l', zipPath], { encoding: 'utf8' });
  expect(listing).toContain(String(large));
});

test('an abort ends the writing', async () => {
  const media = await mediaEntry('media/01.png', 10);
  const aborted = AbortSignal.abort(new Error('cancelled'));
  await expect(writeStoredZip(zipPath, [media], { ...quiet, signal: aborted })).rejects.toThrow('cancelled');
});

test('a media file that got shorter fails the bundle', async () => {
  const media = await mediaEntry('media/01.png', 10);
  const longer = { ...media, sizeBytes: 11 };
  await expect(writeStoredZip(zipPath, [longer], { ...quiet, signal })).rejects.toThrow('became shorter');
});

test('progress follows the media bytes and ends at one', async () => {
  const reported: number[] = [];
  const entries = [await mediaEntry('media/1.png', 3_000_000), await mediaEntry('media/2.png', 1_000_000)];
  await writeStoredZip(zipPath, entries, { ...quiet, signal, onProgress: (value) => reported.push(value) });
  expect(reported).toEqual(reported.toSorted((left, right) => left - right));
  expect(reported.at(-1)).toBe(1);
});
