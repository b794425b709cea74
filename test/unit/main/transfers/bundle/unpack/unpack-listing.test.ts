import { createCipheriv, createHash } from 'node:crypto';
import { createWriteStream, existsSync, lstatSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import extractZip from 'extract-zip';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { defaultBundleLimits } from '../../../../../../src-main/transfers/bundle/bundle-limits.ts';
import { inspectBundle } from '../../../../../../src-main/transfers/bundle/inspect-bundle.ts';
import { unpackListing } from '../../../../../../src-main/transfers/bundle/unpack/unpack-listing.ts';
import { UnpackPool } from '../../../../../../src-main/transfers/bundle/unpack/unpack-pool.ts';
import { rawZip } from '../../../../../fakes/bundles/raw-zip.ts';
import { makeTemporaryFolder } from '../../../../../fakes/temporary-folder.ts';
import { TurnedClock, until } from '../../../../../fakes/turned-clock.ts';
import { unpackFile } from './unpack-file.ts';

async function makePlace() {
  const folder = await makeTemporaryFolder();
  const target = join(folder, 'private');
  await mkdir(target, { mode: 0o700 });
  return { folder, target, zipPath: join(folder, 'bundle.zip') };
}

/** Returns every path below a folder with the hash of its content, or with a mark for a folder. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const contents = paths.map(async (path) => {
    if (lstatSync(join(folder, path)).isDirectory()) return [path, 'folder'];
    return [
      path,
      createHash('sha256')
        .update(await readFile(join(folder, path)))
        .digest('hex'),
    ];
  });
  return Object.fromEntries((await Promise.all(contents)) as [string, string][]);
}

/** Constant, incompressible content. Its packed form takes several reads. */
const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
  Buffer.alloc(2_500_000),
);

async function writeByYazl(
  zipPath: string,
  forceZip64Format: boolean,
  fill: (zip: ZipFile) => void,
): Promise<void> {
  const zip = new ZipFile();
  fill(zip);
  zip.end({ forceZip64Format, comment: '' });
  await pipeline(zip.outputStream, createWriteStream(zipPath));
}

describe('beside extract-zip, which trusts archives', () => {
  test.each([
    ['stored', { compress: false, forceZip64Format: false }],
    ['deflated', { compress: true, forceZip64Format: false }],
    ['stored, 64-bit', { compress: false, forceZip64Format: true }],
    ['deflated, 64-bit', { compress: true, forceZip64Format: true }],
  ])('a good archive comes out the same: %s', async (_, options) => {
    const { folder, target, zipPath } = await makePlace();
    await writeByYazl(zipPath, options.forceZip64Format, (zip) => {
      zip.addBuffer(Buffer.from('<fcpxml version="1.13"/>'), 'Cut.fcpxml', options);
      zip.addBuffer(noise, 'media/large.mov', options);
      zip.addBuffer(noise.subarray(0, 70_000), 'media/deep/er/small.wav', options);
      zip.addReadStream(
        Readable.from([noise.subarray(0, 99), noise.subarray(99, 300)]),
        'média/東京.mp4',
        options,
      );
      zip.addBuffer(Buffer.alloc(0), 'media/empty.txt', options);
      zip.addEmptyDirectory('stills');
    });
    const files = await unpackFile(zipPath, target);
    const theirs = join(folder, 'theirs');
    await extractZip(zipPath, { dir: theirs });
    const ours = await contentsOf(target);
    expect(ours).toEqual(await contentsOf(theirs));
    expect(Object.keys(ours)).toHaveLength(10);
    for (const { relativePath, sha256 } of files) expect(await sha256).toBe(ours[relativePath]);
    expect(files.map(({ relativePath, sizeBytes }) => [relativePath, sizeBytes])).toEqual([
      ['Cut.fcpxml', 24],
      ['media/large.mov', noise.length],
      ['media/deep/er/small.wav', 70_000],
      ['média/東京.mp4', 300],
      ['media/empty.txt', 0],
    ]);
  });
});

