import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { createSystemClock } from '../../src-main/hosts/node/system-clock.ts';
import { defaultBundleLimits } from '../../src-main/transfers/bundle/bundle-limits.ts';
import { unpackBundle } from '../../src-main/transfers/bundle/unpack/unpack-bundle.ts';
import { Downloader } from '../../src-main/transfers/download.ts';
import { TransferEngine } from '../../src-main/transfers/engine/transfer-engine.ts';
import { RetryPolicy } from '../../src-main/transfers/queue/retry-policy.ts';
import { Uploader } from '../../src-main/transfers/uploader.ts';

/** Task from the benchmark, one line of JSON. */
export interface AppTask {
  readonly kind: 'download' | 'download-hashed' | 'download-unpack' | 'upload';
  readonly url: string;
  readonly path: string;
}

/** The answer to a task, one line of JSON. */
export interface AppReport {
  readonly milliseconds: number;
  readonly lagMilliseconds: number;
  readonly sha256: string | null;
  /** Peak memory of the process so far. */
  readonly peakMebibytes: number;
}

/*
 * Runs the app's transfers in a separate process, so that the measured event loop and memory are the app's and not the
 * benchmark's. Arguments: the scripts of the transfer, hash and unpacking threads.
 */
const [transferWorkerUrl, hashWorkerUrl, unpackWorkerUrl] = process.argv.slice(2).map((url) => new URL(url));
const clock = createSystemClock();
const log = { info: console.error, warn: console.error, error: console.error };
const retries = new RetryPolicy({ clock });
const engine = new TransferEngine({
  clock,
  log,
  ...(transferWorkerUrl && { transferWorkerUrl }),
  ...(hashWorkerUrl && { hashWorkerUrl }),
});
const { signal } = new AbortController();

function addressOf(url: string) {
  return { origin: () => Promise.resolve(new URL(url).origin) };
}

async function download({ url, path }: AppTask, wantsHash: boolean): Promise<string | null> {
  const { sha256 } = await new Downloader({ engine, address: addressOf(url), clock, log }).download({
    url,
    targetPath: path,
    wantsHash,
    signal,
    expectedBytes: null,
    resume: null,
    renewUrl: () => Promise.resolve(url),
    onCheckpoint: () => undefined,
    onProgress: () => undefined,
    retry: (error, doneBytes) => retries.retryInPlace(error, doneBytes, signal),
    allowance: () => Promise.resolve(),
  });
  return sha256;
}

async function unpack(path: string): Promise<void> {
  await mkdir(`${path}.unpacked`);
  await unpackBundle(path, `${path}.unpacked`, {
    limits: defaultBundleLimits,
    signal,
    onProgress: () => undefined,
    ...(unpackWorkerUrl && { workerUrl: unpackWorkerUrl }),
  });
}

async function upload({ url, path }: AppTask): Promise<void> {
  const { size, mtimeMs, ino } = statSync(path);
  const { status } = await new Uploader({ engine, address: addressOf(url), clock }).put({
    url,
    path,
    signal,
    sizeBytes: size,
    expected: { modifiedAtMs: mtimeMs, inode: String(ino) },
    onProgress: () => undefined,
    allowance: () => Promise.resolve(),
  });
  if (status > 299) throw new Error(`The sink answered ${String(status)}.`);
}

async function perform(task: AppTask): Promise<string | null> {
  if (task.kind === 'upload') {
    await upload(task);
    return null;
  }
  const sha256 = await download(task, task.kind === 'download-hashed');
  if (task.kind === 'download-unpack') await unpack(task.path);
  return sha256;
}

function readPeakMebibytes(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
}

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line) as AppTask;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const startedMs = performance.now();
  const sha256 = await perform(task);
  const milliseconds = performance.now() - startedMs;
  delay.disable();
  const lagMilliseconds = Math.max(0, delay.percentile(99) / 1e6 - 5);
  const report: AppReport = { milliseconds, lagMilliseconds, sha256, peakMebibytes: readPeakMebibytes() };
  console.log(JSON.stringify(report));
}
await engine.dispose();
