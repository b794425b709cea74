import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuItemConstructorOptions as MenuItem } from 'electron';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CommandName, commandNames } from '../../../../../src-shared/contract/app/command.ts';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';

let folder: string;
let electron: ElectronStandIn;
let plain: PlainApp;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-menu-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  electron = new ElectronStandIn();
  plain = new PlainApp();
});

afterEach(() => rm(folder, { recursive: true }));

async function start(platform: NodeJS.Platform): Promise<void> {
  const none = { startWords: {}, onBug: () => undefined, onDispose: () => undefined };
  await startStandInHost({ ...none, electron, plain, folder, platform, onLockedOut: () => undefined });
}

const items = (): readonly MenuItem[] =>
  electron.menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
const item = (name: CommandName): MenuItem | undefined => items().find(({ id }) => id === name);

function report(...states: readonly [name: CommandName, isEnabled?: boolean, isChecked?: boolean][]): void {
  plain.commandStates.report(
    states.map(([name, isEnabled = true, isChecked = false]) => ({ name, isEnabled, isChecked })),
  );
}

test('every command is in the menus, but those that only move within a list or close', async () => {
  await start('linux');
  const ofEntries = new Set(items().map(({ id }) => id));
  // These share a place and a key with a command of another screen, and appear while the page offers them.
  report(['projects.exportAll'], ['projects.sendAll'], ['activity.search'], ['remix.start']);
  for (const { id } of items()) ofEntries.add(id);
  report(['library.search']);
  for (const { id } of items()) ofEntries.add(id);
  expect(commandNames.filter((name) => !ofEntries.has(name))).toEqual([
    'command.close',
    'activity.queueMove',
    'command.choose',
    'command.openSelected',
  ]);
});

test('an item is as its command is on the page, and changes where it is', async () => {
  await start('linux');
  expect(item('player.loop')).toMatchObject({ enabled: false, checked: false, type: 'checkbox' });
  expect(item('command.settings')).toMatchObject({ enabled: true });
  report(['player.loop'], ['command.remix', false]);
  const loop = item('player.loop');
  const remix = item('command.remix');
  expect([loop?.enabled, remix?.enabled]).toEqual([true, false]);
  report(['player.loop', true, true], ['command.remix']);
  expect(item('player.loop')).toBe(loop);
  expect([loop?.checked, remix?.enabled]).toEqual([true, true]);
  // The system toggles the mark of the chosen item before the page has reported a change.
  Object.assign(loop ?? {}, { checked: false });
  (loop?.click as (() => void) | undefined)?.();
  expect(loop?.checked).toBe(true);
  expect(plain.desktop.done).toEqual(['{"kind":"command","name":"player.loop"}']);
  electron.appEvents.emit('window-all-closed');
  expect(item('player.loop')).toMatchObject({ enabled: false, checked: false });
});

test('commands of different screens with one key share an item', async () => {
  await start('linux');
  report(['command.export'], ['projects.exportAll']);
  expect([item('command.export'), item('projects.exportAll')?.label]).toEqual([
    undefined,
    'Export the Selected Projects',
  ]);
  report(['command.export']);
  expect(item('command.export')).toMatchObject({ label: 'Export Movie', accelerator: 'CmdOrCtrl+E' });
});

test('keys are shown where the page takes them; macOS takes those with ⌘ alone', async () => {
  await start('linux');
  const keys = (...names: CommandName[]) =>
    names.map((name) => [item(name)?.accelerator, item(name)?.registerAccelerator]);
  const names = ['player.toggle', 'player.secondOn', 'player.zoomIn', 'command.start'] as const;
  expect(keys(...names)).toEqual([
    ['Space', false],
    ['Shift+Right', false],
    ['Plus', false],
    ['CmdOrCtrl+Return', false],
  ]);
  electron = new ElectronStandIn();
  await start('darwin');
  expect(keys(...names)).toEqual([...Array(3).fill([undefined, undefined]), ['CmdOrCtrl+Return', true]]);
});
