import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makeDeck, makePicture } from '../../conformance/documented/tiny-media.ts';
import { callMain } from '../support/call-main.ts';
import { dropFiles } from '../support/drop-files.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';
import { recordVoice } from '../support/real-inputs.ts';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 20_000 });
// The app ends while the page is still open.
test.use({ toleratedComplaints: /net::ERR_|status of 404/ });

const notice = (page: Page, hasText: string) =>
  page.getByLabel('Notifications').locator('.toast').filter({ hasText });
const listOf = (page: Page) => page.getByRole('listbox', { name: 'Files of the library' });
const filesOf = (page: Page) => listOf(page).getByRole('option');
const fileOf = (page: Page, name: string) => listOf(page).getByRole('option', { name });

test('files put into the library are found, played, published, saved and archived', async ({
  page,
  address,
  app,
}) => {
  const path = (name: string): string => join(app.folder, name);
  recordVoice(path('ferry.wav'), ['The ferry leaves the quay before the sun is up.'], 0.4);
  const clip = ['-f', 'lavfi', '-i', 'testsrc=duration=2:size=320x180:rate=25'];
  execFileSync('ffmpeg', ['-v', 'error', ...clip, '-pix_fmt', 'yuv420p', path('harbour.mp4')]);
  writeFileSync(path('lamp.png'), await makePicture());
  writeFileSync(path('deck.pdf'), await makeDeck());
  writeFileSync(path('notes.txt'), 'Gulls over the breakwater.');
  let archivedCount = 0;
  page.on('response', (response) => {
    if (response.request().postData()?.includes('archiveFile') === true) archivedCount += 1;
  });
  await openPage(page, address);
  await page.keyboard.press('Control+3');

  await test.step('an empty library says what fills it', async () => {
    await expect(page.getByText('The library is empty')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('dropped files are uploaded, texts too, and appear by themselves', async () => {
    await dropFiles(page, ['ferry.wav', 'harbour.mp4', 'lamp.png', 'deck.pdf', 'notes.txt'].map(path));
    for (const name of ['ferry.wav', 'harbour.mp4', 'lamp.png', 'deck.pdf', 'notes.txt'])
      await expect(fileOf(page, name)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('region', { name: 'Uploads to the library' })).toHaveCount(0, {
      timeout: 60_000,
    });
  });

  await test.step('a file that is there already waits for a decision', async () => {
    writeFileSync(path('again.png'), readFileSync(path('lamp.png')));
    await dropFiles(page, [path('again.png')]);
    const uploads = page.getByRole('region', { name: 'Uploads to the library' });
    await expect(uploads).toContainText('Already in the library as “lamp.png”');
    await uploads.getByRole('button', { name: 'Use the existing file' }).click();
    await expect(uploads).toHaveCount(0);
  });

  await test.step('filters show one kind or origin', async () => {
    await page.getByRole('button', { name: 'Order and filter' }).click();
    await page.getByRole('menuitemradio', { name: 'Clip' }).click();
    await expect(filesOf(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Order and filter' }).click();
    await page.getByRole('menuitemradio', { name: 'Made by a tool' }).click();
    await expect(page.getByText('No file matches')).toBeVisible();
    await page.getByRole('button', { name: 'Show all files' }).click();
    await expect(filesOf(page)).toHaveCount(5);
  });

  const details = page.locator('aside');
  await test.step('a clip and a sound play with the space bar', async () => {
    for (const name of ['harbour.mp4', 'ferry.wav']) {
      await fileOf(page, name).click();
      const movie = details.getByRole('region', { name: `Player, ${name}` }).locator('video');
      await expect
        .poll(() => movie.evaluate((video: HTMLVideoElement) => video.readyState), { timeout: 30_000 })
        .toBeGreaterThanOrEqual(2);
      await page.keyboard.press('Space');
      await expect
        .poll(() => movie.evaluate((video: HTMLVideoElement) => video.currentTime))
        .toBeGreaterThan(0);
    }
    await expect(details.getByRole('button', { name: /^Copy Preview: Ready/ })).toBeVisible({
      timeout: 60_000,
    });
  });

  await test.step('the words of a recording are shown, searched and found', async () => {
    await expect(details.getByRole('button', { name: /^Copy Analysis: Done/ })).toBeVisible({
      timeout: 90_000,
    });
    await page.screenshot({ path: 'test-results/screens/library-files.png' });
    await page.keyboard.press('Control+f');
    await page.keyboard.type('lamp');
    await expect(filesOf(page)).toHaveCount(1, { timeout: 30_000 });
    await expect(fileOf(page, 'lamp.png')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(fileOf(page, 'deck.pdf')).toBeVisible();
  });

  await test.step('a tool\u2019s file appears at its end, with its tool and the words to search and copy', async () => {
    const { voices } = await callMain<{ voices: { voiceId: string }[] }>(page, 'catalogue.voices', {});
    const body = {
      ttsText: 'Seventy lamps light the quay. Nobody counts them.',
      voiceId: voices[0]?.voiceId,
    };
    const speech = { operation: 'textToSpeech', path: {}, title: 'Lamps', projectId: null, body };
    await callMain(page, 'operation.start', speech);
    const option = filesOf(page).filter({
      hasNotText: /deck\.pdf|ferry\.wav|harbour\.mp4|lamp\.png|notes\.txt/,
    });
    await option.click({ timeout: 60_000 });
    await expect(details.getByRole('button', { name: 'Copy Origin: Speech' })).toBeVisible();
    for (const place of [option, details]) await expect(place.locator('canvas')).toBeVisible();
    const lines = details.getByRole('listbox', { name: 'Transcript' }).getByRole('option');
    await expect(lines).toHaveText([/Seventy lamps light the quay\./, /Nobody counts them\./]);
    await details.getByRole('searchbox', { name: 'Search the words' }).fill('counts');
    await expect(lines).toHaveCount(1);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await details.getByRole('button', { name: 'Copy transcript' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Seventy lamps');
    await page.screenshot({ path: 'test-results/screens/library-speech.png' });
    await option.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(option).toHaveCount(0);
    await notice(page, 'was archived').getByRole('button', { name: 'Dismiss' }).click();
  });

  await test.step('a public preview opens without a sign-in until it is turned off', async () => {
    await fileOf(page, 'lamp.png').click();
    await details.getByRole('switch', { name: 'Anyone with the link can watch' }).click();
    const link = details.locator('.link [dir=ltr]');
    await expect(link).toHaveText(/^http/, { timeout: 30_000 });
    const url = (await link.textContent()) ?? '';
    expect((await fetch(url)).status).toBe(200);
    await details.getByRole('switch', { name: 'Anyone with the link can watch' }).click();
    await expect(link).toHaveCount(0);
    await expect.poll(async () => (await fetch(url)).status).not.toBe(200);
  });

  await test.step('a file is saved whole', async () => {
    await details.getByRole('button', { name: 'Save to…' }).click();
    const saved = details.locator('.path');
    await expect(saved).toContainText('lamp.png');
    const savedPath = (await saved.textContent()) ?? '';
    expect(existsSync(savedPath) && readFileSync(savedPath).equals(readFileSync(path('lamp.png')))).toBe(
      true,
    );
  });

  await test.step('files are archived after the notice, and not where the user undoes it', async () => {
    await fileOf(page, 'deck.pdf').click();
    await page.keyboard.press('Delete');
    await expect(fileOf(page, 'deck.pdf')).toHaveCount(0);
    await notice(page, '“deck.pdf” was archived').getByRole('button', { name: 'Undo' }).click();
    await expect(fileOf(page, 'deck.pdf')).toBeVisible();
    await fileOf(page, 'deck.pdf').click();
    await fileOf(page, 'notes.txt').click({ modifiers: ['Control'] });
    await expect(page.getByText('2 files selected')).toBeVisible();
    await page.keyboard.press('Delete');
    await expect(filesOf(page)).toHaveCount(3);
    const before = archivedCount;
    await notice(page, '2 files were archived').getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => archivedCount - before).toBe(2);
    await page.reload();
    await expect(fileOf(page, 'lamp.png')).toBeVisible();
    await expect(filesOf(page)).toHaveCount(3);
  });

  await test.step('it fits and is accessible in narrow windows', async () => {
    await fileOf(page, 'harbour.mp4').click();
    await expectAccessible(page);
    for (const [width, height] of [
      [1440, 900],
      [900, 600],
      [720, 450],
    ] as const) {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `test-results/screens/library-${String(width)}-${colorScheme}.png` });
        expect.soft(await findMisfits(page), `${String(width)} ${colorScheme}`).toEqual([]);
      }
    }
  });

  await test.step('a file becomes material of the present draft', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await fileOf(page, 'lamp.png').click();
    await details.getByRole('button', { name: 'Use in generation' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Generate');
    await expect(page.getByText('lamp.png')).toBeVisible();
  });
});
