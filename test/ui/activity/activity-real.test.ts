import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { drawScene } from '../support/draw-scene.ts';
import { testWithHosted as test } from '../support/hosted-service.ts';
import { openPage } from '../support/page-test.ts';
import { wavFile } from '../support/wav-file.ts';

test.describe.configure({ timeout: 240_000 });
// The app ends while the page is still open.
test.use({ toleratedComplaints: /net::ERR_/, actionTimeout: 15_000 });

const shot = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/real/activity-${name}.png`, animations: 'disabled' });
const rows = (page: Page) => page.getByRole('grid').locator('[role=row][aria-selected]');
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });
const tray = (page: Page) => page.getByRole('region', { name: 'Activity', exact: true });
const inspector = (page: Page) => tray(page).getByRole('complementary');
const totals = (page: Page) => page.getByRole('contentinfo');

/** Returns a WAV file with a second of sound for every 96 kB, different for each seed. */
function wavOf(bytes: number, seed: number): Buffer {
  const samples = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 2) {
    samples.writeInt16LE(Math.round(9_000 * Math.sin((at * (seed + 3)) / 700)), at);
  }
  return wavFile(samples, 48_000);
}

async function choose(page: Page, paths: readonly string[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles([...paths]);
}

async function factOf(page: Page, name: string): Promise<string> {
  const fact = inspector(page).locator('dl div', { has: page.getByText(name, { exact: true }) });
  return fact.locator('dd').innerText();
}

async function generate(page: Page, script: string): Promise<void> {
  await page.keyboard.press('Control+1');
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await page.keyboard.press('Control+Enter');
}

test('a generation and a delivery are one row each from their start to their end, then cleared', async ({
  page,
  address,
  app,
}) => {
  await openPage(page, address);
  await generate(page, 'Harbour lights\n\nLamps go out one by one along the quay.');
  await page.keyboard.press('Control+j');
  const generation = row(page, 'Harbour lights');
  await expect(generation).toContainText('Generation');
  await expect(generation.getByRole('progressbar')).toBeVisible({ timeout: 60_000 });
  await expect(generation).toContainText('Done', { timeout: 120_000 });
  await generation.click();
  await shot(page, 'generation');
  await inspector(page).getByRole('button', { name: 'Open project' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour lights');

  const out = join(app.folder, 'out');
  mkdirSync(out);
  await page.getByRole('button', { name: 'Change folder' }).click();
  await page.getByRole('textbox', { name: 'Delivery folder' }).fill(out);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Send to editor/ }).click();
  await page.keyboard.press('Control+j');
  const delivery = rows(page).filter({ hasText: 'Delivered' });
  await expect(delivery).toContainText('v001', { timeout: 60_000 });
  await expect(rows(page)).toHaveCount(2);
  await delivery.click();
  const parts = inspector(page).getByRole('list', { name: 'Parts' });
  await expect(parts.getByRole('listitem')).toHaveCount(2);
  await expect(parts.getByRole('listitem').filter({ hasText: 'Timeline' })).toContainText('Done');
  await shot(page, 'delivery');
  await page.getByText('Downloads', { exact: true }).click();
  const download = rows(page).filter({ hasText: /^Download.*\.zip/ });
  await expect(download).toContainText('Done');
  await download.click();
  await expect(inspector(page)).toContainText('SHA-256');
  expect(await factOf(page, 'SHA-256')).toMatch(/[0-9a-f]{64}/);
  await shot(page, 'download');
  await expect(rows(page)).toHaveCount(1);
  await page.getByText('Jobs', { exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await tray(page).getByRole('searchbox').fill('HARBOUR');
  await expect(rows(page)).toHaveCount(2);
  await tray(page).getByRole('searchbox').fill('nothing of the kind');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await expect(page.getByText('No activity yet')).toBeVisible();
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('option', { name: /Harbour lights 16:9/ })).toBeVisible();
});

test('files go to the library, each as a row with its id; the same content again asks what is meant', async ({
  page,
  address,
  app,
}) => {
  const still = join(app.folder, 'quay.jpg');
  writeFileSync(still, await drawScene(3, 640, 360));
  const sound = join(app.folder, 'interview.wav');
  writeFileSync(sound, wavOf(480_000, 1));
  const subtitles = join(app.folder, 'interview.srt');
  writeFileSync(subtitles, '1\n00:00:00,000 --> 00:00:02,000\nI never hurry a spring.\n');
  await openPage(page, address);
  // On Generate, stills go to the next generation.
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+j');
  await expect(page.getByText('No activity yet')).toBeVisible();
  await choose(page, [still, sound, subtitles]);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Library/ })
    .click();
  await expect(row(page, 'quay.jpg')).toContainText('Done', { timeout: 60_000 });
  await expect(row(page, 'interview.wav')).toContainText('Done', { timeout: 60_000 });
  await row(page, 'quay.jpg').click();
  const fileId = await factOf(page, 'File ID');
  expect(fileId).not.toBe('');
  await shot(page, 'uploaded');

  await choose(page, [sound]);
  const again = row(page, 'interview.wav').first();
  await expect(again).toContainText('Needs a decision', { timeout: 30_000 });
  await again.click();
  await expect(inspector(page)).toContainText('interview.wav');
  await shot(page, 'decision');
  await page.getByRole('button', { name: 'Use the existing file' }).click();
  await expect(rows(page).filter({ hasText: 'Done' })).toHaveCount(3);
  const ids = new Set<string>();
  for (const found of await row(page, 'interview.wav').all()) {
    await found.click();
    ids.add(await factOf(page, 'File ID'));
  }
  expect(ids.size).toBe(1);
});

test('a dropped folder is walked, its sound goes to the library, and what was left out is said', async ({
  page,
  address,
  app,
}) => {
  const folder = join(app.folder, 'rushes');
  mkdirSync(join(folder, 'day 2'), { recursive: true });
  writeFileSync(join(folder, 'atmo.wav'), wavOf(96_000, 5));
  writeFileSync(join(folder, 'day 2', 'market.wav'), wavOf(96_000, 6));
  writeFileSync(join(folder, '.DS_Store'), 'x');
  writeFileSync(join(folder, 'notes.zip'), 'PK');
  await openPage(page, address);
  // On Generate, stills go to the next generation.
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+j');
  await expect(page.getByText('No activity yet')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  }
  await expect(page.getByLabel('Notifications')).toContainText('1 hidden file');
  await expect(page.getByLabel('Notifications').getByRole('alert')).toContainText('notes.zip');
  await expect(row(page, 'atmo.wav')).toContainText('Done', { timeout: 60_000 });
  await expect(row(page, 'market.wav')).toContainText('Done', { timeout: 60_000 });
  await expect(rows(page)).toHaveCount(2);
  await shot(page, 'folder');
});

test('transfers are paused, let go on, cancelled and tried again, one by one and all together', async ({
  page,
  address,
  app,
}) => {
  const paths = [0, 1, 2].map((seed) => {
    const path = join(app.folder, `reel ${String(seed)}.wav`);
    writeFileSync(path, wavOf(4_000_000, seed));
    return path;
  });
  await openPage(page, address);
  await page.keyboard.press('Control+,');
  await page.getByText('General', { exact: true }).click();
  await page.getByText('Limit', { exact: true }).click();
  await page.getByRole('textbox', { name: /^Limit for all transfers together/ }).fill('0.3');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+j');
  await choose(page, paths);
  const first = row(page, 'reel 0.wav');
  await expect(first).toContainText('Uploading', { timeout: 30_000 });
  await expect(first).toContainText(/kB\/s/, { timeout: 30_000 });
  // The rows move when the next upload begins.
  await expect(async () => {
    await first.click();
    await expect(first).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 });
  }).toPass();
  await shot(page, 'uploading');
  await page.keyboard.press(' ');
  await expect(first).toContainText('Paused');
  await page.keyboard.press(' ');
  await expect(first).toContainText(/Uploading|Queued|Checking/);
  await page.getByRole('button', { name: 'Pause all transfers' }).click();
  await expect(totals(page)).toContainText('Transfers paused');
  await shot(page, 'all-paused');
  await page.getByRole('button', { name: 'Resume all transfers' }).click();
  await expect(totals(page)).toContainText('running');
  await row(page, 'reel 2.wav').click();
  await page.keyboard.press('Delete');
  // Work that has begun is asked about first.
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Cancel job' });
  const cancelled = row(page, 'reel 2.wav').filter({ hasText: 'Cancelled' });
  await confirm.or(cancelled).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await cancelled.waitFor();
  await inspector(page)
    .getByRole('button', { name: /^Try again/ })
    .click();
  await expect(row(page, 'reel 2.wav').first()).toContainText(/Uploading|Queued|Checking/);
  await page.keyboard.press('Control+,');
  await page.getByText('General', { exact: true }).click();
  await page.getByText('No limit', { exact: true }).click();
  await page.keyboard.press('Control+j');
  await expect(rows(page).filter({ hasText: 'Done' })).toHaveCount(3, { timeout: 60_000 });
});

test('rows of another connection are filtered, and opening one of its projects switches to it', async ({
  page,
  address,
  hosted,
}) => {
  await openPage(page, address);
  await page.getByRole('button', { name: /^Service/ }).click();
  await page.getByRole('menuitem', { name: /^Manage connections/ }).click();
  await page.getByRole('button', { name: 'Add connection' }).click();
  await page.getByRole('textbox', { name: 'Service address' }).fill(hosted.url);
  await page.getByText('API key', { exact: true }).click();
  await page.locator('input[type=password]').fill(hosted.makeKey());
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Make active' }).click();
  await expect(page.getByRole('contentinfo')).toContainText(hosted.host);
  await generate(page, 'Far away\n\nOne sentence is enough.');
  await page.getByRole('button', { name: /^Service/ }).click();
  await page.getByRole('menuitemradio', { name: /On this computer/ }).click();
  // Each connection has a draft of its own, so this one is empty.
  await expect(page.getByRole('contentinfo')).toContainText('Local');
  await generate(page, 'At home\n\nOne sentence is enough.');
  await page.keyboard.press('Control+j');
  await expect(rows(page).filter({ hasText: 'Done' })).toHaveCount(2, { timeout: 180_000 });
  await shot(page, 'two-connections');
  await page.getByRole('button', { name: /All connections/ }).click();
  await page.getByRole('option', { name: hosted.host }).click();
  await expect(rows(page)).toHaveCount(1);
  await row(page, 'Far away').click();
  await inspector(page).getByRole('button', { name: 'Open project' }).click();
  await expect(page.getByRole('contentinfo')).toContainText(hosted.host);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Far away');
  await expect(page.getByRole('option', { name: /^Scene 1/ }).first()).toBeVisible({ timeout: 60_000 });
  await shot(page, 'switched');
});
