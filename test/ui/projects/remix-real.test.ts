import { readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makeTone } from '../../conformance/documented/tiny-media.ts';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';

const script =
  'Harbour lights\n\nBefore the first ferry leaves, the gulls own the quay. Lamps go out one by one.';

test.describe.configure({ timeout: 300_000 });
test.use({
  toleratedComplaints: /net::ERR_/,
  hasProject: { script, visualStyle: { type: 'STOCK' }, autoExport: true },
});

const slow = { timeout: 120_000 };
const add = (page: Page, action: string) =>
  page.locator('[data-remix-card]', { hasText: action }).first().click();

/** Returns the movie's aspect ratio and how much of it is loaded. */
const movieFacts = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    ratio: video.videoWidth / video.videoHeight,
    state: video.readyState,
  }));

test('a queue of actions changes the movie in the viewer, which is exported and saved', async ({
  page,
  address,
  app,
}) => {
  await openPage(page, address);
  await page.keyboard.press('Control+2');
  await page.getByRole('option').first().click();
  await expect.poll(async () => (await movieFacts(page)).state, slow).toBeGreaterThanOrEqual(2);
  expect((await movieFacts(page)).ratio).toBeCloseTo(16 / 9, 1);
  await page.keyboard.press('Control+r');
  await expect(page.locator('[data-remix-card]', { hasText: 'Translate' })).toContainText('cannot translate');
  await add(page, 'Hide captions');
  await add(page, 'Aspect ratio');
  await page.getByRole('radio', { name: '1:1' }).check({ force: true });
  await expect(page.getByText(/The aspect ratio changes from 16:9 to 1:1/)).toBeVisible();
  await page.getByRole('button', { name: 'Start remix' }).click();
  const remix = page.getByRole('listitem', { name: /^Remix,/ });
  await expect(remix).toContainText('2 actions done', slow);
  await expect(page.getByText('This movie is older than the project.')).toBeVisible(slow);
  expect((await movieFacts(page)).ratio).toBeCloseTo(16 / 9, 1);
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  await expect.poll(async () => (await movieFacts(page)).ratio, slow).toBeCloseTo(1, 2);
  await page.getByRole('radio', { name: 'Before' }).check({ force: true });
  await expect.poll(async () => (await movieFacts(page)).ratio, slow).toBeCloseTo(16 / 9, 1);
  await page.getByRole('radio', { name: 'After' }).check({ force: true });

  await page.getByRole('tab', { name: 'Scenes' }).click();
  await page.getByRole('button', { name: 'Save media…' }).click();
  await expect(page.getByRole('tabpanel').getByText(/^\/.*\.(?:png|jpe?g)$/)).toBeVisible(slow);

  await page.keyboard.press('Control+e');
  await page.getByRole('radio', { name: '480p' }).check({ force: true });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const small = page.getByRole('listitem', { name: /^Export,/ }).filter({ hasText: '480×480' });
  await small.getByRole('button', { name: 'Save movie…' }).click(slow);
  await expect(small.getByText(/^\/.*Harbour lights\.mp4$/)).toBeVisible(slow);
  const saved = readdirSync(app.folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('Harbour lights.mp4'),
  );
  expect(saved).toHaveLength(1);
  expect(statSync(join(app.folder, saved[0] ?? '')).size).toBeGreaterThan(10_000);
});

test('of a queue with an action that fails, what ran before is kept, and the rest runs when tried again', async ({
  page,
  address,
  app,
}) => {
  const music = join(app.folder, 'tone.wav');
  writeFileSync(music, makeTone());
  await openPage(page, address);
  await page.keyboard.press('Control+2');
  await page.getByRole('option').first().click();
  await expect(page.locator('video')).toBeVisible(slow);
  await page.keyboard.press('Control+r');
  await add(page, 'Aspect ratio');
  await page.getByRole('radio', { name: '1:1' }).check({ force: true });
  await add(page, 'Your music');
  await page.getByRole('radio', { name: 'Your file' }).check({ force: true });
  const choosing = page.waitForEvent('filechooser');
  await page.locator('button', { hasText: 'Choose audio file' }).click();
  await (await choosing).setFiles(music);
  await expect(page.getByRole('status').getByText('tone.wav', { exact: true })).toBeVisible(slow);
  await add(page, 'Hide captions');

  // Deletes the file at the service, as a damaged disk might.
  const stored = readdirSync(app.serviceFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(app.serviceFolder, path))
    .filter((path) => path.endsWith('/original') && statSync(path).size === statSync(music).size);
  expect(stored).toHaveLength(1);
  const [original = ''] = stored;
  renameSync(original, `${original}.lost`);
  await page.getByRole('button', { name: 'Start remix' }).click();
  const remix = page.getByRole('listitem', { name: /^Remix,/ });
  await expect(remix).toContainText('1 of 3 actions was done and kept', slow);
  await expect(remix.getByRole('listitem')).toHaveText([/Done/, /Failed/, /Not run/]);
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  await expect.poll(async () => (await movieFacts(page)).ratio, slow).toBeCloseTo(1, 2);

  renameSync(`${original}.lost`, original);
  await remix.getByRole('button', { name: 'Try again' }).click();
  await expect(remix).toHaveCount(2);
  await expect(remix.first()).toContainText('2 actions done', slow);
});
