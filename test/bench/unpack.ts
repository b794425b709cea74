import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ZipFile } from 'yazl';
import { syncTree } from '../../src-main/foundation/files/write-durably.ts';
import { defaultBundleLimits } from '../../src-main/transfers/bundle/bundle-limits.ts';
import type { UnpackedFile } from '../../src-main/transfers/bundle/bundle-listing.ts';
import { unpackBundle } from '../../src-main/transfers/bundle/unpack/unpack-bundle.ts';
import { type BenchRow, median } from './bench-row.ts';
import { buildThreads } from './build-threads.ts';

const run = promisify(execFile);
const mebibyte = 1024 ** 2;
/** One round for each unpacker, so that each takes every place in the order once. */
const rounds = 7;
const goal = 0.8;

/** Unpacks the zip file into an empty folder. */
type Unpacker = (zipPath: string, target: string) => Promise<unknown>;

interface Contest {
  readonly name: string;
  readonly sizes: readonly number[];
  /** Removes large outputs at once. Many small ones stay to the end, because freshly freed inodes slow ext4 down. */
  readonly isRemovedAtOnce: boolean;
  /** Maximum ratio of the time until everything is written and checked to that of bsdtar. */
  readonly bsdtarGoal: number;
  /** Maximum ratio of the time until everything is on the disk to that of the fastest peer. */
  readonly durableGoal?: number;
}

const contests: readonly Contest[] = [
  {
    name: '1 GiB in 60 clips',
    sizes: Array.from({ length: 60 }, () => 17_895_697),
    isRemovedAtOnce: true,
    bsdtarGoal: 0.75,
  },
  {
    name: '5,000 small entries',
    sizes: Array.from({ length: 5_000 }, (_, index) => 1_000 + ((index * 37) % 15_000)),
    isRemovedAtOnce: false,
    bsdtarGoal: 1.2,
    durableGoal: 1.5,
  },
];

async function writeZip(zipPath: string, sizes: readonly number[]): Promise<void> {
  const zip = new ZipFile();
  const noise = randomBytes(20 * mebibyte);
  zip.addBuffer(Buffer.from('<fcpxml version="1.13"/>'), 'Cut.fcpxml', { compress: false });
  for (const [index, size] of sizes.entries()) {
    const from = (index * 4_099) % (noise.length - size);
    zip.addBuffer(noise.subarray(from, from + size), `media/clip-${String(index)}.mov`, { compress: false });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(zipPath));
}

/** Unpacks as the app does, with everything written and checked. The hashes follow later. */
function unpackerOf(workerUrl: URL): (zipPath: string, target: string) => Promise<UnpackedFile[]> {
  return async (zipPath, target) =>
    unpackBundle(zipPath, target, {
      limits: defaultBundleLimits,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      workerUrl,
    });
}

/** Unpacks as the app does and waits until the SHA-256 of every file is known. */
function hashingUnpackerOf(workerUrl: URL): Unpacker {
  const unpack = unpackerOf(workerUrl);
  return async (zipPath, target) => {
    const files = await unpack(zipPath, target);
    await Promise.all(files.map(({ sha256 }) => sha256));
  };
}

/** Unpacks as the app does and waits until every file is on the disk too, as before a version moves into place. */
function fullUnpackerOf(workerUrl: URL): Unpacker {
  const unpack = unpackerOf(workerUrl);
  return async (zipPath, target) => {
    const files = await unpack(zipPath, target);
    await Promise.all([...files.map(({ sha256 }) => sha256), syncTree(target)]);
  };
}

const bsdtar: Unpacker = (zipPath, target) => run('bsdtar', ['-xf', zipPath, '-C', target]);
const sevenZip: Unpacker = (zipPath, target) =>
  run('7z', ['x', '-y', '-bso0', '-bsp0', '-mmt2', `-o${target}`, zipPath]);

/** Adds a sync to the peer's work, because the peer leaves writing to the system. */
function synced(unpack: Unpacker): Unpacker {
  return async (zipPath, target) => {
    await unpack(zipPath, target);
    await run('sync', ['-f', target]);
  };
}

type Times = Readonly<Record<string, number>>;

/** Rotates the order, because the next unpacker profits from pages and blocks that the previous one just freed. */
function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const from = by % items.length;
  return [...items.slice(from), ...items.slice(0, from)];
}

async function measure(
  folder: string,
  contest: Contest,
  unpackers: Readonly<Record<string, Unpacker>>,
): Promise<Times> {
  const zipPath = join(folder, 'bundle.zip');
  await writeZip(zipPath, contest.sizes);
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, unpack] of rotate(Object.entries(unpackers), round)) {
      const target = join(folder, `${contest.name}-${name}-${String(round)}`);
      await mkdir(target);
      // An unpacker must not wait for unwritten data of the previous one.
      await run('sync', ['-f', folder]);
      const started = performance.now();
      await unpack(zipPath, target);
      // The first round warms the caches and does not count.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
      if (contest.isRemovedAtOnce) await rm(target, { recursive: true });
    }
  }
  await rm(zipPath);
  return Object.fromEntries([...times].map(([name, values]) => [name, median(values)]));
}

function toRows(contest: Contest, times: Times): BenchRow[] {
  const time = (name: string): number => times[name] ?? Number.NaN;
  const plain = Math.min(time('bsdtar'), time('7z'));
  const durable = Math.min(time('bsdtar-synced'), time('7z-synced'));
  const row = (what: string, value: number, peer: string): BenchRow => ({
    name: `unpack ${contest.name}: ${what}`,
    value,
    unit: '×',
    peer,
  });
  return [
    { ...row('checksums', time('app') / plain, 'the faster of bsdtar and 7z'), goal },
    { ...row('checksums', time('app') / time('bsdtar'), 'bsdtar'), goal: contest.bsdtarGoal },
    row('checksums, SHA-256', time('app-hashed') / plain, 'the faster of bsdtar and 7z'),
    {
      ...row('checksums, SHA-256, synced', time('app-full') / durable, 'the same, then sync'),
      ...(contest.durableGoal !== undefined && { goal: contest.durableGoal }),
    },
    row('milliseconds of the app', time('app'), 'the clock'),
  ];
}

/**
 * Unpacks the same two archives with the app's code, bsdtar and 7z in turn and compares the medians. The app's code is
 * measured up to the point where its caller continues, and with the work that follows: a SHA-256 of every file, and
 * every file synced to the disk.
 */
export async function benchUnpack(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-unpack-'));
  try {
    const { unpack } = await buildThreads(join(folder, 'threads'), {
      unpack: '../../src-main/transfers/bundle/unpack/unpack-worker.ts',
    });
    const unpackers = {
      bsdtar,
      '7z': sevenZip,
      app: unpackerOf(unpack),
      'app-hashed': hashingUnpackerOf(unpack),
      'app-full': fullUnpackerOf(unpack),
      'bsdtar-synced': synced(bsdtar),
      '7z-synced': synced(sevenZip),
    };
    const rows: BenchRow[] = [];
    for (const contest of contests) rows.push(...toRows(contest, await measure(folder, contest, unpackers)));
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}
