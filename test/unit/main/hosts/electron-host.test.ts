import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src-main/compose.ts';
import { startElectronHost } from '../../../../src-main/electron/start-electron-host.ts';
import type { AppError } from '../../../../src-shared/app-error.ts';
import { channels } from '../../../../src-shared/ipc/channels.ts';
import type { Reply } from '../../../../src-shared/ipc/router.ts';
import { collectGarbage } from '../../../fakes/collect-garbage.ts';
import { ElectronStandIn, StandInContents, type StandInWindow } from '../../../fakes/electron-stand-in.ts';
import { PlainApp } from '../../../fakes/plain-app.ts';
import { settle } from '../../../fakes/turned-clock.ts';

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

function start(platform: NodeJS.Platform = 'linux', uploadPaths: string[] = []): Promise<boolean> {
  const app = {
    ...plain.surface,
    start: () => {
      plain.isStarted = true;
      return Promise.resolve();
    },
    dispose: () => {
      plain.isDisposed = true;
      disposals += 1;
      return Promise.resolve();
    },
  };
  return startElectronHost({
    electron: electron.modules,
    platform,
    uploadPaths,
    createApp: () => app as unknown as App,
    rendererFolder: folder,
    preloadPath: '/stand-in/preload.cjs',
    isDark: () => true,
    onBug: (_where, error) => bugs.push(error),
    onLockedOut: (reason) => lockedOut.push(reason),
  });
}

function firstWindow(): StandInWindow {
  const [window] = electron.windows;
  if (!window) throw new Error('No window was opened.');
  return window;
}

interface Frame {
  readonly url: string;
  readonly parent: unknown;
}

function invoke(channel: string, payload: unknown, frame: Frame | null, senderId = 1): Promise<unknown> {
  const listener = electron.ipc.get(channel);
  if (!listener) throw new Error(`Nothing listens on ${channel}.`);
  const event = { sender: { id: senderId }, senderFrame: frame } as unknown as Parameters<typeof listener>[0];
  return Promise.resolve(listener(event, payload));
}

const changed = { name: 'project.changed', payload: { projectId: 'p1' } } as const;
const ourFrame: Frame = { url: 'app://dailies/', parent: null };

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
  ['nor one that is not told', 'nothing of the kind', undefined],
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
  const flood = Array.from({ length: 100_000 }, () =>
    invoke(channels.invoke, { name: 'app.info' }, ourFrame),
  );
  const refused = (await Promise.all(flood)).filter((reply) => !(reply as Reply).ok);
  expect(plain.requests).toHaveLength(100_000 - refused.length);
  expect(refused.length).toBeGreaterThan(90_000);
  const huge = { name: 'generation.start', input: { script: 'x'.repeat(9 * 1024 * 1024) } };
  const tooLarge = { ok: false, error: { code: 'invalid_input', details: { reason: 'too_large' } } };
  expect(await invoke(channels.invoke, huge, ourFrame)).toMatchObject(tooLarge);
  expect(await invoke(channels.grantFile, huge, ourFrame)).toMatchObject(tooLarge);
  expect(await invoke(channels.invoke, { name: 'app.info' }, ourFrame)).toMatchObject({ ok: true });
});

test('files of the command line go to the library, also those of a second instance', async () => {
  await start('linux', ['/films/a.mp4']);
  const window = firstWindow();
  electron.appEvents.emit('second-instance', {}, ['dailies'], '/', {
    uploadPaths: ['/films/b.wav', 'c.png'],
  });
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
  expect(await start('linux', ['/films/d.pdf'])).toBe(false);
  expect(second.handedOver).toEqual({ uploadPaths: ['/films/d.pdf'] });
});

test('the window is sandboxed, isolated, without Node, and shows itself only when painted', async () => {
  await start();
  const window = firstWindow();
  expect(window.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
  });
  expect(electron.calls.indexOf('enableSandbox')).toBeLessThan(electron.calls.indexOf('whenReady'));
  expect(window.url).toBe('app://dailies/');
  expect(window.calls).toEqual([]);
  window.emit('ready-to-show');
  expect(window.calls).toEqual(['show']);
});

