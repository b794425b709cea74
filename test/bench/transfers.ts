import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ZipFile } from 'yazl';
import { type BenchRow, median } from './bench-row.ts';
import { buildThreads } from './build-threads.ts';
import { startProgram, stopProgram } from './start-program.ts';
import type { AppReport, AppTask } from './transfers-app.ts';

const run = promisify(execFile);
const rounds = 5;
const mebibyte = 1024 ** 2;
const clipCount = 60;
const clipBytes = 17_895_697;

/** Transfers into a target that does not exist yet. Resolves with the milliseconds it took. */
type Contestant = (target: string) => Promise<number>;

/** Starts the server for both sides: an independent program, faster than any of them. */
async function startNginx(folder: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx-${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `user root; worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx-error.log;
    events { worker_connections 64; }
    http {
      access_log off; sendfile on; ${temporary.join(' ')}
      server { listen 127.0.0.1:${String(port)}; root ${folder}; }
    }`,
  );
  await chmod(folder, 0o755);
  const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${String(port)}`;
  for (let tries = 0; !(await fetch(url).catch(() => null)); tries += 1) {
    if (tries > 50) throw new Error('nginx did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Writes 1 GiB of incompressible clips as a stored zip, like the bundles of the service. */
async function writeBundle(path: string): Promise<void> {
  const zip = new ZipFile();
  const noise = randomBytes(20 * mebibyte);
  zip.addBuffer(Buffer.from('<fcpxml version="1.13"/>'), 'Cut.fcpxml', { compress: false });
  for (let index = 0; index < clipCount; index += 1) {
    const from = (index * 4_099) % (noise.length - clipBytes);
    zip.addBuffer(noise.subarray(from, from + clipBytes), `media/clip-${String(index)}.mov`, {
      compress: false,
    });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** Starts the app's transfers in a separate process. */
async function startApp(folder: string) {
  const threads = await buildThreads(join(folder, 'threads'), {
    app: './transfers-app.ts',
    transfer: '../../src-main/transfers/engine/transfer-worker.ts',
    hash: '../../src-main/transfers/engine/hash-worker.ts',
    unpack: '../../src-main/transfers/bundle/unpack/unpack-worker.ts',
  });
  const { app, transfer, hash, unpack } = threads;
  const child = spawn(process.execPath, [app.pathname, transfer.href, hash.href, unpack.href], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const reports: AppReport[] = [];
  /** Event loop delays of this idle process: the timer noise of the machine itself. */
  const idleLags: number[] = [];
  await lines.next();
  return {
    reports,
    idleLags,
    async perform(task: AppTask): Promise<number> {
      child.stdin.write(`${JSON.stringify(task)}\n`);
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const line = await lines.next();
      delay.disable();
      idleLags.push(Math.max(0, delay.percentile(99) / 1e6 - 5));
      if (line.done) throw new Error('The app of the bench ended.');
      const report = JSON.parse(line.value) as AppReport;
      reports.push(report);
      return report.milliseconds;
    },
    stop: () => {
      child.stdin.end();
    },
  };
}

async function timed(command: string, args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  await run(command, args);
  return performance.now() - startedMs;
}

/** Returns the peers, each as a user would type it. */
function peersOf(bundleUrl: string, sinkUrl: string, bundlePath: string): Record<string, Contestant> {
  const shell = (script: string, ...args: string[]) => timed('sh', ['-ec', script, 'sh', ...args]);
  return {
    curl: (target) => timed('curl', ['-sf', '-o', target, bundleUrl]),
    'curl-synced': (target) => shell('curl -sf -o "$2" "$1"; sync "$2"', bundleUrl, target),
    'curl-hashed': (target) => shell('curl -sf "$1" | tee "$2" | sha256sum', bundleUrl, target),
    'curl-bsdtar': (target) =>
      shell(
        'curl -sf -o "$2" "$1"; mkdir "$2.unpacked"; bsdtar -xf "$2" -C "$2.unpacked"',
        bundleUrl,
        target,
      ),
    'curl-up': () => timed('curl', ['-sf', '-T', bundlePath, `${sinkUrl}/put`]),
  };
}

/** Rotates the order, because the next contestant profits from pages that the previous one just freed. */
function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const from = by % items.length;
  return [...items.slice(from), ...items.slice(0, from)];
}

async function measure(
  folder: string,
  contestants: Readonly<Record<string, Contestant>>,
): Promise<(name: string) => number> {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, perform] of rotate(Object.entries(contestants), round)) {
      const target = join(folder, `out-${name}-${String(round)}`);
      // A contestant must not wait for unwritten data of the previous one.
      await run('sync', ['-f', folder]);
      const tookMs = await perform(target);
      // The first round warms the caches and does not count.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), tookMs]);
      await rm(target, { force: true });
      await rm(`${target}.unpacked`, { recursive: true, force: true });
    }
  }
  return (name) => median(times.get(name) ?? []);
}

function toRows(
  time: (name: string) => number,
  reports: readonly AppReport[],
  idleLags: readonly number[],
): BenchRow[] {
  const ratio = (name: string, mine: string, peer: string, command: string, goal?: number): BenchRow => ({
    name: `transfers 1 GiB: ${name}`,
    value: time(mine) / time(peer),
    unit: '×',
    peer: command,
    ...(goal !== undefined && { goal }),
  });
  const lags = reports.map(({ lagMilliseconds }) => lagMilliseconds);
  return [
    ratio('download', 'download', 'curl-synced', 'curl -o, then sync', 1.3),
    ratio('the same with the disk’s part', 'download', 'curl', 'curl -o, not synced'),
    ratio('download with SHA-256', 'download-hashed', 'curl-hashed', 'curl | tee | sha256sum', 0.95),
    ratio('download and unpack', 'download-unpack', 'curl-bsdtar', 'curl, then bsdtar', 1.1),
    ratio('upload', 'upload', 'curl-up', 'curl -T', 2.8),
    {
      name: 'transfers: event loop lag, p99',
      value: median(lags),
      unit: 'ms',
      peer: 'a timer of 5 ms',
      goal: 25,
    },
    {
      name: 'transfers: the same in an idle process',
      value: median(idleLags),
      unit: 'ms',
      peer: 'a timer of 5 ms',
    },
    {
      name: 'transfers: peak memory',
      value: reports.at(-1)?.peakMebibytes ?? Number.NaN,
      unit: 'MiB',
      peer: 'the kernel',
      goal: 200,
    },
  ];
}

/**
 * Moves the same GiB up and down with the app's own engine and with curl, in turn, and compares the medians. The
 * app's downloads end on the disk (they are synced), curl's in the system's memory.
 */
export async function benchTransfers(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-transfers-'));
  const bundlePath = join(folder, 'bundle.zip');
  await writeBundle(bundlePath);
  const [nginx, sink, app] = await Promise.all([
    startNginx(folder),
    startProgram('test/bench/upload-sink.ts'),
    startApp(folder),
  ]);
  try {
    const bundleUrl = `${nginx.url}/bundle.zip`;
    const download =
      (kind: AppTask['kind']): Contestant =>
      (path) =>
        app.perform({ kind, url: bundleUrl, path });
    const time = await measure(folder, {
      ...peersOf(bundleUrl, sink.url, bundlePath),
      download: download('download'),
      'download-hashed': download('download-hashed'),
      'download-unpack': download('download-unpack'),
      upload: () => app.perform({ kind: 'upload', url: `${sink.url}/put`, path: bundlePath }),
    });
    return toRows(time, app.reports, app.idleLags);
  } finally {
    app.stop();
    await stopProgram(sink);
    await nginx.stop();
    await rm(folder, { recursive: true });
  }
}
