import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WindowState } from '../../../../../src-main/hosts/electron/window-state.ts';
import { ElectronStandIn, StandInWindow } from '../../../../fakes/electron/electron-stand-in.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

const usual = { width: 1280, height: 800 };

async function setUp(text?: string) {
  const path = join(await makeTemporaryFolder(), 'window.json');
  if (text !== undefined) writeFileSync(path, text);
  const { screen } = new ElectronStandIn().modules;
  const window = new StandInWindow(1, {});
  return { path, window, open: () => new WindowState(path, screen) };
}

test('a window comes back where it was closed, maximized if it was', async () => {
  const { window, open } = await setUp();
  expect(open().place(usual)).toEqual(usual);
  expect(open().wasMaximized).toBe(false);
  open().follow(window);
  window.maximize();
  window.emit('maximize');
  window.emit('closed');
  expect(open().place(usual)).toEqual({ x: 10, y: 20, width: 900, height: 600 });
  expect(open().wasMaximized).toBe(true);
});

test.each([
  ['beside every display', { x: 1590, y: 0 }],
  ['above the only display', { x: 100, y: -200 }],
])('a window whose title bar is %s keeps its size alone', async (_where, at) => {
  const { open } = await setUp(JSON.stringify({ ...at, width: 900, height: 600, isMaximized: false }));
  expect(open().place(usual)).toEqual({ width: 900, height: 600 });
});

test.each(['', '{', '{"x":1}', '{"x":0,"y":0,"width":0,"height":0,"isMaximized":false}'])(
  'a state that cannot be read (%j) is none',
  async (text) => {
    const { open } = await setUp(text);
    expect(open().place(usual)).toEqual(usual);
  },
);

test('each arrangement of displays has the place the window had on it', async () => {
  const path = join(await makeTemporaryFolder(), 'window.json');
  const laptop = { x: 0, y: 0, width: 1600, height: 1000 };
  const monitor = { x: 1600, y: 0, width: 2560, height: 1440 };
  const on = (...areas: readonly Electron.Rectangle[]): WindowState =>
    new WindowState(path, {
      getAllDisplays: () => areas.map((workArea) => ({ workArea })) as Electron.Display[],
    });
  const closeAt = (state: WindowState, bounds: Electron.Rectangle): void => {
    const window = new StandInWindow(1, {});
    window.getNormalBounds = () => bounds;
    state.follow(window);
    window.emit('move');
    window.emit('closed');
  };
  const alone = { x: 40, y: 30, width: 900, height: 600 };
  const wide = { x: 1700, y: 100, width: 1800, height: 1200 };
  closeAt(on(laptop), alone);
  closeAt(on(laptop, monitor), wide);
  expect(on(laptop).place(usual)).toEqual(alone);
  expect(on(monitor, laptop).place(usual)).toEqual(wide);
  expect(on({ ...laptop, width: 1400 }).place(usual)).toEqual({ width: 1800, height: 1200 });
});
