import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuItemConstructorOptions as MenuItem } from 'electron';
import extractZip from 'extract-zip';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handOver, type StartWords, takeOver } from '../../../../../src-main/hosts/page/start-words.ts';
import { holdApplicationLock } from '../../../../../src-main/state/application-lock.ts';
import type { AppError } from '../../../../../src-shared/app-error.ts';
import { loadTexts } from '../../../../../src-shared/i18n/load-texts.ts';
import { channels } from '../../../../../src-shared/ipc/channels.ts';
import type { Reply } from '../../../../../src-shared/ipc/router.ts';
import { collectGarbage } from '../../../../fakes/collect-garbage.ts';
import { sendToMain, startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn, type StandInWindow } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

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
    electron,
    plain,
    folder,
    platform,
    startWords,
    onBug: (error) => bugs.push(error),
    onDispose: () => (disposals += 1),
    onLockedOut: (reason) => void lockedOut.push(reason),
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
  await settle();
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

test('a folder that the app has on another computer is left alone, and one that it has left is taken', async () => {
  electron.userData = folder;
  await symlink('grading-room-2-4711', join(folder, 'SingletonLock'));
  const release = holdApplicationLock(folder);
  expect(await start()).toBe(false);
  expect(electron.handedOver).toBeNull();
  expect(lockedOut.map(({ details }) => details['host'])).toEqual(['grading-room-2']);
  release();
  expect(await start()).toBe(true);
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
  expect(electron.notifications).toEqual([
    {
      title: 'c.png',
      body: 'The file cannot be read. Check that it opens in another program and add it again.',
    },
  ]);
  await collectGarbage();
  expect(electron.shownNotifications[0]?.deref()).toBeDefined();
  electron.appEvents.emit('second-instance', {}, [], '/', 'nothing of ours');
  await settle();
  expect(bugs).toEqual([]);

  const second = new ElectronStandIn();
  second.hasLock = false;
  electron = second;
  expect(await start('linux', { uploadPaths: ['/films/dö.pdf'] })).toBe(false);
  expect(takeOver(second.handedOver)?.uploadPaths).toEqual(['/films/dö.pdf']);
  // Electron 33 drops data that is not ASCII.
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
      '/cuts/a.fcpxml',
      '/cuts/b.otio',
      '/cuts/c.xml',
      'dailies://project/p-1',
      'dailies://return/r-1',
      'dailies://sign-in',
    ].sort(),
  );
  expect(electron.calls.filter((call) => call === 'taken')).toHaveLength(2);
  const window = firstWindow();
  window.calls.length = 0;
  plain.send({ name: 'opening.waits', payload: {} });
  expect(window.calls).toEqual(['focus']);
});

