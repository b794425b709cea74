import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { giveAway, hasKeyring, hasNotifications } from './support/desktop-session.ts';
import { call, type RealElectron, test } from './support/real-electron.ts';

const isPainted = (page: Page) =>
  expect(page.getByRole('button', { name: /start generation/i })).toBeVisible();

/** A session with a place for tray items: the bus says that a program shows them. */
function pathWithTray(user: RealElectron): Record<string, string> {
  const folder = join(user.home, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'dbus-send'), '#!/bin/sh\necho "   boolean true"\n', { mode: 0o755 });
  giveAway(folder);
  return { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
}

/** Keeps the tray's menu from its next change on. The application's menus are built by the same call. */
function watchTray(app: ElectronApplication): Promise<void> {
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

/** The words of the tray's menu; the item with `pressed` is chosen. */
function trayMenu(app: ElectronApplication, pressed = ''): Promise<string[]> {
  return app.evaluate((_electron, word) => {
    const { trayMenu: menu } = globalThis as unknown as { trayMenu?: Electron.Menu };
    menu?.items.find(({ label }) => label === word)?.click();
    return menu?.items.map(({ label }) => label) ?? [];
  }, pressed);
}

test('with a tray the closed window leaves the work running, and the tray pauses it, brings it back and quits', async ({
  user,
}) => {
  const app = await user.start([], pathWithTray(user));
  const page = await app.firstWindow();
  await isPainted(page);
  await watchTray(app);
  await expect
    .poll(async () => {
      for (const name of ['transfer.resumeAll', 'transfer.pauseAll']) await call(page, name);
      return trayMenu(app);
    })
    .toContain('Resume Transfers');
  await trayMenu(app, 'Resume Transfers');
  await expect
    .poll(async () => ((await call(page, 'transfer.totals')) as { isPaused: boolean }).isPaused)
    .toBe(false);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
  const shown = app.waitForEvent('window');
  await trayMenu(app, 'Show Dailies');
  await isPainted(await shown);
  const exit = once(app.process(), 'exit');
  await trayMenu(app, 'Quit Dailies').catch(() => undefined);
  expect((await exit)[0]).toBe(0);
});

test('without a tray the closed window ends the app', async ({ user }) => {
  const app = await user.start();
  await isPainted(await app.firstWindow());
  const exit = once(app.process(), 'exit');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect((await exit)[0]).toBe(0);
});

test('the keychain is used where the session has one, and its absence is known', async ({ user }) => {
  const keychain = async (changes: Record<string, string>): Promise<unknown> => {
    const app = await user.start([], changes);
    const page = await app.firstWindow();
    await isPainted(page);
    const { state } = (await call(page, 'keychain.retry')) as { state: string };
    await app.close();
    return state;
  };
  if (hasKeyring) expect(await keychain({})).toBe('ok');
  expect(await keychain({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' })).toBe('unavailable');
});

test('the session starts the app when the user says so, and what cannot be written is said', async ({
  user,
  built,
}) => {
  const app = await user.start();
  const page = await app.firstWindow();
  await isPainted(page);
  const startAtLogin = (isOn: boolean): Promise<unknown> =>
    call(page, 'settings.setDesktop', { name: 'startsAtLogin', isOn });
  const folder = join(user.home, '.config', 'autostart');
  const entry = join(folder, 'dailies.desktop');
  await startAtLogin(true);
  expect(readFileSync(entry, 'utf8')).toMatch(/^Exec=".+" "--hidden"$/m);
  await startAtLogin(false);
  expect(existsSync(entry)).toBe(false);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder should be');
  const refused = await page.evaluate(() =>
    (globalThis as unknown as { bridge: { invoke(request: unknown): Promise<unknown> } }).bridge.invoke({
      name: 'settings.setDesktop',
      input: { name: 'startsAtLogin', isOn: true },
    }),
  );
  expect(refused).toMatchObject({ error: { code: 'not_supported_here', details: { reason: 'login_item' } } });

  const press = (label: string): Promise<void> =>
    app.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      items?.find((each) => each.label === wanted)?.click();
    }, label);
  await app.evaluate(
    ({ dialog, shell }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      shell.showItemInFolder = (shown) => void Object.assign(globalThis, { shown });
    },
    join(folder, 'report.zip'),
  );
  const log = join(user.userData, 'logs', 'dailies.log');
  await press('Show Logs');
  const shown = (): Promise<unknown> =>
    app.evaluate(() => (globalThis as unknown as { shown: unknown }).shown);
  expect(await shown()).toBe(log);
  await press('Save Diagnostics…');
  await expect
    .poll(() => (existsSync(log) ? readFileSync(log, 'utf8') : ''))
    .toContain('Unexpected in menu.');
  if (hasNotifications)
    await expect
      .poll(() => {
        built.session.ask('dunstctl', 'close-all');
        return built.session.ask('dunstctl', 'history');
      })
      .toContain('The diagnostics were not saved');
  expect(await shown()).toBe(log);
});
