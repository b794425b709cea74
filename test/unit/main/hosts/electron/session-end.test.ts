import { expect, test } from 'vitest';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { settle } from '../../../../fakes/turned-clock.ts';

/** Starts an app with a place for its tray item and with running transfers. */
async function startBesideTray(platform: NodeJS.Platform, startsHidden: boolean) {
  const electron = new ElectronStandIn();
  const plain = new PlainApp();
  plain.desktop.totals.runningCount = 2;
  const folder = await makeFolder('session-end');
  await startStandInHost({ electron, plain, folder, platform, startsHidden, hasTray: true });
  await settle();
  return { electron, plain };
}

async function closeWindow(electron: ElectronStandIn): Promise<void> {
  for (const window of electron.windows) window.isDestroyedNow = true;
  electron.appEvents.emit('window-all-closed');
  await settle();
}

test('where Windows ends the session the app puts its work away unasked, and no installer is begun', async () => {
  const { electron, plain } = await startBesideTray('win32', false);
  electron.windows[0]?.emit('session-end');
  await settle();
  expect([plain.isDisposed, electron.questions]).toEqual([true, []]);
  expect(plain.desktop.done).toContain('end with the session');
});

test('an app without a window hears of it too, be it started so or left so', async () => {
  const hidden = await startBesideTray('win32', true);
  expect(hidden.electron.windows).toEqual([]);
  const left = await startBesideTray('win32', false);
  await closeWindow(left.electron);
  for (const { electron, plain } of [hidden, left]) {
    const [window] = electron.hiddenWindows;
    expect(window).toMatchObject({ options: { show: false }, url: 'about:blank', calls: [] });
    window?.emit('session-end');
    await settle();
    expect([plain.isDisposed, electron.questions]).toEqual([true, []]);
    expect(plain.desktop.done).toContain('end with the session');
  }
});

test('the hidden window is there while no other is, and on Windows alone', async () => {
  const { electron } = await startBesideTray('win32', false);
  expect(electron.hiddenWindows).toEqual([]);
  await closeWindow(electron);
  electron.appEvents.emit('window-all-closed');
  await settle();
  expect(electron.hiddenWindows.map(({ isDestroyedNow }) => isDestroyedNow)).toEqual([false]);
  electron.tray?.emit('click');
  expect(electron.windows).toHaveLength(2);
  expect(electron.hiddenWindows.map(({ isDestroyedNow }) => isDestroyedNow)).toEqual([true]);
  await closeWindow(electron);
  expect(electron.hiddenWindows).toHaveLength(2);

  for (const window of electron.hiddenWindows) window.isDestroyedNow = true;
  electron.appEvents.emit('window-all-closed');
  await settle();
  expect(electron.hiddenWindows.map(({ isDestroyedNow }) => isDestroyedNow)).toEqual([true, true, false]);

  const other = await startBesideTray('linux', true);
  expect([other.electron.windows, other.electron.hiddenWindows]).toEqual([[], []]);
});

test('a quit has begun when Electron looks for one, and waits until the work is put away', async () => {
  const { electron, plain } = await startBesideTray('win32', false);
  let isHeld = false;
  const closed = (): void => {
    isHeld = false;
    electron.appEvents.emit('will-quit', { preventDefault: () => (isHeld = true) });
  };
  electron.windows[0]?.emit('session-end');
  expect([electron.isQuitting, plain.desktop.done]).toEqual([
    true,
    expect.arrayContaining(['end with the session']),
  ]);
  closed();
  expect(isHeld).toBe(true);
  electron.calls.length = 0;
  await settle();
  expect(electron.calls).toEqual(['quit']);
  closed();
  expect(isHeld).toBe(false);
});

test('a quit that is on its way when the session ends is not cut short', async () => {
  const { electron } = await startBesideTray('win32', false);
  electron.modules.app.quit();
  expect(electron.isQuitting).toBe(false);
  electron.windows[0]?.emit('session-end');
  expect(electron.isQuitting).toBe(true);
});
