import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { hasKeyring, hasNotifications } from './support/desktop-session.ts';
import { call, reply, test } from './support/real-electron.ts';
import { pathWithTray, trayMenu, watchTray } from './support/tray.ts';

const isPainted = (page: Page) =>
  expect(page.getByRole('button', { name: /start generation/i })).toBeVisible();

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
  const refused = await reply(page, 'settings.setDesktop', { name: 'startsAtLogin', isOn: true });
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
  // In an existing folder, the app saves the report with the log.
  const report = join(user.home, 'report.zip');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, report);
  await press('Save Diagnostics…');
  await expect.poll(shown).toBe(report);
  expect(readFileSync(report, 'utf8')).toContain('logs/dailies.log');
});
