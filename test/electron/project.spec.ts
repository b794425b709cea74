import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { deleteLastPicture } from '../support/kdenlive-edit.ts';
import { expectCutPlays, expectCutShown, expectPlays } from '../ui/support/expect-cut-plays.ts';
import { giveAway, hasNotifications } from './support/desktop-session.ts';
import { call, test } from './support/real-electron.ts';
import { pathWithTray, trayMenu, watchTray } from './support/tray.ts';

const script =
  'Harbour lights\n\nBefore the first ferry leaves, the gulls own the quay. Lamps go out one by one.';

/** Answers the native dialogs. Records calls of the dialogs, the file manager and the power save blocker. */
function answerDialogs(app: ElectronApplication, folder: string): Promise<void> {
  return app.evaluate(({ dialog, shell, powerSaveBlocker }, chosen) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const parentOf = (parent: object): string => {
      if (!('webContents' in parent)) return 'alone';
      const { webContents } = parent as Electron.BrowserWindow;
      return webContents.getURL() === 'about:blank' ? 'with the viewer' : 'with its window';
    };
    dialog.showOpenDialog = (parent: object) => {
      asked.push(`open ${parentOf(parent)}`);
      return Promise.resolve({ canceled: false, filePaths: [chosen] });
    };
    dialog.showSaveDialog = (parent: object) => {
      asked.push(`save ${parentOf(parent)}`);
      return Promise.resolve({ canceled: false, filePath: `${chosen}/saved.mp4` });
    };
    shell.showItemInFolder = (path) => void asked.push(`reveal ${path}`);
    shell.openExternal = (address) => Promise.resolve(void asked.push(`browse ${address}`));
    shell.openPath = (path) => {
      asked.push(`play ${path}`);
      return Promise.resolve('');
    };
    const start = powerSaveBlocker.start.bind(powerSaveBlocker);
    const stop = powerSaveBlocker.stop.bind(powerSaveBlocker);
    powerSaveBlocker.start = (type) => {
      asked.push(type);
      return start(type);
    };
    powerSaveBlocker.stop = (id) => {
      asked.push('sleep allowed');
      return stop(id);
    };
  }, folder);
}

/** Records the path and the icon width of each file that is dragged out. */
function watchDrags(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    const dragged: unknown[] = [];
    Object.assign(globalThis, { dragged });
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('There is no window.');
    window.webContents.startDrag = ({ file, icon }) => {
      dragged.push([file, typeof icon === 'string' ? icon : icon.getSize().width]);
    };
  });
}

/** Returns the items of File > Open Recent, and clicks the one named `pressed`. */
const recentOf = (app: ElectronApplication, pressed = ''): Promise<string[]> =>
  app.evaluate(({ Menu }, word) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    const recent = items?.find(({ label }) => label === 'Open Recent')?.submenu?.items ?? [];
    recent.find(({ label }) => label === word)?.click();
    return recent.map(({ label }) => label);
  }, pressed);

const askedOf = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

/** Asks for the movie, plays it from its start and returns to the cut. */
async function renderMovie(page: Page): Promise<void> {
  await page.getByText('Movie', { exact: true }).click();
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const movie = page.locator('video');
  await expect(movie).toBeVisible({ timeout: 120_000 });
  await expect
    .poll(() => movie.evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThanOrEqual(2);
  await page.getByRole('slider', { name: 'Position' }).press('Home');
  await expectPlays(page);
  await page.getByText('Cut', { exact: true }).click();
  await expectCutShown(page);
}

/** Moves the viewer to a separate window and back, twice. Expects the window where it was left. */
async function useViewerWindow(app: ElectronApplication, page: Page): Promise<void> {
  const detach = async (): Promise<Page> => {
    const opened = app.waitForEvent('window');
    await page.getByRole('button', { name: 'Viewer in its own window' }).click();
    return opened;
  };
  const view = await detach();
  await expectCutShown(view);
  expect(await view.evaluate(() => [location.href, 'bridge' in globalThis, 'require' in globalThis])).toEqual(
    ['about:blank', false, false],
  );
  const isFull = () => view.evaluate(() => document.fullscreenElement !== null);
  await view.locator('canvas').click();
  await view.keyboard.press('f');
  await expect.poll(isFull).toBe(true);
  await view.keyboard.press('f');
  await expect.poll(isFull).toBe(false);
  const place = { x: 200, y: 120, width: 800, height: 500 };
  const placeOf = (change: typeof place | null) =>
    app.evaluate(({ BrowserWindow }, wanted) => {
      const viewer = BrowserWindow.getAllWindows().find(({ title }) => title === 'Harbour lights');
      if (wanted) viewer?.setBounds(wanted);
      return viewer?.getNormalBounds();
    }, change);
  await placeOf(place);
  await expect.poll(() => placeOf(null)).toEqual(place);
  await view.getByRole('button', { name: 'Bring the viewer back' }).click();
  await expectCutShown(page);
  const again = await detach();
  await expect.poll(() => placeOf(null)).toEqual(place);
  // Dialogs belong to the window that opened them.
  await page.getByRole('button', { name: 'Change folder' }).click();
  await expect.poll(() => askedOf(app)).toContain('open with its window');
  await again.getByRole('button', { name: 'Bring the viewer back' }).click();
  await expectCutShown(page);
}

/** Opens the project and its delivery from the menus of the window and of the tray. */
async function chooseFromMenus(app: ElectronApplication, page: Page): Promise<void> {
  const isShown = async (chosen: () => Promise<unknown>): Promise<void> => {
    await page.keyboard.press('Control+Comma');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    await chosen();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Settings');
    await expectCutShown(page);
  };
  await isShown(() => recentOf(app, 'Harbour lights'));
  await expect.poll(() => trayMenu(app)).toContain('Harbour lights_v001');
  await isShown(() => trayMenu(app, 'Harbour lights'));
  const revealed = async (): Promise<number> =>
    (await askedOf(app)).filter((word) => /^reveal .*_v001/.test(word)).length;
  const before = await revealed();
  await trayMenu(app, 'Harbour lights_v001');
  await expect.poll(revealed).toBe(before + 1);
}

/** Opens the project's web page, and a saved file in the user's default program. */
async function usePrograms(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  const { projects } = (await call(page, 'project.list', { cursor: null, limit: 10 })) as {
    projects: { projectId: string }[];
  };
  const projectId = projects[0]?.projectId;
  await call(page, 'project.openOnWeb', { projectId });
  await call(page, 'export.saveSceneMedia', { projectId, sceneIndex: 0 });
  const saved = async (): Promise<{ transferId: string; state: string } | undefined> => {
    const { saves } = (await call(page, 'export.listSaved', { projectId })) as {
      saves: { transfer: { transferId: string; state: string } }[];
    };
    return saves[0]?.transfer;
  };
  await expect.poll(async () => (await saved())?.state).toBe('done');
  await call(page, 'export.playSaved', { transferId: (await saved())?.transferId });
  const asked = await askedOf(app);
  expect(asked).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^browse https?:/),
      'save with its window',
      `play ${folder}/saved.mp4`,
    ]),
  );
}

