import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultBundleLimits } from '../../../../../src-main/transfers/bundle/bundle-limits.ts';
import { inspectBundle } from '../../../../../src-main/transfers/bundle/inspect-bundle.ts';
import {
  descriptor,
  rawZip,
  type RawEntry,
  unicodePathExtra,
  zip64Extra,
} from '../../../../fakes/bundles/raw-zip.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

async function writeZip(bytes: Buffer): Promise<string> {
  const zipPath = join(await makeTemporaryFolder(), 'bundle.zip');
  await writeFile(zipPath, bytes);
  return zipPath;
}

async function inspect(entries: readonly RawEntry[], limits = defaultBundleLimits) {
  const listing = await inspectBundle(await writeZip(rawZip(entries)), limits);
  await listing.close();
  return listing;
}

test('a listing tells files in archive order, folders parents first, and the whole size', async () => {
  const { entries, folders, totalBytes } = await inspect([
    { name: 'media/b/c.mov', content: 'twelve bytes', deflate: true },
    { name: 'Cut.fcpxml', content: 'five!' },
    { name: 'stills/' },
  ]);
  expect(entries.map(({ relativePath, method, sizeBytes }) => [relativePath, method, sizeBytes])).toEqual([
    ['media/b/c.mov', 'deflated', 12],
    ['Cut.fcpxml', 'stored', 5],
  ]);
  expect(folders).toEqual(['media', 'media/b', 'stills']);
  expect(totalBytes).toBe(17);
});

test('the order of the directory does not matter, that of the data does', async () => {
  const a: RawEntry = { name: 'a.txt', content: 'aa' };
  const header = 30 + 5;
  const listing = await inspect([
    { name: 'b.txt', content: 'b', isOnlyListed: true, central: { offset: header + 2 } },
    a,
    { name: 'b.txt', content: 'b', isUnlisted: true },
  ]);
  expect(listing.entries.map(({ relativePath }) => relativePath)).toEqual(['a.txt', 'b.txt']);
});

test.each([
  ['a comment', [{ name: 'a.txt', central: { comment: Buffer.from('said') } }]],
  [
    'a second name that is the same',
    [{ name: 'a.txt', both: { extra: unicodePathExtra('a.txt', 'a.txt') } }],
  ],
  ['an unknown extra field', [{ name: 'a.txt', both: { extra: Buffer.from([0x55, 0x54, 1, 0, 7]) } }]],
  ['a name in UTF-8', [{ name: 'média/東京.mov', content: 'x' }]],
  ['attributes of DOS', [{ name: 'a.txt', central: { attributes: 0x20, versionMadeBy: 20 } }]],
  ['a mode without a kind', [{ name: 'a.txt', central: { attributes: (0o600 << 16) >>> 0 } }]],
  ['a deflated folder', [{ name: 'media/', deflate: true }]],
  [
    '64-bit sizes',
    [
      {
        name: 'a.txt',
        content: 'aa',
        both: { size: 0xffffffff, packedSize: 0xffffffff, extra: zip64Extra(2, 2) },
      },
    ],
  ],
  ['64-bit sizes said twice', [{ name: 'a.txt', content: 'aa', both: { extra: zip64Extra(2, 2) } }]],
  [
    'a streaming writer',
    [
      {
        name: 'a.txt',
        content: 'aa',
        both: { flags: 0x0008 },
        local: { crc: 0, size: 0, packedSize: 0 },
        behind: descriptor({ crc: 0x78a19d7, packedSize: 2, size: 2 }),
      },
    ],
  ],
] as const satisfies readonly (readonly [string, readonly RawEntry[]])[])(
  'an honest archive with %s is accepted',
  async (_, entries) => {
    await expect(inspect(entries)).resolves.toBeDefined();
  },
);

test.each([
  [{ maxEntries: 1 }, 'too-many-entries'],
  [{ maxDirectoryBytes: 80 }, 'directory-too-large'],
  [{ maxTotalBytes: 9 }, 'total-too-large'],
  [{ maxInflationRatio: 0.01, ratioFreeBytes: 9 }, 'inflation-ratio'],
  [{ maxPathLength: 4 }, 'path-too-long'],
])('the limits %o are kept', async (limits, rule) => {
  const entries = [
    { name: 'a.txt', content: '12345' },
    { name: 'b.txt', content: '67890' },
  ];
  await expect(inspect(entries, { ...defaultBundleLimits, ...limits })).rejects.toMatchObject({
    code: 'bundle_unsafe',
    details: { rule },
  });
  await expect(inspect(entries)).resolves.toMatchObject({ totalBytes: 10 });
});

test('a bundle that is not there, or is a folder, is unreadable rather than unsafe', async () => {
  const folder = await makeTemporaryFolder();
  await mkdir(join(folder, 'bundle.zip'));
  for (const name of ['missing.zip', 'bundle.zip'])
    await expect(inspectBundle(join(folder, name), defaultBundleLimits)).rejects.toMatchObject({
      code: 'file_unreadable',
    });
});

test.runIf(process.platform === 'linux')(
  'neither a refusal nor a closed listing keeps a file open',
  async () => {
    const good = await writeZip(rawZip([{ name: 'a.txt' }]));
    const bad = await writeZip(rawZip([{ name: '../a.txt' }]));
    const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
    const before = await openFiles();
    for (let round = 0; round < 20; round += 1) {
      await expect(inspectBundle(bad, defaultBundleLimits)).rejects.toThrow('a.txt');
      const listing = await inspectBundle(good, defaultBundleLimits);
      await listing.close();
      await listing.close();
    }
    expect(await openFiles()).toBeLessThan(before + 10);
  },
);
