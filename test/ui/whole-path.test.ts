import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { canMount, mountMemoryVolume } from '../fakes/memory-volume.ts';
import { expectCutPlays } from './support/expect-cut-plays.ts';
import { openPage } from './support/page-test.ts';
import { test } from './support/real-app.ts';
import { trayInspector, trayRows } from './support/tray.ts';

test.describe.configure({ timeout: 240_000 });
// The app ends while the page is open, at the end of a test or during it.
test.use({ toleratedComplaints: /net::ERR_/, viewerSource: 'cut' });

const script =
  'Harbour lights\n\nBefore the first ferry leaves, the gulls own the quay. Lamps go out one by one.';
/** Hidden file by which the app recognizes a delivery folder. */
const marker = '.dailies-folder';
const longScript = Array.from(
  { length: 60 },
  (_, index) => `This is sentence number ${String(index + 1)} of a long story.`,
).join(' ');

const latest = (page: Page): Locator => trayRows(page).first();

async function openTray(page: Page): Promise<void> {
  await page.keyboard.press('Control+j');
  await expect(latest(page)).toBeVisible();
}

async function generate(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+1');
  await page.getByRole('textbox', { name: 'Script' }).fill(text);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Notifications')).toContainText('Added: ');
  await openTray(page);
}

async function openFinished(page: Page): Promise<void> {
  await latest(page).click();
  await trayInspector(page).getByRole('button', { name: 'Open project' }).click({ timeout: 120_000 });
  await expectCutPlays(page);
}

/** Types the folder into its field, on the project or in the settings. */
async function useFolder(page: Page, folder: string): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByText('General', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Delivery folder' }).fill(folder);
  await page.keyboard.press('Enter');
}

const send = (page: Page): Promise<void> => page.getByRole('button', { name: /^Send to editor/ }).click();