test('a script becomes a project that plays, is delivered, and comes back from its editor', async ({
  user,
  built,
}) => {
  test.setTimeout(240_000);
  const app = await user.start(['--js-flags=--expose-gc'], pathWithTray(user));
  const page = await app.firstWindow();
  await watchTray(app);
  const out = join(user.home, 'Übergabe #1');
  mkdirSync(out);
  giveAway(out);
  await answerDialogs(app, out);
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Open project' }).first().click({ timeout: 120_000 });
  await expectCutPlays(page);
  await expect.poll(() => recentOf(app)).toEqual(['Harbour lights', '', 'Clear Menu']);
  await renderMovie(page);
  await useViewerWindow(app, page);

  await page.getByRole('button', { name: /^Send to editor/ }).click();
  await expect(page.getByText('Harbour lights_v001', { exact: true })).toBeVisible({ timeout: 60_000 });
  const version = join(out, 'Harbour lights', 'Harbour lights_v001');
  expect(readdirSync(version)).toContain('media');
  const asked = await askedOf(app);
  expect(asked).toContain('open with its window');
  expect(asked.filter((word) => word === 'prevent-app-suspension').length).toBeGreaterThan(0);
  await expect
    .poll(() =>
      app.evaluate(({ powerSaveBlocker }) => [0, 1, 2, 3].some((id) => powerSaveBlocker.isStarted(id))),
    )
    .toBe(false);

  // After a drag into another program, the system receives the version and its document from main.
  await watchDrags(app);
  await page.getByRole('tab', { name: 'Deliver' }).click();
  for (const handle of await page.getByTitle(/^Drag /).all()) await handle.dispatchEvent('dragstart');
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { dragged: unknown[] }).dragged))
    .toEqual([
      [version, 64],
      [expect.stringContaining(`${version}/Harbour lights`), 64],
    ]);

  // Clicks long after the notification appeared, when Electron has collected its garbage.
  if (hasNotifications) {
    await app.evaluate(() => {
      const { gc } = globalThis as { gc?: () => void };
      if (!gc) throw new Error('Garbage cannot be collected here.');
      gc();
    });
    await expect
      .poll(async () => {
        built.session.ask('dunstctl', 'action', '0');
        built.session.ask('dunstctl', 'close');
        return askedOf(app);
      })
      .toContainEqual(expect.stringMatching(/^reveal .*_v001/));
  }

  await chooseFromMenus(app, page);
  await usePrograms(app, page, out);

  deleteLastPicture(version);
  giveAway(version);
  await expect(
    page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: /Returns/ }),
  ).toContainText('1 waits for a decision', { timeout: 60_000 });
  await page.keyboard.press('Control+4');
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await expect(
    page.getByRole('complementary', { name: 'Harbour lights' }).locator('ol').first(),
  ).toContainText(/Scene 2 removed/);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Harbour lights from Kdenlive is Harbour lights_v002 now')).toBeVisible({
    timeout: 60_000,
  });
  const kept = join(out, 'Harbour lights', 'Harbour lights_v002');
  expect(existsSync(kept)).toBe(true);

  await page.keyboard.press('Control+Comma');
  await page.getByText('General', { exact: true }).click();
  const storage = page.getByRole('region', { name: 'Storage' });
  await expect(storage.getByRole('listitem')).toHaveCount(2);
  await storage.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/electron/storage.png' });
  await storage.getByRole('button', { name: 'Move Harbour lights_v002 to the trash' }).click();
  await expect(storage.getByRole('listitem')).toHaveCount(1);
  const notice = page.getByText(/^Harbour lights_v002 goes to the trash/);
  await notice.locator('..').getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => existsSync(kept)).toBe(false);
  const trash = join(user.home, '.local', 'share', 'Trash', 'files', 'Harbour lights_v002');
  expect(existsSync(join(trash, 'media'))).toBe(true);
});
