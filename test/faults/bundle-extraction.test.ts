import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultBundleLimits } from '../../src-main/transfers/bundle/bundle-limits.ts';
import type { UnpackedFile } from '../../src-main/transfers/bundle/bundle-listing.ts';
import { inspectBundle } from '../../src-main/transfers/bundle/inspect-bundle.ts';
import { unpackListing } from '../../src-main/transfers/bundle/unpack/unpack-listing.ts';
import { AppError } from '../../src-shared/app-error.ts';
import { descriptor, rawCrowdedZip, rawLargeZip, rawZip } from '../fakes/bundles/raw-zip.ts';
import { recordFault } from './support/fault-table.ts';

const part = 'B1 bundles';
const run = promisify(execFile);
const child = fileURLToPath(new URL('../fakes/programs/unpack-child.ts', import.meta.url));
const gibibyte = 1024 ** 3;
/** `head -c 5G /dev/zero | sha256sum` */
const fiveGibibytesOfZeros = '7f06c62352aebd8125b2a1841e2b9e1ffcbed602f381c3dcb3200200e383d1d5';

let folder = '';
let zipPath = '';
let target = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-faults-'));
  zipPath = join(folder, 'bundle.zip');
  target = join(folder, 'private');
  await mkdir(target, { mode: 0o700 });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function unpack(): Promise<UnpackedFile[]> {
  const listing = await inspectBundle(zipPath, defaultBundleLimits);
  return unpackListing(listing, target, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

function hashesOf(files: readonly UnpackedFile[]): Promise<string[]> {
  return Promise.all(files.map(({ sha256 }) => sha256));
}

const streamed = { crc: crc32('streamed'), packedSize: 8, size: 8 };

/** Returns an archive with stored, deflated, streamed and empty entries, and a folder. */
function mixedArchive(): Buffer {
  return rawZip(
    [
      { name: 'Cut.fcpxml', content: '<fcpxml version="1.13"/>' },
      { name: 'media/' },
      { name: 'media/a.mov', content: 'picture '.repeat(20), deflate: true },
      {
        name: 'media/b.wav',
        content: 'streamed',
        both: { flags: 0x0008 },
        local: { crc: 0, size: 0, packedSize: 0 },
        behind: descriptor(streamed),
      },
      { name: 'notes.txt' },
    ],
    { end: { comment: Buffer.from('by hand') } },
  );
}

test('an archive cut at any byte is a clean refusal, quickly, and leaves nothing', async () => {
  const whole = mixedArchive();
  recordFault({ part, fault: 'cut at any byte', injected: whole.length });
  const startedUsage = process.cpuUsage();
  for (let length = 0; length < whole.length; length += 1) {
    await writeFile(zipPath, whole.subarray(0, length));
    await expect(unpack(), `cut to ${String(length)} bytes`).rejects.toMatchObject({
      code: 'bundle_corrupt',
    });
  }
  const { user, system } = process.cpuUsage(startedUsage);
  // Measures processor time, which does not depend on the load of the machine.
  expect((user + system) / 1_000 / whole.length).toBeLessThan(100);
  expect(await readdir(target)).toEqual([]);
  await writeFile(zipPath, whole);
  expect(await unpack()).toHaveLength(4);
});

test('an archive with any few bytes changed is refused cleanly or unpacks the original contents', async () => {
  recordFault({ part, fault: 'any few bytes changed', injected: 400 });
  const whole = mixedArchive();
  await writeFile(zipPath, whole);
  const contents = new Set(await hashesOf(await unpack()));
  const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = Buffer.from(whole);
      for (const [at, value] of changes) bytes[at] = value;
      await writeFile(zipPath, bytes);
      await rm(target, { recursive: true });
      await mkdir(target);
      try {
        for (const sha256 of await hashesOf(await unpack())) expect(contents).toContain(sha256);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect(await readdir(target)).toEqual([]);
        refused += 1;
      }
      expect((await readdir(folder)).sort()).toEqual(['bundle.zip', 'private']);
    }),
    { numRuns: 400 },
  );
  expect(refused).toBeGreaterThan(200);
});

test('a stored clip of 5 GiB unpacks whole', async () => {
  const sizeBytes = 5 * gibibyte;
  const zeros = Buffer.alloc(64 * 1024 ** 2);
  let crc = 0;
  for (let done = 0; done < sizeBytes; done += zeros.length) crc = crc32(zeros, crc);
  const { head, tail } = rawLargeZip('media/long.mov', sizeBytes, crc);
  const zip = await open(zipPath, 'w');
  await zip.write(head, 0, head.length, 0);
  await zip.write(tail, 0, tail.length, head.length + sizeBytes);
  await zip.close();
  const files = await unpack();
  expect(files).toMatchObject([{ relativePath: 'media/long.mov', sizeBytes }]);
  expect(await hashesOf(files)).toEqual([fiveGibibytesOfZeros]);
  expect((await stat(join(target, 'media/long.mov'))).size).toBe(sizeBytes);
});

