import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuItemConstructorOptions as MenuItem } from 'electron';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';

let electron: ElectronStandIn;
let plain: PlainApp;

beforeEach(() => {
  electron = new ElectronStandIn();
  plain = new PlainApp();
});

async function start(platform: NodeJS.Platform): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-electron-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await startStandInHost({ electron, plain, folder, platform, hasTray: true });
}

const open = (title: string, connectionId = 'local'): void => {
  plain.recentProjects.note({ connectionId, projectId: `id of ${title}`, title });
};

function submenu(menu: readonly MenuItem[], label: string): MenuItem {
  const item = menu
    .flatMap((each) => [each, ...(each.submenu as MenuItem[])])
    .find((each) => each.label === label);
  if (!item) throw new Error(`There is no ${label}.`);
  return item;
}
const wordsOf = ({ submenu: items }: MenuItem): (string | undefined)[] =>
  (items as MenuItem[]).map(({ label, type }) => label ?? type);
const click = ({ submenu: items }: MenuItem, label: string): void => {
  const item = (items as MenuItem[]).find((each) => each.label === label);
  (item?.click as (() => void) | undefined)?.();
};

test('the File menu and the tray list the projects opened last, open one, and forget all', async () => {
  open('Ferry');
  await start('linux');
  const file = (): MenuItem => submenu(electron.menus, 'Open Recent');
  const tray = (): MenuItem =>
    submenu(electron.tray?.menu.map((each) => ({ submenu: [], ...each })) ?? [], 'Recent Projects');
  expect(wordsOf(file())).toEqual(['Ferry', 'separator', 'Clear Menu']);
  open('Salt & sand');
  open('Gulls', 'studio');
  open('Ferry');
  expect(wordsOf(file())).toEqual(['Ferry', 'Gulls', 'Salt && sand', 'separator', 'Clear Menu']);
  expect(wordsOf(tray())).toEqual(['Ferry', 'Gulls', 'Salt && sand']);
  click(file(), 'Gulls');
  click(tray(), 'Ferry');
  const asked = { kind: 'project', elsewhere: null };
  expect(plain.desktop.done.map((each) => JSON.parse(each) as unknown)).toEqual([
    { ...asked, projectId: 'id of Gulls', connectionId: 'studio' },
    { ...asked, projectId: 'id of Ferry', connectionId: 'local' },
  ]);
  plain.recentProjects.forgetConnection('studio');
  expect(wordsOf(tray())).toEqual(['Ferry', 'Salt && sand']);
  click(file(), 'Clear Menu');
  expect([file().enabled, tray().enabled]).toEqual([false, false]);
});

test('Windows has them in its jump list, without those the user took out of it', async () => {
  open('Ferry');
  open('Gulls');
  await start('win32');
  const items = (): Electron.JumpListItem[] => electron.jumpList?.[0]?.items ?? [];
  expect(electron.jumpList?.[0]?.name).toBe('Recent Projects');
  expect(items().map(({ title }) => title)).toEqual(['Gulls', 'Ferry']);
  expect(items()[1]).toMatchObject({
    program: '/opt/Dailies/dailies',
    args: '"/opt/My films" dailies://project/id%20of%20Ferry?connection=local',
  });
  electron.removedJumpItems = items().slice(0, 1);
  open('Harbour');
  expect(items().map(({ title }) => title)).toEqual(['Harbour', 'Ferry']);
  expect(plain.recentProjects.list().map(({ title }) => title)).toEqual(['Harbour', 'Ferry']);
  plain.recentProjects.clear();
  expect(electron.jumpList).toBeNull();
});

test('macOS has them in the menu of the Dock', async () => {
  await start('darwin');
  open('Ferry');
  expect(electron.dockMenu.map(({ label }) => label)).toEqual(['Ferry']);
});

test('ten are kept, and one that the service does not have any more is none of them', async () => {
  for (let count = 1; count <= 12; count += 1) open(String(count));
  const titles = (): string[] => plain.recentProjects.list().map(({ title }) => title);
  expect(titles()).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
  plain.recentProjects.forget({ connectionId: 'studio', projectId: 'id of 5' });
  plain.recentProjects.forget({ connectionId: 'local', projectId: 'id of 5' });
  expect(titles()).toEqual(['12', '11', '10', '9', '8', '7', '6', '4', '3']);
});
