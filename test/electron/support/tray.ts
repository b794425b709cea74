import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { giveAway } from './desktop-session.ts';
import type { RealElectron } from './real-electron.ts';

/** Returns a path whose `dbus-send` reports a place for tray items. */
export function pathWithTray(user: RealElectron): Record<string, string> {
  const folder = join(user.home, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'dbus-send'), '#!/bin/sh\necho "   boolean true"\n', { mode: 0o755 });
  giveAway(folder);
  return { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
}

/** Keeps the tray's menu from its next change on. The same call builds the application's menus. */
export function watchTray(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Menu }) => {
    const build = Menu.buildFromTemplate.bind(Menu);
    Menu.buildFromTemplate = (template) => {
      const menu = build(template);
      const isOfTray = menu.items.some(({ label }) => label === 'Show Dailies');
      if (isOfTray) Object.assign(globalThis, { trayMenu: menu });
      return menu;
    };
  });
}

/** Returns the labels of the tray's menu and its submenus, and clicks the one named `pressed`. */
export function trayMenu(app: ElectronApplication, pressed = ''): Promise<string[]> {
  return app.evaluate((_electron, word) => {
    const { trayMenu: menu } = globalThis as unknown as { trayMenu?: Electron.Menu };
    const items = menu?.items.flatMap((item) => [item, ...(item.submenu?.items ?? [])]) ?? [];
    items.find(({ label }) => label === word)?.click();
    return items.map(({ label }) => label);
  }, pressed);
}