test('whatever is packed under allowed names comes out byte for byte', async () => {
  const content = fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes));
  const entry = fc.record({
    // The first letter keeps names from being device names.
    name: fc.stringMatching(/^x[a-z]{0,7}\/x[a-z]{0,7}$/),
    content,
    deflate: fc.boolean(),
  });
  const entries = fc.uniqueArray(entry, { selector: ({ name }) => name, minLength: 1, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(entries, async (packed) => {
      const { target, zipPath } = await makePlace();
      const named = packed.map((each) => ({ ...each, name: `${each.name}.txt` }));
      await writeFile(zipPath, rawZip(named));
      expect(await unpackFile(zipPath, target)).toHaveLength(named.length);
      for (const { name, content: expected } of named)
        expect(expected.equals(await readFile(join(target, name)))).toBe(true);
    }),
    { numRuns: 10 },
  );
}, 30_000);

test('files are plain and readable whatever rights the archive gives them', async () => {
  const { target, zipPath } = await makePlace();
  await writeFile(
    zipPath,
    rawZip([{ name: 'media/a.mov', central: { attributes: (0o100777 << 16) >>> 0 } }]),
  );
  await unpackFile(zipPath, target);
  const plainFile = `${target}-file`;
  const plainFolder = `${target}-folder`;
  await writeFile(plainFile, '', { mode: 0o644 });
  await mkdir(plainFolder, { mode: 0o755 });
  expect(lstatSync(join(target, 'media/a.mov')).mode).toBe(lstatSync(plainFile).mode);
  expect(lstatSync(join(target, 'media')).mode).toBe(lstatSync(plainFolder).mode);
});

test('the zip file is closed, whatever comes of it', async () => {
  const { target, zipPath } = await makePlace();
  await writeFile(zipPath, rawZip([{ name: 'a.txt', content: 'x' }]));
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  for (const outcome of ['fulfilled', 'rejected']) {
    const listing = await inspectBundle(zipPath, defaultBundleLimits);
    const [result] = await Promise.allSettled([unpackListing(listing, target, options)]);
    expect(result.status).toBe(outcome);
    expect(listing.bundleFile.fd).toBe(-1);
  }
});

test('progress only grows and ends at the whole', async () => {
  const { target, zipPath } = await makePlace();
  const names = Array.from({ length: 90 }, (_, index) => `media/${String(index)}.wav`);
  await writeFile(zipPath, rawZip(names.map((name) => ({ name, content: noise.subarray(0, 300_000) }))));
  const seen: number[] = [];
  await unpackFile(zipPath, target, {
    onProgress: (doneBytes, totalBytes) => {
      expect(totalBytes).toBe(27_000_000);
      seen.push(doneBytes);
    },
  });
  expect(seen.at(-1)).toBe(27_000_000);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBe(seen.length);
});

