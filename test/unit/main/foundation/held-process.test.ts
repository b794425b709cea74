import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { killIfHeld } from '../../../../src-main/foundation/held-process.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { TurnedClock } from '../../../fakes/turned-clock.ts';

/** The test starts processes on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

const module = new URL('../../../../src-main/foundation/held-process.ts', import.meta.url).href;

/** Runs a program that calls `begin` and then ends, and resolves with how it ended. */
async function end(begin: string): Promise<unknown[]> {
  const script = `import { once } from 'node:events';
    import { open } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    import { killIfHeld, watchThreads } from ${JSON.stringify(module)};
    const hasThread = watchThreads(process);
    ${begin}
    await killIfHeld({ own: process, hasThread });
    process.exit(7);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return once(child, 'exit');
}

/** Returns the path of a pipe without a writer, which holds any thread that opens it. */
async function makePipe(): Promise<string> {
  const pipe = join(await makeFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  return JSON.stringify(pipe);
}

describe.skipIf(process.platform === 'win32')('a process ends although', () => {
  test('a drive holds a thread of it', async () => {
    expect(await end(`open(${await makePipe()}, 'r', () => undefined);`)).toEqual([null, 'SIGKILL']);
  });

  test('a drive holds a worker thread of it', async () => {
    const code = `require('node:worker_threads').parentPort.postMessage('opens'); require('node:fs').openSync(${await makePipe()});`;
    const begin = `const thread = new Worker(${JSON.stringify(code)}, { eval: true, execArgv: [] });
      await once(thread, 'message');`;
    expect(await end(begin)).toEqual([null, 'SIGKILL']);
  });
});

test('a process whose worker threads have ended ends by itself', async () => {
  const begin = `const threads = ['', 'process.exit(1)', 'throw 1', 'setInterval(() => 0, 9)'].map((code) =>
      new Worker(code, { eval: true }).on('error', () => undefined));
    await once(threads[3], 'online');
    void threads[3].terminate();`;
  expect(await end(begin)).toEqual([7, null]);
});

test('a process ends by itself if nothing holds it, and if its last file call returns in time', async () => {
  expect(await end(`open('.', 'r', () => undefined);`)).toEqual([7, null]);
  const timer = new TurnedClock();
  const kills: unknown[] = [];
  let isUnderWay = true;
  const own = {
    getActiveResourcesInfo: () => (isUnderWay ? ['FSReqPromise'] : ['Timeout']),
    kill: (...words: unknown[]) => kills.push(words),
    pid: 1,
  };
  const ended = killIfHeld({ own, hasThread: () => false, timer });
  await timer.advance(2_000);
  isUnderWay = false;
  await timer.advance(1_000);
  await ended;
  expect(kills).toEqual([]);
});
