import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { call, test } from './support/real-electron.ts';

const isReady = (page: Page) => expect(page.getByRole('button', { name: /start generation/i })).toBeVisible();

test('the window opens with the page, and everything it has no use for is shut', async ({ user }) => {
  const startedAt = performance.now();
  const app = await user.start();
  const page = await app.firstWindow();
  await isReady(page);
  const paint = performance.now() - startedAt;
  const version = await app.evaluate(() => process.versions['electron']);
  console.log(`Electron ${version}: from the start to the painted page ${paint.toFixed(0)} ms`);
  expect(page.url()).toBe('app://dailies/');
  expect(await call(page, 'app.info')).toMatchObject({ host: 'electron' });

  // Main must not draw: then it loads no graphics driver, while the processes it starts may.
  const main = app.process().pid ?? 0;
  expect(readFileSync(`/proc/${String(main)}/maps`, 'utf8')).not.toMatch(/_dri\.so|libLLVM/);
  expect(await app.evaluate(() => process.env['GDK_GL'])).toBeUndefined();

  // The page must not reach these.
  const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron', '__dirname'];
  expect(await page.evaluate((all) => all.filter((name) => name in globalThis), names)).toEqual([]);
  const bridge = await page.evaluate(() => {
    const { bridge: its } = globalThis as unknown as { bridge: Record<string, unknown> };
    return {
      names: Object.keys(its).sort(),
      isFrozen: Object.isFrozen(its),
      own: Object.getOwnPropertyDescriptor(globalThis, 'bridge')?.writable,
    };
  });
  expect(bridge).toEqual({ names: ['grantFile', 'invoke', 'subscribe'], isFrozen: true, own: false });

  // Every process of a page has a sandbox.
  const ofPages = await app.evaluate(({ app: main }) =>
    main
      .getAppMetrics()
      .filter(({ type }) => type === 'Tab')
      .map(({ sandboxed }) => sandboxed ?? true),
  );
  expect(ofPages).toEqual([true]);
  expect(user.sandboxOfPage()).toBe('2');

  // The page tries code, network, navigation, windows, frames and permissions.
  const tried = await page.evaluate(async () => {
    const outcome = async (work: () => unknown): Promise<string> => {
      try {
        return String(await work());
      } catch (error) {
        return (error as Error).name;
      }
    };
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    document.body.append(frame);
    const script = document.createElement('script');
    script.textContent = 'globalThis.inlineRan = true';
    document.body.append(script, document.createElement('webview'));
    const permissions = await Promise.all(
      ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'].map((name) =>
        outcome(async () => (await navigator.permissions.query({ name: name as PermissionName })).state),
      ),
    );
    const result = {
      evaluated: await outcome(() => (0, eval)('1 + 1') as unknown),
      network: await outcome(() => fetch('https://example.com/')),
      local: await outcome(() => fetch('http://127.0.0.1:9/')),
      file: await outcome(() => fetch('file:///etc/passwd')),
      opened: await outcome(() => window.open('https://example.com/')),
      position: await outcome(
        () =>
          new Promise((_resolve, reject) => {
            navigator.geolocation.getCurrentPosition(
              () => undefined,
              (error) => {
                reject(new Error(String(error.code)));
              },
            );
          }),
      ),
      inlineRan: 'inlineRan' in globalThis,
      webview: 'loadURL' in (document.querySelector('webview') ?? {}),
      permissions,
    };
    frame.remove();
    return result;
  });
  expect(tried).toEqual({
    evaluated: 'EvalError',
    network: 'TypeError',
    local: 'TypeError',
    file: 'TypeError',
    opened: 'null',
    position: 'Error',
    inlineRan: false,
    webview: false,
    permissions: ['denied', 'denied', 'denied', 'denied', 'denied'],
  });
  // Asks main, because the page's driver would wait for the end of the blocked navigation.
  const [urls] = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows().map(({ webContents }) => webContents);
    const stopped = new Promise((resolve) => contents[0]?.once('will-frame-navigate', resolve));
    // The promise never settles once the page begins to navigate.
    void contents[0]?.executeJavaScript('location.href = "https://example.com/"');
    await stopped;
    return [contents.map((each) => each.getURL())];
  });
  expect(urls).toEqual(['app://dailies/']);
});