describe('a folder that is not empty and ours', () => {
  test('is refused, and what lies in it stays', async () => {
    const { target, zipPath } = await makePlace();
    await writeFile(zipPath, rawZip([{ name: 'a.txt', content: 'theirs' }]));
    await writeFile(join(target, 'other.txt'), 'mine');
    await expect(unpackFile(zipPath, target)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readdir(target)).toEqual(['other.txt']);
    expect(await readFile(join(target, 'other.txt'), 'utf8')).toBe('mine');
  });

  test('is refused when it is a link to a folder elsewhere', async () => {
    const { folder, target, zipPath } = await makePlace();
    await writeFile(zipPath, rawZip([{ name: 'a.txt', content: 'theirs' }]));
    await symlink(target, join(folder, 'link'));
    await expect(unpackFile(zipPath, join(folder, 'link'))).rejects.toMatchObject({ code: 'conflict' });
    expect(await readdir(target)).toEqual([]);
  });

  test('is refused when it is missing', async () => {
    const { folder, zipPath } = await makePlace();
    await writeFile(zipPath, rawZip([{ name: 'a.txt', content: 'theirs' }]));
    await expect(unpackFile(zipPath, join(folder, 'missing'))).rejects.toMatchObject({
      code: 'delivery_folder_not_writable',
    });
  });

  test('keeps a file that appears in it meanwhile, which is named', async () => {
    const { target, zipPath } = await makePlace();
    await writeFile(zipPath, rawZip([{ name: 'media/a.txt' }, { name: 'b.txt', content: 'theirs' }]));
    const listing = await inspectBundle(zipPath, defaultBundleLimits);
    const meddled = {
      ...listing,
      get folders() {
        writeFileSync(join(target, 'b.txt'), 'mine');
        return listing.folders;
      },
    };
    const extraction = unpackListing(meddled, target, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    await expect(extraction).rejects.toMatchObject({ code: 'conflict', details: { entry: 'b.txt' } });
    expect(await readdir(target)).toEqual(['b.txt']);
    expect(await readFile(join(target, 'b.txt'), 'utf8')).toBe('mine');
  });

  test('is not left by a link that appears in it meanwhile', async () => {
    const { folder, target, zipPath } = await makePlace();
    await writeFile(zipPath, rawZip([{ name: 'b.txt', content: 'theirs' }]));
    const outside = join(folder, 'outside.txt');
    const listing = await inspectBundle(zipPath, defaultBundleLimits);
    const meddled = {
      ...listing,
      get folders() {
        symlinkSync(outside, join(target, 'b.txt'));
        return listing.folders;
      },
    };
    const extraction = unpackListing(meddled, target, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    await expect(extraction).rejects.toMatchObject({ code: 'conflict', details: { entry: 'b.txt' } });
    expect(existsSync(outside)).toBe(false);
  });
});

describe('a cancellation', () => {
  test('during the work ends it and removes everything', async () => {
    const { target, zipPath } = await makePlace();
    const clip = Buffer.alloc(16 * 1024 ** 2, 7);
    await writeFile(
      zipPath,
      rawZip([1, 2, 3, 4, 5, 6].map((number) => ({ name: `m/${String(number)}.mov`, content: clip }))),
    );
    const controller = new AbortController();
    const extraction = unpackFile(zipPath, target, {
      signal: controller.signal,
      onProgress: () => {
        controller.abort();
      },
    });
    await expect(extraction).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readdir(target)).toEqual([]);
  });
});

describe('a thread that no longer advances', () => {
  const stuck = new URL('data:text/javascript,for (;;);');

  test('is ended after a minute, and the folder is empty again', async () => {
    const { target, zipPath } = await makePlace();
    await writeFile(zipPath, rawZip([{ name: 'a.txt', content: 'x' }]));
    const timer = new TurnedClock();
    const extraction = unpackFile(zipPath, target, { timer, pool: new UnpackPool(stuck, 1) });
    const refusal = expect(extraction).rejects.toMatchObject({
      code: 'delivery_folder_not_writable',
      details: { reason: 'stalled', seconds: 60 },
    });
    await until(() => timer.pauses.length === 2);
    expect([timer.pauses, timer.waiting]).toEqual([[60_000, 60_000], 1]);
    await timer.advance(60_000);
    await until(() => timer.waiting > 0);
    await timer.advance(5_000);
    await refusal;
    expect(await readdir(target)).toEqual([]);
    expect(timer.waiting).toBe(0);
  });

  test('is ended on cancellation although it does not listen', async () => {
    const { target, zipPath } = await makePlace();
    await writeFile(zipPath, rawZip([{ name: 'a.txt', content: 'x' }]));
    const timer = new TurnedClock();
    const controller = new AbortController();
    const extraction = unpackFile(zipPath, target, {
      timer,
      pool: new UnpackPool(stuck, 1),
      signal: controller.signal,
    });
    const refusal = expect(extraction).rejects.toMatchObject({ code: 'cancelled' });
    await until(() => timer.pauses.length === 2);
    controller.abort();
    await until(() => timer.pauses.length > 2);
    await timer.advance(5_000);
    await refusal;
    expect(await readdir(target)).toEqual([]);
  });

  test('or ends without a word fails the extraction', async () => {
    const { target, zipPath } = await makePlace();
    await writeFile(zipPath, rawZip([{ name: 'media/a.txt', content: 'x' }]));
    const pool = new UnpackPool(new URL('data:text/javascript,process.exit()'), 1);
    await expect(unpackFile(zipPath, target, { pool })).rejects.toThrow('without a word');
    expect(await readdir(target)).toEqual([]);
  });
});
