import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { manifestPath } from '../../src-main/deliveries/version/manifest.ts';
import { createSystemClock } from '../../src-main/hosts/node/system-clock.ts';
import type { Log } from '../../src-main/platform.ts';
import { ReturnScanner } from '../../src-main/returns/watch/return-scanner.ts';
import { gatherMs, ReturnWatcher } from '../../src-main/returns/watch/return-watcher.ts';
import { settleMs } from '../../src-main/returns/watch/settling-files.ts';
import { ReturnRepository } from '../../src-main/state/return-repository.ts';
import { StateStore } from '../../src-main/state/state-store.ts';
import { diffCuts } from '../../src-timeline/diff/diff-cuts.ts';
import { readKdenlive, writeKdenlive } from '../../src-timeline/formats/kdenlive/kdenlive.ts';
import { mergeCuts } from '../../src-timeline/merge/merge-cuts.ts';
import type { Clip, Timeline } from '../../src-timeline/model/timeline.ts';
import { aReturn } from '../fakes/a-return.ts';
import { directReader } from '../fakes/features/direct-reader.ts';
import { saveHostileReturns } from '../fakes/features/hostile-returns.ts';
import { noFolders } from '../fakes/no-folders.ts';
import { type BenchRow, median } from './bench-row.ts';
import { benchCut, editedCut, placeVersion, regeneratedCut } from './bench-version.ts';

const rounds = 7;
const clock = createSystemClock();
const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Returns the median milliseconds of each work, run in turn. The first round warms up and does not count. */
async function timesOf<Name extends string>(
  works: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, work] of Object.entries<() => unknown>(works)) {
      const started = performance.now();
      await work();
      if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)])) as Record<Name, number>;
}

const row = (name: string, value: number, peer: string, goal?: number): BenchRow => ({
  name: `returns ${name}`,
  value,
  unit: '×',
  peer,
  ...(goal !== undefined && { goal }),
});
const milliseconds = (name: string, value: number): BenchRow => ({
  ...row(name, value, 'the clock'),
  unit: 'ms',
});

