import { expect, test } from 'vitest';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

/** Starts the app on Linux before the desktop panel is available. */
async function startWithoutPanel(startsHidden: boolean) {
  const electron = new ElectronStandIn();
  const plain = new PlainApp();
  const clock = new TurnedClock();
  const panel = { isThere: false };
  const bugs: unknown[] = [];
  const started = startStandInHost({
    electron,
    plain,
    clock,
    startsHidden,
    folder: await makeFolder('tray'),
    hasTray: () => panel.isThere,
    onBug: (error) => bugs.push(error),
  });
  await settle();
  return { electron, plain, clock, panel, started, bugs };
}

async function closeWindow(electron: ElectronStandIn): Promise<void> {
  for (const window of electron.windows) window.isDestroyedNow = true;
  electron.appEvents.emit('window-all-closed');
  await settle();
}

test('started at sign-in beside its panel the app opens no window, and has its tray item once the panel is there', async () => {
  const { electron, clock, panel, started } = await startWithoutPanel(true);
  await clock.advance(10_000);
  expect([electron.windows, electron.tray]).toEqual([[], null]);
  panel.isThere = true;
  await clock.advance(10_000);
  expect(await started).toBe(true);
  expect(electron.windows).toEqual([]);
  expect(electron.tray?.menu.length).toBeGreaterThan(0);
  electron.appEvents.emit('second-instance', {}, [], '/', null);
  await settle();
  expect(electron.windows).toHaveLength(1);
});

test('started at sign-in where no tray comes the app shows its window after a while, unless it has been shown or ends', async () => {
  const alone = await startWithoutPanel(true);
  await alone.clock.advance(20_000);
  expect(await alone.started).toBe(true);
  expect(alone.electron.windows).toHaveLength(1);

  const shown = await startWithoutPanel(true);
  shown.electron.appEvents.emit('activate');
  await shown.clock.advance(20_000);
  expect(shown.electron.windows.map(({ calls }) => calls)).toEqual([[]]);

  const ended = await startWithoutPanel(true);
  ended.electron.modules.app.quit();
  await ended.clock.advance(20_000);
  expect([ended.electron.windows, ended.electron.relaunched]).toEqual([[], []]);
});

test('a tray that came after the start keeps the app when its window is closed, and without one it ends', async () => {
  const { electron, panel, started } = await startWithoutPanel(false);
  expect(await started).toBe(true);
  expect(electron.tray).toBeNull();
  panel.isThere = true;
  await closeWindow(electron);
  expect(electron.calls).not.toContain('quit');
  electron.tray?.emit('click');
  expect(electron.windows).toHaveLength(2);

  const other = await startWithoutPanel(false);
  await closeWindow(other.electron);
  expect(other.electron.calls).toContain('quit');
  expect([other.plain.isDisposed, other.bugs]).toEqual([true, []]);
});

test('a failed choice in the tray is explained in the window', async () => {
  const { electron, plain, panel, started } = await startWithoutPanel(false);
  await started;
  panel.isThere = true;
  plain.desktop.delivered = [{ deliveryId: 'd-1', folderName: 'Harbour lights_v001' }];
  plain.desktop.totals.openCount = 1;
  plain.send({ name: 'activity.changed', payload: {} });
  await closeWindow(electron);
  plain.desktop.failure = new AppError('disk_full', 'No room.');
  const items = electron.tray?.menu.flatMap((each) => [each, ...((each.submenu ?? []) as (typeof each)[])]);
  for (const label of ['Pause Transfers', 'Harbour lights_v001'])
    (items?.find((each) => each.label === label)?.click as (() => void) | undefined)?.();
  await settle();
  const refused = { kind: 'refused', error: { code: 'disk_full', message: 'No room.', details: {} } };
  expect(plain.desktop.done.map((each) => JSON.parse(each) as unknown)).toEqual([refused, refused]);
});