test('the app starts without a sandbox on request where none is available', async () => {
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

test('a page whose process ended is loaded again, but not one that ends soon each time', async () => {
  const clock = new TurnedClock();
  await startStandInHost({ electron, plain, folder, clock, onBug: (error) => bugs.push(error) });
  const window = firstWindow();
  const crash = (): boolean => window.pageEvents.emit('render-process-gone', {}, { reason: 'crashed' });
  for (let count = 0; count < 10; count += 1) {
    await clock.advance(3_600_000);
    crash();
  }
  expect(window.loads).toBe(11);
  for (let count = 0; count < 10; count += 1) crash();
  expect(window.loads).toBe(14);
  expect(bugs).toHaveLength(20);
});

test('closing the window quits, except where the dock or a tray brings it back and the user has not said so', async () => {
  const hostOf = (platform: NodeJS.Platform, hasTray: boolean) =>
    startStandInHost({ electron, plain, folder, platform, hasTray, onBug: (error) => bugs.push(error) });
  const close = async (): Promise<boolean> => {
    const [window] = electron.windows.slice(-1);
    if (window) window.isDestroyedNow = true;
    electron.appEvents.emit('window-all-closed');
    await settle();
    return electron.calls.includes('quit');
  };
  await hostOf('darwin', true);
  expect(await close()).toBe(false);
  electron.appEvents.emit('activate');
  expect(electron.windows).toHaveLength(2);
  expect(electron.notifications.map(({ title }) => title)).toEqual(['Dailies is still running']);
  expect(await close()).toBe(false);
  expect(electron.notifications).toHaveLength(1);

  electron = new ElectronStandIn();
  await hostOf('linux', true);
  expect(await close()).toBe(false);
  electron.tray?.emit('click');
  expect(electron.windows).toHaveLength(2);
  plain.desktop.settings.keepsRunning = false;
  expect(await close()).toBe(true);

  electron = new ElectronStandIn();
  plain.desktop.settings.keepsRunning = true;
  await hostOf('linux', false);
  expect(await close()).toBe(true);
  expect(bugs).toEqual([]);
});

test('the tray tells how far transfers are, pauses them, shows what was delivered, and gives its place back', async () => {
  plain.desktop.delivered.push({ deliveryId: 'd-1', folderName: 'Salt & sand_v001' });
  await startStandInHost({ electron, plain, folder, hasTray: true });
  const { tray } = electron;
  const item = (pattern: RegExp) => tray?.menu.find(({ label }) => pattern.test(label ?? ''));
  const press = (pattern: RegExp): void => {
    (item(pattern)?.click as (() => void) | undefined)?.();
  };
  expect(item(/^No transfers$/)).toMatchObject({ enabled: false });
  expect(item(/Pause/)).toMatchObject({ enabled: false });
  Object.assign(plain.desktop.totals, { runningCount: 1, openCount: 2, doneBytes: 34, totalBytes: 99 });
  plain.send({ name: 'transfer.totalsChanged', payload: {} });
  expect(item(/^2 transfers, 34%$/)).toBeDefined();
  expect(firstWindow().progress).toEqual([34 / 99, { mode: 'normal' }]);
  press(/Pause/);
  plain.desktop.totals.isPaused = true;
  plain.send({ name: 'transfer.totalsChanged', payload: {} });
  expect(item(/^2 transfers, 34%, paused$/)).toBeDefined();
  expect(firstWindow().progress[1]).toEqual({ mode: 'paused' });
  press(/Resume/);
  const recent = item(/Recent Deliveries/)?.submenu as { label: string; click: () => void }[];
  expect(recent.map(({ label }) => label)).toEqual(['Salt && sand_v001']);
  recent[0]?.click();
  expect(plain.desktop.done).toEqual(['pause', 'resume', 'reveal d-1']);
  plain.desktop.openReturns = 3;
  plain.send({ name: 'return.changed', payload: {} });
  expect(electron.calls.at(-1)).toBe('badge 3');
  press(/Quit/);
  await settle();
  expect(tray?.isDestroyed).toBe(true);
  expect(plain.isDisposed).toBe(true);
});

test('quitting while bytes move is asked about once, and not when the system ends the app', async () => {
  await start();
  electron.quitAnswer = 1;
  plain.desktop.totals.runningCount = 2;
  for (let count = 0; count < 3; count += 1) electron.modules.app.quit();
  await settle();
  expect(electron.questions.map(({ message }) => message)).toEqual(['2 files are being transferred']);
  expect(electron.questions.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('downloads resume where they left off and uploads start over'),
  ]);
  expect(plain.isDisposed).toBe(false);
  expect(plain.desktop.done).toContain('stay');
  electron.quitAnswer = 0;
  electron.modules.app.quit();
  await settle();
  expect(electron.questions).toHaveLength(2);
  expect(plain.isDisposed).toBe(true);

  for (const end of ['end signal', 'shutdown']) {
    electron = new ElectronStandIn();
    plain = new PlainApp();
    await start();
    plain.desktop.totals.runningCount = 2;
    (end === 'shutdown' ? electron.powerEvents : electron.appEvents).emit(end);
    await settle();
    expect([plain.isDisposed, electron.questions]).toEqual([true, []]);
  }
});

test('menus hold the commands of every screen with their keys, and Help saves diagnostics that name nobody', async () => {
  await start('darwin');
  const flat = (items: readonly MenuItem[]): MenuItem[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
  const item = (label: string) => flat(electron.menus).find((each) => each.label === label);
  const press = (label: string): void => {
    (item(label)?.click as (() => void) | undefined)?.();
  };
  expect(item('Settings…')).toMatchObject({ accelerator: 'CmdOrCtrl+,', registerAccelerator: true });
  press('Projects');
  expect(plain.desktop.done).toEqual(['{"kind":"command","name":"command.projects"}']);
  await mkdir(join(folder, 'logs'));
  const line = `{"path":"/home/mira/Films/a.mp4","on":"/media/mira/disk","auth":"Bearer sk_live_x_abc"}`;
  await writeFile(join(folder, 'logs', 'dailies.log'), `${line}\n`);
  const path = join(folder, 'saved.zip');
  electron.saveAnswer = { canceled: false, filePath: path };
  press('Save Diagnostics…');
  await expect.poll(() => electron.calls).toContain(`reveal ${path}`);
  await extractZip(path, { dir: join(folder, 'out') });
  expect(await readFile(join(folder, 'out', 'logs', 'dailies.log'), 'utf8')).toBe(
    '{"path":"~/Films/a.mp4","on":"/media/user/disk","auth":"Bearer [redacted]"}\n',
  );
  expect(JSON.parse(await readFile(join(folder, 'out', 'about.json'), 'utf8'))).toEqual({
    version: '0.0.0',
    home: '~',
  });
  press('Show Logs');
  press('Licenses');
  expect(electron.calls.slice(-2)).toEqual([
    `reveal ${join(folder, 'logs', 'dailies.log')}`,
    'open path /stand-in/notices.md',
  ]);
  electron.saveAnswer = { canceled: false, filePath: join(folder, 'absent', 'saved.zip') };
  press('Save Diagnostics…');
  await expect.poll(() => electron.notifications.at(-1)?.title).toBe('The diagnostics were not saved');

  electron = new ElectronStandIn();
  await start('linux');
  expect(item('Settings…')).toMatchObject({ registerAccelerator: false });
});

test('menus, tray and questions are in the language of the system, then in the one that is chosen', async () => {
  electron.languages = ['ja-JP', 'en'];
  await startStandInHost({ electron, plain, folder, hasTray: true });
  const labels = (items: readonly MenuItem[]) => items.map(({ label }) => label);
  expect(labels(electron.menus).slice(0, 2)).toEqual(['ファイル(&F)', '編集(&E)']);
  expect(labels(electron.tray?.menu ?? [])).toContain('Dailies を終了');
  plain.messages.use(await loadTexts('es', []));
  plain.send({ name: 'settings.changed', payload: {} });
  expect(labels(electron.menus).slice(0, 2)).toEqual(['&Archivo', '&Edición']);
  expect(labels(electron.tray?.menu ?? [])).toContain('Salir de Dailies');
  plain.desktop.totals.runningCount = 2;
  electron.modules.app.quit();
  await settle();
  expect(electron.questions.map(({ message }) => message)).toEqual(['Se están transfiriendo 2 archivos']);
});
