import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handOver, type StartWords, takeOver } from '../../../../../src-main/hosts/page/start-words.ts';
import type { AppError } from '../../../../../src-shared/app-error.ts';
import { channels } from '../../../../../src-shared/ipc/channels.ts';
import type { Reply } from '../../../../../src-shared/ipc/router.ts';
import { collectGarbage } from '../../../../fakes/collect-garbage.ts';
import { sendToMain, startStandInHost } from '../../../../fakes/electron-host.ts';
import { ElectronStandIn, type StandInWindow } from '../../../../fakes/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/plain-app.ts';
import { settle } from '../../../../fakes/turned-clock.ts';

let folder: string;
let electron: ElectronStandIn;
let plain: PlainApp;
let bugs: unknown[];
let disposals: number;
let lockedOut: AppError[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-electron-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  electron = new ElectronStandIn();
  plain = new PlainApp();
  bugs = [];
  disposals = 0;
  lockedOut = [];
});

afterEach(() => rm(folder, { recursive: true }));

function start(platform: NodeJS.Platform = 'linux', startWords: Partial<StartWords> = {}): Promise<boolean> {
  return startStandInHost({
    ...{ electron, plain, folder, platform, startWords },
    onBug: (error) => bugs.push(error),
    onDispose: () => (disposals += 1),
    onLockedOut: (reason) => lockedOut.push(reason),
  });
}

function firstWindow(): StandInWindow {
  const [window] = electron.windows;
  if (!window) throw new Error('No window was opened.');
  return window;
}

function invoke(channel: string, payload: unknown): Promise<unknown> {
  return sendToMain(electron, channel, payload);
}

const changed = { name: 'project.changed', payload: { projectId: 'p1' } } as const;

test('a second instance quits before it composes the app, and the first comes to the front', async () => {
  await start();
  const window = firstWindow();
  window.isMinimizedNow = true;
  electron.appEvents.emit('second-instance');
  expect(window.calls).toEqual(['restore', 'focus']);
  expect(electron.windows).toHaveLength(1);

  const second = new ElectronStandIn();
  second.hasLock = false;
  electron = second;
  plain = new PlainApp();
  expect(await start()).toBe(false);
  expect(second.windows).toHaveLength(0);
  expect(plain.isStarted).toBe(false);
  expect(second.calls).not.toContain('whenReady');
  expect(lockedOut.map(({ code, message }) => [code, message])).toEqual([
    ['conflict', 'Dailies is already running; its window comes to the front.'],
  ]);
});

test.each([
  ['another computer is named where that one has the lock', 'grading-room-2-4711', 'grading-room-2'],
  ['this computer is not', `${hostname()}-4711`, undefined],
  ['nor one that is not given', 'nothing of the kind', undefined],
])('an instance that is locked out says by whom: %s', async (_name, owner, host) => {
  electron.hasLock = false;
  electron.userData = folder;
  await symlink(owner, join(folder, 'SingletonLock'));
  expect(await start()).toBe(false);
  expect(lockedOut.map(({ details }) => details['host'])).toEqual([host]);
  expect(electron.calls).toEqual(['quit']);
});

test('a page gone wrong is answered, and main is not begun with what it sends', async () => {
  await start();
  const flood = Array.from({ length: 100_000 }, () => invoke(channels.invoke, { name: 'app.info' }));
  const refused = (await Promise.all(flood)).filter((reply) => !(reply as Reply).ok);
  expect(plain.requests).toHaveLength(100_000 - refused.length);
  expect(refused.length).toBeGreaterThan(90_000);
  const huge = { name: 'generation.start', input: { script: 'x'.repeat(9 * 1024 * 1024) } };
  const tooLarge = { ok: false, error: { code: 'invalid_input', details: { reason: 'too_large' } } };
  expect(await invoke(channels.invoke, huge)).toMatchObject(tooLarge);
  expect(await invoke(channels.grantFile, huge)).toMatchObject(tooLarge);
  expect(await invoke(channels.invoke, { name: 'app.info' })).toMatchObject({ ok: true });
});

