import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createSystemClock } from '../../src-main/hosts/node/system-clock.ts';
import type { Log } from '../../src-main/platform.ts';
import type { WatchedVersion } from '../../src-main/returns/return-record.ts';
import { ReadingThread } from '../../src-main/returns/thread/reading-thread.ts';
import { ReturnScanner } from '../../src-main/returns/watch/return-scanner.ts';
import { settleMs } from '../../src-main/returns/watch/settling-files.ts';
import { ReturnRepository } from '../../src-main/state/return-repository.ts';
import { StateStore } from '../../src-main/state/state-store.ts';

/**
 * Measures the calls of a window while returns are read: `node calls-while-reading.ts VERSION FILES STATE`. Scans the
 * version (as JSON) first without FILES, then with them, and prints milliseconds at p99 and the peak of the memory.
 */
const [versionText = '', filesFolder = '', userData = ''] = process.argv.slice(2);
const version = JSON.parse(versionText) as WatchedVersion;
const clock = createSystemClock();
const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const state = new StateStore({ userData, clock, log, onRecovered: () => undefined });
await state.start();
const repository = new ReturnRepository({ state, log });
const reader = new ReadingThread({
  log,
  hashFile: () => Promise.reject(new Error('Nothing is to be hashed.')),
});
const scanner = new ReturnScanner({
  repository,
  clock,
  log,
  reader,
  publish: () => undefined,
  announce: () => undefined,
});

/** Calls the main thread every 20 ms as a window does; answers `end` with the times of all calls. */
const windowScript = `
  const { parentPort } = require('node:worker_threads');
  const times = [];
  const call = setInterval(() => parentPort.postMessage(performance.now()), 20);
  parentPort.on('message', (message) => {
    if (message !== 'end') return void times.push(performance.now() - message);
    clearInterval(call);
    parentPort.postMessage(times);
  });`;

/** Returns the milliseconds of a window's calls at p99 during some work. */
async function p99During(work: () => Promise<unknown>): Promise<number> {
  const window = new Worker(windowScript, { eval: true });
  const times = Promise.withResolvers<number[]>();
  window.on('message', (message: number | number[]) => {
    if (Array.isArray(message)) {
      times.resolve(message);
      return;
    }
    const [first] = repository.page({ projectId: null, withDismissed: true }, 0, 50);
    repository.counts({ projectId: null, withDismissed: true });
    if (first) repository.partsOf(first.returnId);
    window.postMessage(message);
  });
  await work();
  window.postMessage('end');
  const sorted = (await times.promise).sort((a, b) => a - b);
  await window.terminate();
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

async function scanTwice(): Promise<void> {
  const { signal } = new AbortController();
  await scanner.scan(version, signal);
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  await scanner.scan(version, signal);
}

const quietMs = 20_000;
let peakBytes = 0;
const measure = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 50);
await scanTwice();
const without = await p99During(() => new Promise((resolve) => setTimeout(resolve, quietMs)));
const returns = join(version.folder, 'Returns');
await mkdir(returns, { recursive: true });
for (const name of await readdir(filesFolder)) await rename(join(filesFolder, name), join(returns, name));
const beside = await p99During(scanTwice);
clearInterval(measure);
const found = repository.page({ projectId: null, withDismissed: true }, 0, 100);
const unread = found.filter(({ state: of }) => of === 'settling').length;
await reader.dispose();
await state.dispose();
console.log(JSON.stringify({ without, beside, peakBytes, files: found.length, unread }));