test('the menu has its commands, and the window comes back as it was left', async ({ user }) => {
  const app = await user.start();
  const page = await app.firstWindow();
  await isReady(page);
  const menus = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).map(({ label, submenu }) => [
      label,
      submenu?.items.map(({ role }) => role ?? '').filter((role) => role !== ''),
    ]),
  );
  expect(menus.map(([label]) => label)).toEqual([
    '&File',
    '&Edit',
    '&Go',
    '&Project',
    'P&layback',
    'Library',
    'Returns',
    'Activity',
    '&View',
    '&Window',
    '&Help',
  ]);
  expect(menus.flat(2)).toEqual(
    expect.arrayContaining([
      'quit',
      'undo',
      'copy',
      'paste',
      'selectall',
      'resetzoom',
      'zoomin',
      'zoomout',
      'minimize',
    ]),
  );
  // The page reports which commands are available.
  const flags = (id: string) =>
    app.evaluate(({ Menu }, wanted) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
      return [item?.enabled, item?.checked];
    }, id);
  await expect.poll(() => flags('command.start')).toEqual([true, false]);
  expect(await flags('player.toggle')).toEqual([false, false]);
  expect(await flags('command.themeSystem')).toEqual([true, true]);
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('command.themeDark')?.click());
  await expect.poll(() => flags('command.themeDark')).toEqual([true, true]);
  expect(await flags('command.themeSystem')).toEqual([true, false]);
  // A menu command runs in the page; Help saves a report where the dialog chooses.
  const press = (label: string) =>
    app.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      items?.find((each) => each.label === wanted)?.click();
    }, label);
  await press('Connections');
  await expect(page.getByRole('radio', { name: 'Connections' })).toBeChecked();
  await press('Generate');
  await isReady(page);
  const saved = join(user.home, 'report.zip');
  await app.evaluate(({ dialog, shell }, filePath) => {
    dialog.showSaveDialog = (parent: object) =>
      Promise.resolve({ canceled: !('webContents' in parent), filePath });
    shell.showItemInFolder = (shown) => void Object.assign(globalThis, { shown });
  }, saved);
  await press('Save Diagnostics…');
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { shown?: string }).shown))
    .toBe(saved);
  const report = readFileSync(saved, 'utf8');
  expect(report).toContain('about.json');
  expect(report).not.toContain(user.home);
  await app.evaluate(({ BrowserWindow, Menu }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setBounds({ x: 120, y: 90, width: 1100, height: 700 });
    const zoomIn = Menu.getApplicationMenu()
      ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
      .find(({ role }) => role?.toLowerCase() === 'zoomin');
    zoomIn?.click(undefined, window, window?.webContents);
  });
  const state = async (from: typeof app) =>
    from.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { ...window?.getBounds(), zoom: window?.webContents.getZoomLevel() };
    });
  const wanted = { x: 120, y: 90, width: 1100, height: 700, zoom: 0.5 };
  await expect.poll(() => state(app)).toEqual(wanted);
  await app.close();

  const again = await user.start();
  await isReady(await again.firstWindow());
  expect(await state(again)).toEqual(wanted);
  await again.close();

  // The display that held the window no longer exists.
  user.writeData('window.json', JSON.stringify({ ...wanted, isMaximized: false, x: 5000, y: 3000 }));
  const elsewhere = await user.start();
  await isReady(await elsewhere.firstWindow());
  const { x = -1, y = -1, width = 0, height = 0 } = await state(elsewhere);
  expect([width, height]).toEqual([1100, 700]);
  expect(x >= 0 && y >= 0 && x + width <= 1600 && y + height <= 1000).toBe(true);
});