test('who starts the app without a sandbox, where none can be had, gets it without one', async () => {
  electron.switches.add('no-sandbox');
  await start();
  expect(electron.calls).not.toContain('enableSandbox');
  expect(firstWindow().url).toBe('app://dailies/');
});

test('only the top frame of our own window is answered', async () => {
  await start();
  const call = { name: 'app.info', input: {} };
  expect(await invoke(channels.invoke, call, ourFrame)).toEqual({ ok: true, value: call });
  const strangers: [Frame | null, number][] = [
    [{ url: 'app://dailies/', parent: {} }, 1],
    [{ url: 'app://dailies.evil/', parent: null }, 1],
    [{ url: 'about:blank', parent: null }, 1],
    [{ url: 'https://example.com/app://dailies', parent: null }, 1],
    [{ url: '', parent: null }, 1],
    [ourFrame, 2],
    [null, 1],
  ];
  for (const [frame, senderId] of strangers) {
    expect(await invoke(channels.invoke, call, frame, senderId)).toMatchObject({ ok: false });
    expect(await invoke(channels.grantFile, '/a.txt', frame, senderId)).toMatchObject({ ok: false });
  }
  expect(plain.requests).toHaveLength(1);
  expect(plain.grantedPaths).toEqual([]);
});

test('a file with a path is granted, one made up by a script is refused with a reason', async () => {
  await start();
  expect(await invoke(channels.grantFile, '/films/a.mov', ourFrame)).toEqual({ ok: true, value: 'grant-1' });
  for (const path of ['', null, 7, { path: '/etc/passwd' }, 'relative.txt']) {
    expect(await invoke(channels.grantFile, path, ourFrame)).toMatchObject({
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

test('the page and its media come from schemes of their own, and nothing else is there', async () => {
  await start();
  expect(electron.schemes.map(({ scheme }) => scheme)).toEqual(['app', 'dailies-media']);
  expect(electron.schemes.every(({ privileges }) => privileges?.bypassCSP !== true)).toBe(true);
  const answer = async (scheme: string, url: string, headers = {}): Promise<Response> =>
    (await electron.protocols.get(scheme)?.(new Request(url, { headers }))) ??
    new Response(null, { status: 599 });
  const page = await answer('app', 'app://dailies/');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'none'");
  expect(page.headers.get('content-security-policy')).toContain("media-src 'self' dailies-media:");
  expect((await answer('app', 'app://other/')).status).toBe(404);
  expect((await answer('app', 'app://dailies/%2e%2e/secret.json')).status).toBe(404);
  const movie = await answer('dailies-media', 'dailies-media://media/projects/p1/movie', {
    range: 'bytes=2-4',
  });
  expect(movie.status).toBe(206);
  expect(await movie.text()).toBe('234');
  expect((await answer('dailies-media', 'dailies-media://media/projects/p2/movie')).status).toBe(404);
});

test('every permission but writing the clipboard is denied, and no device is ever given', async () => {
  await start();
  const answers: boolean[] = [];
  for (const permission of [
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'fullscreen',
  ] as const) {
    electron.permissionRequest?.(
      {} as never,
      permission,
      (isGranted) => answers.push(isGranted),
      {} as never,
    );
    answers.push(electron.permissionCheck?.(null, permission, '', {} as never) ?? true);
  }
  expect(answers).toHaveLength(10);
  expect(answers.every((isGranted) => !isGranted)).toBe(true);
  expect(electron.permissionCheck?.(null, 'clipboard-sanitized-write', '', {} as never)).toBe(true);
  expect(electron.devicePermission?.()).toBe(false);
});

test('links, redirects, new windows and webviews lead nowhere', async () => {
  await start();
  const contents = new StandInContents();
  electron.appEvents.emit('web-contents-created', {}, contents);
  for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview']) {
    expect(contents.attempt(name)).toBe(true);
  }
  expect(contents.windowOpenHandler?.()).toEqual({ action: 'deny' });
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

test('a page whose process ended is loaded anew, some times and no more', async () => {
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