test('an archive of a million entries is refused in little time and memory', async () => {
  recordFault({ part, fault: 'a million entries' });
  await writeFile(zipPath, rawCrowdedZip(1_000_000));
  const { stdout } = await run(process.execPath, [child, zipPath, target]);
  const report = JSON.parse(stdout) as { outcome: unknown; peakMebibytes: number };
  expect(report.outcome).toMatchObject({ error: { details: { rule: 'too-many-entries' } } });
  expect(report.peakMebibytes).toBeLessThan(150);
  expect(await readdir(target)).toEqual([]);
});

test('an archive of as many entries as are allowed unpacks in bounded memory', async () => {
  /** One less, because their folder also counts. */
  const files = defaultBundleLimits.maxEntries - 1;
  await writeFile(zipPath, rawCrowdedZip(files));
  const { stdout } = await run(process.execPath, [child, zipPath, target]);
  const report = JSON.parse(stdout.replace('progress\n', '')) as { outcome: unknown; peakMebibytes: number };
  expect(report.outcome).toEqual({ files });
  expect(await readdir(join(target, 'media'))).toHaveLength(files);
  expect(report.peakMebibytes).toBeLessThan(256);
});

test('a process killed while unpacking leaves something only in the private folder', async () => {
  recordFault({ part, fault: 'killed while it is unpacked' });
  const clip = Buffer.alloc(24 * 1024 ** 2, 3);
  const archive = rawZip(
    [1, 2, 3, 4, 5].map((number) => ({ name: `media/${String(number)}.mov`, content: clip })),
  );
  await writeFile(zipPath, archive);
  await writeFile(join(folder, 'canary.txt'), 'mine');
  const process_ = spawn(process.execPath, [child, zipPath, target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(process_.stdout, 'data');
  process_.kill('SIGKILL');
  const [, signal] = (await once(process_, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  expect(await readdir(target)).toEqual(['media']);
  expect((await readdir(folder)).sort()).toEqual(['bundle.zip', 'canary.txt', 'private']);
  expect(await readFile(join(folder, 'canary.txt'), 'utf8')).toBe('mine');
  expect(archive.equals(await readFile(zipPath))).toBe(true);
  await rm(target, { recursive: true });
  await mkdir(target);
  expect(await unpack()).toHaveLength(5);
});

test('a zip file replaced after its inspection changes nothing in what is unpacked', async () => {
  recordFault({ part, fault: 'replaced after its inspection' });
  await writeFile(zipPath, rawZip([{ name: 'a.txt', content: 'inspected' }]));
  const other = join(folder, 'other.zip');
  await writeFile(other, rawZip([{ name: 'a.txt', content: 'exchanged' }]));
  const listing = await inspectBundle(zipPath, defaultBundleLimits);
  await rename(other, zipPath);
  await unpackListing(listing, target, { signal: new AbortController().signal, onProgress: () => undefined });
  expect(await readFile(join(target, 'a.txt'), 'utf8')).toBe('inspected');
});

test('a zip file changed in place after its inspection is caught by its checksums', async () => {
  recordFault({ part, fault: 'changed in place after its inspection' });
  await writeFile(zipPath, rawZip([{ name: 'a.txt', content: 'inspected' }]));
  await writeFile(join(folder, 'other.zip'), rawZip([{ name: 'a.txt', content: 'exchanged' }]));
  const listing = await inspectBundle(zipPath, defaultBundleLimits);
  await copyFile(join(folder, 'other.zip'), zipPath);
  const extraction = unpackListing(listing, target, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await expect(extraction).rejects.toMatchObject({ details: { entry: 'a.txt', rule: 'checksum-mismatch' } });
  expect(await readdir(target)).toEqual([]);
});

test('a zip file that shrinks after its inspection is a clean refusal', async () => {
  recordFault({ part, fault: 'cut after its inspection' });
  await writeFile(zipPath, rawZip([{ name: 'a.txt', content: 'x'.repeat(5_000) }]));
  const listing = await inspectBundle(zipPath, defaultBundleLimits);
  await truncate(zipPath, 2_000);
  const extraction = unpackListing(listing, target, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await expect(extraction).rejects.toMatchObject({ details: { entry: 'a.txt', rule: 'truncated' } });
  expect(await readdir(target)).toEqual([]);
});

/** Runs the child on a temporary volume of its own; works only where Linux lets a process mount one. */
async function unpackOnVolume(mountOptions: string): Promise<string> {
  const script = `mount -t tmpfs -o ${mountOptions} tmpfs "$2" && mkdir "$2/t" && "$0" "$1" "$3" "$2/t" && ls -A "$2/t"`;
  const { stdout } = await run('unshare', [
    '-rm',
    'sh',
    '-c',
    script,
    process.execPath,
    child,
    target,
    zipPath,
  ]);
  return stdout;
}

const hasOwnMounts = await run('unshare', ['-rm', 'true']).then(
  () => true,
  () => false,
);

test.runIf(hasOwnMounts)(
  'a disk too small for the bundle is said so before anything is written',
  async () => {
    recordFault({ part, fault: 'disk too small' });
    await writeFile(zipPath, rawZip([{ name: 'media/a.mov', content: Buffer.alloc(2 * 1024 ** 2) }]));
    const [report = '', ...left] = (await unpackOnVolume('size=1m')).trim().split('\n');
    expect(JSON.parse(report)).toMatchObject({
      outcome: { error: { code: 'disk_full', details: { neededBytes: 2 * 1024 ** 2 + 4_096 } } },
    });
    expect(left).toEqual([]);
  },
);

test.runIf(hasOwnMounts)('a disk that runs full meanwhile is said so and everything is removed', async () => {
  recordFault({ part, fault: 'disk full while it is unpacked' });
  await writeFile(zipPath, rawCrowdedZip(100));
  const lines = (await unpackOnVolume('size=64m,nr_inodes=40')).replace('progress\n', '').trim().split('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    outcome: { error: { code: 'disk_full', details: { reason: 'ENOSPC' } } },
  });
  expect(lines.slice(1)).toEqual([]);
});

const hasTracer = await run('strace', ['-o', '/dev/null', 'true']).then(
  () => true,
  () => false,
);

/** Runs the child under the system call tracer. */
async function unpackTraced(...options: readonly string[]): Promise<{ report: string; trace: string[] }> {
  const log = join(folder, 'trace.log');
  const { stdout } = await run('strace', [
    '-f',
    '-y',
    '-o',
    log,
    ...options,
    process.execPath,
    child,
    zipPath,
    target,
  ]);
  const trace = (await readFile(log, 'utf8')).split('\n');
  return { report: stdout.replace('progress\n', ''), trace };
}

test.runIf(hasTracer)(
  'once synced, every file is on the disk before its folder is, and all before success is reported',
  async () => {
    const small = ['b.wav', 'c.wav', 'd.txt'].map((name) => ({
      name: `media/${name}`,
      content: 'x'.repeat(5_000),
    }));
    const large = { name: 'media/a.mov', content: Buffer.alloc(3 * 1024 ** 2, 1), deflate: true };
    await writeFile(zipPath, rawZip([{ name: 'Cut.fcpxml', content: '<fcpxml/>' }, large, ...small]));
    const { trace } = await unpackTraced('-e', 'trace=openat,write,pwrite64,fsync,fdatasync');
    const find = (call: string, path: string): number[] =>
      trace.flatMap((line, index) =>
        line.includes(`${call}(`) && line.includes(`<${path}>`) ? [index] : [],
      );
    const synced = (path: string): number => find('fsync', path).at(-1) ?? -1;
    const media = join(target, 'media');
    const reported = trace.findIndex((line) => line.includes('write(') && line.includes('outcome'));
    expect(reported).toBeGreaterThan(0);
    for (const name of ['Cut.fcpxml', 'media/a.mov', 'media/b.wav', 'media/c.wav', 'media/d.txt']) {
      const lastWrite = find('pwrite64', join(target, name)).at(-1);
      expect(lastWrite).toBeDefined();
      expect(synced(join(target, name))).toBeGreaterThan(lastWrite ?? 0);
      expect(synced(join(target, name))).toBeLessThan(synced(name.includes('/') ? media : target));
    }
    expect(synced(media)).toBeLessThan(synced(target));
    expect(synced(target)).toBeLessThan(reported);
  },
);

test.runIf(hasTracer)(
  'a drive that fails to sync some files is not taken for one that holds them',
  async () => {
    recordFault({ part, fault: 'EIO when its files are put on the disk' });
    await writeFile(zipPath, rawCrowdedZip(20));
    const { report } = await unpackTraced('-e', 'inject=fsync:error=EIO:when=3+');
    expect(JSON.parse(report)).toMatchObject({ outcome: { error: { code: 'internal' } } });
  },
);