/** Returns every file below a folder, including hidden ones. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function expectWhole(folder: string): void {
  const names = readdirSync(folder);
  expect(names.some((name) => name.endsWith('.fcpxml'))).toBe(true);
  expect(names.some((name) => name.endsWith('.srt'))).toBe(true);
  expect(readdirSync(join(folder, 'media')).length).toBeGreaterThanOrEqual(4);
  for (const path of filesBelow(folder)) expect(statSync(path).size).toBeGreaterThan(0);
}

test('a script becomes a project that plays, and is sent twice without touching the first', async ({
  page,
  address,
  app,
}) => {
  await openPage(page, address);
  await generate(page, script);
  await expect(latest(page).getByRole('progressbar')).toBeVisible();
  await openFinished(page);
  const scenes = page.getByRole('listbox', { name: 'Scenes' }).getByRole('option');
  await expect(scenes.first()).toContainText('Harbour lights');

  const out = join(app.folder, 'Übergabe #1');
  mkdirSync(out);
  await page.getByRole('button', { name: 'Change folder' }).click();
  await page.getByRole('textbox', { name: 'Delivery folder' }).fill(out);
  await page.keyboard.press('Enter');
  await send(page);
  await expect(page.getByText('Harbour lights_v001', { exact: true })).toBeVisible({ timeout: 60_000 });
  expectWhole(join(out, 'Harbour lights', 'Harbour lights_v001'));
  const first = filesBelow(join(out, 'Harbour lights', 'Harbour lights_v001')).map((path) => [
    path,
    statSync(path).mtimeMs,
  ]);
  await send(page);
  await expect(page.getByText('Harbour lights_v002', { exact: true })).toBeVisible({ timeout: 60_000 });
  expectWhole(join(out, 'Harbour lights', 'Harbour lights_v002'));
  expect(first.every(([path, mtimeMs]) => statSync(String(path)).mtimeMs === mtimeMs)).toBe(true);
  expect(readdirSync(out)).toEqual([marker, 'Harbour lights']);
  expect(app.readOwnFiles().includes('Harbour lights')).toBe(true);
  expect(/sk_videogen_live_|Bearer /.exec(app.readOwnFiles())).toBeNull();
});

test('a cancelled generation stops and says so', async ({ page, address }) => {
  await openPage(page, address);
  await generate(page, longScript);
  await expect(latest(page).getByRole('progressbar')).toBeVisible();
  await latest(page).click();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
  await expect(latest(page)).toContainText('Cancelled', { timeout: 30_000 });
  await expect(page.getByRole('contentinfo')).toContainText('No jobs running');
  await page.keyboard.press('Control+2');
  await expect(page.getByText('No projects yet')).toBeVisible();
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a run goes on after the app was ended by ${signal} and opened again`, async ({
    page,
    address,
    app,
  }) => {
    test.info().annotations.push({ type: 'signal', description: signal });
    await openPage(page, address);
    await generate(page, `${script} ${longScript.slice(0, 400)}`);
    await expect(latest(page)).toContainText(/Recording|Making|Rendering/, { timeout: 60_000 });
    await page.goto('about:blank');
    await app.stop(signal);
    await openPage(page, await app.start());
    await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue(/^Harbour lights/);
    await openTray(page);
    await openFinished(page);
  });
}

test.describe('when the app is ended and opened again under its page', () => {
  // After its restart, the app refuses the old session's stream of events once.
  test.use({ toleratedComplaints: /net::ERR_|status of 403/ });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`a page whose app, ended by ${signal}, is back says so, and the new address has its draft`, async ({
      page,
      address,
      app,
    }) => {
      await openPage(page, address);
      const draft = page.getByRole('textbox', { name: 'Script' });
      await draft.fill(script);
      await app.stop(signal);
      await expect(page.getByRole('alert').filter({ hasText: 'Dailies has stopped' })).toBeVisible();
      const back = await app.start();
      const restarted = page.getByText('Dailies was started again. Open the new address.');
      await expect(restarted).toBeVisible({ timeout: 30_000 });
      await page.screenshot({ path: 'test-results/real/restarted.png' });
      await openPage(page, back);
      await expect(restarted).toHaveCount(0);
      await expect(draft).toHaveValue(script);
    });
  }
});

test.describe('when the local service is killed', () => {
  test('in the middle of a run, it is started again and the run comes to its end', async ({
    page,
    address,
    app,
  }) => {
    await openPage(page, address);
    await generate(page, `${script} ${longScript.slice(0, 400)}`);
    await expect(latest(page)).toContainText(/Recording|Making|Rendering/, { timeout: 60_000 });
    app.killService();
    await openFinished(page);
  });
});

test('an odd script cannot be started, and the page says why; one from right to left is set, spoken and captioned as such', async ({
  page,
  address,
}) => {
  await openPage(page, address);
  const field = page.getByRole('textbox', { name: 'Script' });
  const start = page.getByRole('button', { name: /Start generation/ });
  const expectBlocked = async (reason: RegExp): Promise<void> => {
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await expect(start).toHaveAttribute('title', reason);
  };

  await test.step('empty', async () => {
    await expectBlocked(/Write or drop a script/);
  });

  await test.step('200 kB: kept, counted and refused with the limit', async () => {
    const huge = 'A sentence to be counted. '.repeat(8_000);
    await field.fill(huge);
    await expect(page.getByText('108,000 characters too long')).toBeVisible();
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await expect(field).toHaveValue(huge);
  });

  await test.step('nothing but emoji', async () => {
    await field.fill('🎬🎞️✂️🍿');
    await expectBlocked(/no words that can be spoken/);
  });

  await test.step('from right to left', async () => {
    await generate(page, 'صباح الخير يا مدينتي. السوق يفتح أبوابه مع الفجر.');
    expect(await field.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await openFinished(page);
    await page.screenshot({ path: 'test-results/real/right-to-left-script.png' });
  });
});

test.describe('a delivery folder that cannot take it', () => {
  test.use({ hasProject: { script, visualStyle: { type: 'STOCK' }, autoExport: true } });
  const openProject = async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+2');
    await page.getByRole('option', { name: 'Harbour lights' }).first().click();
  };
  const openRendered = async (page: Page, address: string): Promise<void> => {
    await openPage(page, address);
    await openProject(page);
    await expectCutPlays(page);
  };
  /**
   * Sends with the key and expects a failure. If the page already knows that the folder is gone, it reports that
   * itself.
   */
  const sendByKey = async (page: Page, problem: RegExp): Promise<void> => {
    await page.keyboard.press('Control+Shift+E');
    await expect(page.getByText(problem).first()).toBeVisible({ timeout: 60_000 });
  };
  let unmounts: (() => void)[] = [];
  const mount = (folder: string, options: string): void => {
    unmounts.push(mountMemoryVolume(folder, options));
  };
  test.skip(!canMount, 'SKIPPED: this process may not mount small and read-only volumes.');
  test.afterEach(() => {
    for (const unmount of unmounts) unmount();
    unmounts = [];
  });

  test('made read-only: the page says so and leaves nothing', async ({ page, address, app }) => {
    await openRendered(page, address);
    const out = join(app.folder, 'volume');
    mount(out, 'size=256m');
    await useFolder(page, out);
    await expect(page.getByText(/free/)).toBeVisible();
    await openProject(page);
    await expect(page.getByRole('button', { name: /^Send to editor/ })).toBeEnabled();
    execFileSync('mount', ['-o', 'remount,ro', out]);
    await sendByKey(page, /cannot be written|cannot write|read-only/i);
    expect(readdirSync(out)).toEqual([marker]);
    await page.screenshot({ path: 'test-results/real/read-only.png' });
    execFileSync('mount', ['-o', 'remount,rw', out]);
    await page.getByRole('button', { name: 'Use folder' }).click();
    await send(page);
    await expect(page.getByText('Harbour lights_v001', { exact: true })).toBeVisible({ timeout: 60_000 });
    expectWhole(join(out, 'Harbour lights', 'Harbour lights_v001'));
  });

  test('full: the delivery waits for space, leaves nothing, and goes on by itself when there is room', async ({
    page,
    address,
    app,
  }) => {
    await openRendered(page, address);
    const out = join(app.folder, 'small');
    mount(out, 'size=1m');
    await useFolder(page, out);
    await openProject(page);
    await send(page);
    const missing =
      /needs .+ more space: .+ needed, .+ free\. This continues automatically when there is space\./;
    await expect(page.getByText(missing)).toBeVisible({ timeout: 60_000 });
    expect(filesBelow(out)).toEqual([join(out, marker)]);
    await page.screenshot({ path: 'test-results/real/disk-full.png' });
    execFileSync('mount', ['-o', 'remount,size=256m', out]);
    await expect(page.getByText('Harbour lights_v001', { exact: true })).toBeVisible({ timeout: 120_000 });
    expectWhole(join(out, 'Harbour lights', 'Harbour lights_v001'));
  });

  test('gone: the page says the folder is missing and makes no folder in its place', async ({
    page,
    address,
    app,
  }) => {
    await openRendered(page, address);
    const out = join(app.folder, 'gone', 'inner');
    mkdirSync(out, { recursive: true });
    await useFolder(page, out);
    await expect(page.getByText(/free/)).toBeVisible();
    await openProject(page);
    await expect(page.getByRole('button', { name: /^Send to editor/ })).toBeEnabled();
    execFileSync('rm', ['-r', join(app.folder, 'gone')]);
    await sendByKey(page, /The delivery folder cannot be found/);
    expect(existsSync(join(app.folder, 'gone'))).toBe(false);
  });
});
