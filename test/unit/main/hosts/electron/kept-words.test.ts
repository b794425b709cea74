import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handOver, startWordsOf } from '../../../../../src-main/hosts/page/start-words.ts';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { settle } from '../../../../fakes/turned-clock.ts';

/** Starts the app with a data folder and a command line. */
async function startIn(userData: string, words: readonly string[] = []) {
  const electron = new ElectronStandIn();
  electron.userData = userData;
  const plain = new PlainApp();
  const bugs: unknown[] = [];
  const startWords = startWordsOf(words, '/', '/opt/My films');
  await startStandInHost({
    electron,
    plain,
    folder: userData,
    platform: 'darwin',
    startWords,
    onBug: (error) => bugs.push(error),
  });
  await settle();
  return { electron, plain, bugs };
}

test('requests made while the app quits show no window and start the app again with all of them', async () => {
  const userData = await makeFolder('kept-words');
  const { electron, plain } = await startIn(userData);
  electron.modules.app.quit();
  await Promise.resolve();
  const askFor = (words: Partial<Parameters<typeof handOver>[0]>): void => {
    const asked = handOver({ uploadPaths: [], openPaths: [], links: [], ...words });
    electron.appEvents.emit('second-instance', {}, [], '/', asked);
  };
  askFor({ uploadPaths: ['/films/b.wav'], openPaths: ['/cuts/a.otio'] });
  askFor({ links: ['dailies://return/r-1'] });
  askFor({ links: ['dailies://sign-in'] });
  electron.appEvents.emit('open-file', { preventDefault: () => undefined }, '/cuts/--upload');
  await settle();
  expect([electron.windows.length, electron.windows[0]?.calls]).toEqual([1, []]);
  expect([plain.grantedPaths, plain.opened]).toEqual([[], []]);
  const [program] = electron.relaunched;
  expect(program).toEqual({ execPath: '/opt/Dailies/dailies', args: ['/opt/My films'] });
  expect(electron.calls.slice(-2)).toEqual(['relaunch /opt/Dailies/dailies', 'quit']);

  const next = await startIn(userData, program?.args);
  expect(next.plain.grantedPaths).toEqual(['/films/b.wav']);
  expect(next.plain.opened).toEqual([
    '/cuts/a.otio',
    'dailies://return/r-1',
    'dailies://sign-in',
    '/cuts/--upload',
  ]);
  expect((await startIn(userData, program?.args)).plain.opened).toEqual([]);
  expect(await readdir(userData)).toEqual([]);
});

test('requests made while an update is installed wait until its installer starts the app', async () => {
  const userData = await makeFolder('kept-words');
  const { electron, plain } = await startIn(userData);
  plain.desktop.isContinued = true;
  electron.modules.app.quit();
  await Promise.resolve();
  electron.appEvents.emit('open-file', { preventDefault: () => undefined }, '/cuts/a.otio');
  electron.appEvents.emit('second-instance', {}, [], '/', null);
  await settle();
  expect([electron.relaunched, plain.desktop.done]).toEqual([[], ['come back', 'come back']]);
  expect((await startIn(userData)).plain.opened).toEqual(['/cuts/a.otio']);
});

test('requests made while the last windows close start the app once, or wait for the running installer', async () => {
  for (const isContinued of [false, true]) {
    const userData = await makeFolder('kept-words');
    const { electron, plain } = await startIn(userData);
    plain.desktop.isContinued = isContinued;
    electron.modules.app.quit();
    await settle();
    expect([electron.isQuitting, electron.relaunched, plain.isDisposed]).toEqual([true, [], true]);
    for (const name of ['a', 'b'])
      electron.appEvents.emit('open-file', { preventDefault: () => undefined }, `/cuts/${name}.otio`);
    await settle();
    expect(electron.relaunched).toHaveLength(isContinued ? 0 : 1);
    expect((await startIn(userData)).plain.opened).toEqual(['/cuts/a.otio', '/cuts/b.otio']);
  }
});

test('an app that ends unasked is not started again, and kept words that cannot be read hold up no start', async () => {
  const userData = await makeFolder('kept-words');
  const { electron } = await startIn(userData);
  electron.modules.app.quit();
  await settle();
  expect(electron.relaunched).toEqual([]);
  await writeFile(join(userData, 'asked-at-end.json'), '[{ "links": "dailies://sign-in" }]');
  const next = await startIn(userData, ['/cuts/a.otio']);
  expect(next.plain.opened).toEqual(['/cuts/a.otio']);
  expect(next.bugs).toHaveLength(1);
});

test('requests older than a day are dropped, which is logged', async () => {
  for (const hours of [23, 25]) {
    const userData = await makeFolder('kept-words');
    const path = join(userData, 'asked-at-end.json');
    await writeFile(path, JSON.stringify([{ uploadPaths: [], openPaths: ['/cuts/a.otio'], links: [] }]));
    const askedSeconds = Date.now() / 1_000 - hours * 3_600;
    await utimes(path, askedSeconds, askedSeconds);
    const { plain, bugs } = await startIn(userData);
    expect([plain.opened, bugs.length]).toEqual(hours < 24 ? [['/cuts/a.otio'], 0] : [[], 1]);
    expect(await readdir(userData)).toEqual([]);
  }
});