/** Textbook edit distance between two lists, which prices every pair. */
function naiveDiff(before: Timeline, after: Timeline): number {
  const clipsOf = ({ tracks }: Timeline): readonly Clip[] =>
    tracks.flatMap(({ items }) => items.filter((item) => item.kind === 'clip'));
  const old = clipsOf(before);
  const now = clipsOf(after);
  const priceOf = (a: Clip, b: Clip): number =>
    (a.mediaId === b.mediaId ? 0 : 1000) +
    Math.abs(a.sourceStartFrame - b.sourceStartFrame) +
    Math.abs(a.durationFrames - b.durationFrames);
  let above = Float64Array.from({ length: now.length + 1 }, (_, index) => index * 500);
  for (const [index, clip] of old.entries()) {
    const line = new Float64Array(now.length + 1);
    line[0] = (index + 1) * 500;
    for (const [place, other] of now.entries()) {
      const removed = (above[place + 1] ?? 0) + 500;
      const added = (line[place] ?? 0) + 500;
      line[place + 1] = Math.min(removed, added, (above[place] ?? 0) + priceOf(clip, other));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}

async function benchDiff(): Promise<BenchRow[]> {
  const cut = benchCut(2_500);
  const edited = editedCut(cut);
  const regenerated = regeneratedCut(cut);
  const texts = [cut, edited].map((one) => writeKdenlive(one, { fileName: 'cut.kdenlive' }).text);
  const times = await timesOf({
    diff: () => diffCuts(cut, edited),
    merge: () => mergeCuts({ base: cut, ours: edited, theirs: regenerated }),
    naive: () => naiveDiff(cut, edited),
    parse: () => texts.map((text) => readKdenlive(text)),
  });
  return [
    row('diff of 5,000 clips', times.diff / times.naive, 'a naive quadratic diff', 0.05),
    row('diff of 5,000 clips', times.diff / times.parse, 'parsing the two documents', 1),
    row('merge of 5,000 clips', times.merge / times.diff, 'the diff', 3),
    milliseconds('diff of 5,000 clips', times.diff),
  ];
}

interface Room {
  readonly folder: string;
  readonly repository: ReturnRepository;
}

function scannerOf({ repository }: Room, onDescribed: () => void = () => undefined): ReturnScanner {
  return new ReturnScanner({
    repository,
    clock,
    log,
    reader: directReader(),
    announce: () => undefined,
    publish: ({ returns }) => {
      if (returns.some(({ state }) => state === 'described')) onDescribed();
    },
  });
}

/** Lists a folder and returns the names of the files whose size or time differs from the known one. */
async function plainScan(folder: string, known: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const names = await readdir(folder);
  const changed: string[] = [];
  for (let from = 0; from < names.length; from += 64)
    await Promise.all(
      names.slice(from, from + 64).map(async (name) => {
        const path = join(folder, name);
        const { size, mtimeMs } = await stat(path);
        if (known.get(path) !== `${String(size)} ${String(mtimeMs)}`) changed.push(name);
      }),
    );
  return changed;
}

const noMoves = { watched: noFolders, findMoved: () => Promise.resolve(false) };

const manyFiles = 10_000;

/** Measures a scan of ten thousand known returns. */
async function benchScan(room: Room): Promise<BenchRow[]> {
  const version = await placeVersion(join(room.folder, 'scan', 'scan_v001'), 'scan', benchCut(3));
  const folder = join(version.folder, 'Returns');
  await mkdir(folder, { recursive: true });
  const scanner = scannerOf(room);
  const { signal } = new AbortController();
  const names = Array.from({ length: manyFiles }, (_, index) => `cut ${String(index)}.mp4`);
  await Promise.all(names.map((name) => writeFile(join(folder, name), 'nothing')));
  await scanner.scan(version, signal);
  const known = new Map<string, string>();
  for (const record of room.repository.listOfDelivery(version.deliveryId)) {
    const { mtimeMs, size } = await stat(record.path);
    known.set(record.path, `${String(size)} ${String(mtimeMs)}`);
    room.repository.put({ ...aReturn(record), state: 'described', modifiedAtMs: mtimeMs, sizeBytes: size });
  }
  const times = await timesOf({
    scan: () => scanner.scan(version, signal),
    plain: () => plainScan(folder, known),
  });
  return [
    row('scan of 10,000 files', times.scan / times.plain, 'readdir, stat and a comparison', 1.5),
    milliseconds('scan of 10,000 files', times.scan),
  ];
}

/** Measures the time from an editor's save to the described edits, with the real watcher. */
async function benchSave(room: Room): Promise<BenchRow[]> {
  const cut = benchCut(500);
  const version = await placeVersion(join(room.folder, 'save', 'save_v001'), 'save', cut);
  const path = join(version.folder, 'Returns', 'cut.kdenlive');
  await mkdir(join(version.folder, 'Returns'), { recursive: true });
  let described = Promise.withResolvers<undefined>();
  const scanner = scannerOf(room, () => {
    described.resolve(undefined);
  });
  const watcher = new ReturnWatcher({ ...noMoves, scanner, versions: () => [version], clock, log });
  watcher.start();
  await watcher.idle();
  let edits = 0;
  const texts = [1, 2].map((times) => {
    const edited = times === 1 ? editedCut(cut) : editedCut(editedCut(cut));
    return writeKdenlive(edited, { fileName: 'cut.kdenlive' }).text;
  });
  const save = async (): Promise<void> => {
    described = Promise.withResolvers();
    edits += 1;
    await writeFile(`${path}.part`, texts[edits % 2] ?? '');
    await rename(`${path}.part`, path);
    await described.promise;
  };
  try {
    const times = await timesOf({ save, read: async () => readKdenlive(await readFile(path, 'utf8')) });
    const beyond = times.save - settleMs - gatherMs;
    return [
      row('save to described edits beyond settling', beyond / times.read, 'reading the document', 4),
      milliseconds('save to described edits, 1,000 clips', times.save),
    ];
  } finally {
    await watcher.dispose();
  }
}

const manyVersions = 1_000;
const restMs = 35_000;

/** Measures the check that repeats every half minute. */
async function benchRest(room: Room): Promise<BenchRow[]> {
  const first = await placeVersion(join(room.folder, 'rest', 'rest_v000'), 'rest-0', benchCut(40));
  const manifest = await readFile(manifestPath(first.folder), 'utf8');
  const versions = [first];
  for (let index = 1; index < manyVersions; index += 1) {
    const deliveryId = `rest-${String(index)}`;
    const folder = join(room.folder, 'rest', `rest_v${String(index)}`);
    await mkdir(dirname(manifestPath(folder)), { recursive: true });
    await writeFile(manifestPath(folder), manifest.replace('rest-0', deliveryId));
    versions.push({ ...first, deliveryId, folder });
  }
  const watcher = new ReturnWatcher({
    ...noMoves,
    scanner: scannerOf(room),
    versions: () => versions,
    clock,
    log,
  });
  watcher.start();
  await watcher.idle();
  try {
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const { user, system } = process.cpuUsage(before);
    const share = ((user + system) / 1000 / restMs) * 100;
    return [{ ...row('watching 1,000 versions at rest', share, 'one core'), unit: '%' }];
  } finally {
    await watcher.dispose();
  }
}

const run = promisify(execFile);

/** Measures a window's calls while files made to exhaust their reader are read, in a process of its own. */
async function benchCalls({ folder }: Room): Promise<BenchRow[]> {
  const version = await placeVersion(join(folder, 'calls', 'calls_v001'), 'calls', benchCut(200));
  const files = join(folder, 'files');
  await saveHostileReturns(files);
  const program = join(import.meta.dirname, 'calls-while-reading.ts');
  const { stdout } = await run(process.execPath, [
    program,
    JSON.stringify(version),
    files,
    join(folder, 'state'),
  ]);
  const { without, beside, peakBytes } = JSON.parse(stdout) as Record<string, number>;
  return [
    row(
      'calls at p99 while hostile files are read',
      (beside ?? NaN) / (without ?? NaN),
      'calls without the files',
      3,
    ),
    milliseconds('calls at p99 while hostile files are read', beside ?? NaN),
    {
      ...row('main process while hostile files are read', (peakBytes ?? NaN) / 1e6, 'nothing', 500),
      unit: 'MB',
    },
  ];
}

/** Runs a benchmark with a new folder and new records. */
async function inRoom(bench: (room: Room) => Promise<BenchRow[]>): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-returns-'));
  const state = new StateStore({ userData: folder, clock, log, onRecovered: () => undefined });
  await state.start();
  try {
    return await bench({ folder, repository: new ReturnRepository({ state, log }) });
  } finally {
    await state.dispose();
    await rm(folder, { recursive: true });
  }
}

/** Measures how fast returns are noticed, read and described, beside the simplest way to do the same. */
export async function benchReturns(): Promise<readonly BenchRow[]> {
  const rows = await benchDiff();
  for (const bench of [benchScan, benchSave, benchRest, benchCalls]) rows.push(...(await inRoom(bench)));
  return rows;
}