test('files of the command line go to the library, also those of a second instance', async () => {
  await start('linux', { uploadPaths: ['/films/a.mp4'] });
  const window = firstWindow();
  electron.appEvents.emit(
    'second-instance',
    {},
    ['dailies'],
    '/',
    handOver({ uploadPaths: ['/films/b.wav', 'c.png'], openPaths: [], links: [] }),
  );
  await settle();
  expect(window.calls).toEqual(['focus']);
  expect(plain.grantedPaths).toEqual(['/films/a.mp4', '/films/b.wav']);
  expect(plain.requests).toEqual([
    { name: 'transfer.upload', input: { fileGrant: 'grant-1' } },
    { name: 'transfer.upload', input: { fileGrant: 'grant-2' } },
  ]);
  expect(electron.notifications).toEqual([{ title: 'c.png', body: 'No such file.' }]);
  await collectGarbage();
  expect(electron.shownNotifications[0]?.deref()).toBeDefined();
  electron.appEvents.emit('second-instance', {}, [], '/', 'nothing of ours');
  expect(bugs).toEqual([]);

  const second = new ElectronStandIn();
  second.hasLock = false;
  electron = second;
  expect(await start('linux', { uploadPaths: ['/films/dö.pdf'] })).toBe(false);
  expect(takeOver(second.handedOver)?.uploadPaths).toEqual(['/films/dö.pdf']);
  // Electron 33 loses what it cannot pass on as ASCII.
  expect(JSON.stringify(second.handedOver)).toMatch(/^[\x20-\x7e]*$/);
});

test('links and files come by words, by a second instance, and on macOS by events before there is a window', async () => {
  const starting = start('darwin', { links: ['dailies://project/p-1'], openPaths: ['/cuts/a.fcpxml'] });
  const event = { preventDefault: () => electron.calls.push('taken') };
  electron.appEvents.emit('open-file', event, '/cuts/b.otio');
  electron.appEvents.emit('open-url', event, 'dailies://return/r-1');
  await starting;
  const ofSecond = { uploadPaths: [], openPaths: ['/cuts/c.xml'], links: ['dailies://sign-in'] };
  electron.appEvents.emit('second-instance', {}, [], '/', handOver(ofSecond));
  electron.appEvents.emit('second-instance', {}, ['dailies://project/not-read'], '/', null);
  await settle();
  expect(plain.opened.sort()).toEqual(
    [
      ...['/cuts/a.fcpxml', '/cuts/b.otio', '/cuts/c.xml', 'dailies://project/p-1'],
      ...['dailies://return/r-1', 'dailies://sign-in'],
    ].sort(),
  );
  expect(electron.calls.filter((call) => call === 'taken')).toHaveLength(2);
  const window = firstWindow();
  window.calls.length = 0;
  plain.send({ name: 'opening.waits', payload: {} });
  expect(window.calls).toEqual(['focus']);
});

test('who starts the app without a sandbox, where none can be had, gets it without one', async () => {
  electron.switches.add('no-sandbox');
  await start();
  expect(electron.calls).not.toContain('enableSandbox');
  expect(firstWindow().url).toBe('app://dailies/');
});

test('a file with a path is granted, one made up by a script is refused with a reason', async () => {
  await start();
  expect(await invoke(channels.grantFile, '/films/a.mov')).toEqual({ ok: true, value: 'grant-1' });
  for (const path of ['', null, 7, { path: '/etc/passwd' }, 'relative.txt']) {
    expect(await invoke(channels.grantFile, path)).toMatchObject({
      ok: false,
      error: { code: 'file_unreadable' },
    });
  }
});

test('events of the app reach the window until it is gone', async () => {
  await start();
  const window = firstWindow();
  plain.send(changed);
  window.isDestroyedNow = true;
  plain.send(changed);
  expect(window.sent).toEqual([{ channel: channels.event, message: changed }]);
});

test('quitting waits for the app to put its work away, once', async () => {
  await start();
  electron.modules.app.quit();
  expect(electron.calls.filter((name) => name === 'quit held')).toHaveLength(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(plain.isDisposed).toBe(true);
  expect(electron.calls.filter((name) => name === 'quit')).toHaveLength(2);
  expect(electron.calls.filter((name) => name === 'quit held')).toHaveLength(1);
});

test('asking to quit again and again puts the work away once', async () => {
  await start();
  for (let count = 0; count < 3; count += 1) electron.modules.app.quit();
  await settle();
  expect(disposals).toBe(1);
});

test('a page whose process ended is loaded again, some times and no more', async () => {
  await start();
  const window = firstWindow();
  for (let count = 0; count < 10; count += 1) {
    window.pageEvents.emit('render-process-gone', {}, { reason: 'crashed' });
  }
  expect(window.loads).toBe(4);
  expect(bugs).toHaveLength(10);
});

test('closing the window quits, except on macOS where the dock brings it back', async () => {
  await start('darwin');
  firstWindow().isDestroyedNow = true;
  electron.appEvents.emit('window-all-closed');
  expect(electron.calls).not.toContain('quit');
  electron.appEvents.emit('activate');
  expect(electron.windows).toHaveLength(2);

  electron = new ElectronStandIn();
  await start('win32');
  electron.appEvents.emit('window-all-closed');
  expect(electron.calls).toContain('quit');
});
