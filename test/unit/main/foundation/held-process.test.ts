import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { killIfHeld } from '../../../../src-main/foundation/held-process.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { TurnedClock } from '../../../fakes/turned-clock.ts';

/** The test starts processes on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

const module = new URL('../../../../src-main/foundation/held-process.ts', import.meta.url).href;

/** Runs a program that calls `begin` and then ends, and resolves with how it ended. */
async function end(begin: string): Promise<unknown[]> {
  const script = `import { open, openSync } from 'node:fs';
    import { killIfHeld } from ${JSON.stringify(module)};
    ${begin}
    await killIfHeld({ own: process, hasThread: () => false });
    process.exit(7);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return once(child, 'exit');
}

test.skipIf(process.platform === 'win32')(
  'a process ends although a drive holds a thread of it',
  async () => {
    const pipe = join(await makeFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await end(`open(${JSON.stringify(pipe)}, 'r', () => undefined);`)).toEqual([null, 'SIGKILL']);
  },
);

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

test('a process ends although a worker thread does not', async () => {
  const timer = new TurnedClock();
  const kills: unknown[] = [];
  const own = {
    getActiveResourcesInfo: () => [],
    kill: (...words: unknown[]) => kills.push(words),
    pid: 1,
  };
  const ended = killIfHeld({ own, hasThread: () => true, timer });
  await timer.advance(5_000);
  await ended;
  expect(kills).toEqual([[1, 'SIGKILL']]);
});
