import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makeDeck, makePicture, makeTone } from '../conformance/documented/tiny-media.ts';
import { openPage } from './support/page-test.ts';
import { test } from './support/real-app.ts';

test.describe.configure({ timeout: 240_000 });
// The app is ended under the page. A project has no poster until its movie is rendered.
test.use({ toleratedComplaints: /net::ERR_|status of 404/, hasPlainDrafts: false });

const captions = '1\n00:00:00,000 --> 00:00:01,000\nHarbour lights at dawn.\n';

/** Drops files of the disk on the window, as a file manager does. */
async function drop(page: Page, ...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data });
  }
}

async function chooseMode(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+1');
  await page.getByRole('radiogroup', { name: 'What the movie is made from' }).getByText(name).click();
}

/** Starts the draft, opens what was made of it and plays it. */
async function startAndPlay(page: Page): Promise<void> {
  const open = page
    .getByRole('region', { name: 'Generations' })
    .getByRole('button', { name: 'Open project' });
  const finished = await open.count();
  await page.getByRole('button', { name: 'Start generation' }).click();
  await expect(open).toHaveCount(finished + 1, { timeout: 120_000 });
  await open.first().click();
  const movie = page.getByRole('region', { name: /^Player/ }).locator('video');
  await expect
    .poll(() => movie.evaluate((video: HTMLVideoElement) => video.readyState), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(2);
  await movie.evaluate((video: HTMLVideoElement) => video.play());
  await expect.poll(() => movie.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
}

test('what is dropped or written in each mode becomes a movie that plays', async ({ page, address, app }) => {
  const path = (name: string, content: Buffer | string): string => {
    writeFileSync(join(app.folder, name), content);
    return join(app.folder, name);
  };
  await openPage(page, address);

  await test.step('Voiceover', async () => {
    await drop(page, path('take.wav', makeTone()), path('take.srt', captions));
    await expect(page.getByText('Transcript: take.srt')).toBeVisible();
    await startAndPlay(page);
  });

  await test.step('Slideshow', async () => {
    await page.keyboard.press('Control+1');
    await drop(page, path('deck.pdf', await makeDeck()));
    await expect(page.getByText('deck.pdf', { exact: true })).toBeVisible();
    await page.getByText('Own text', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Slide 1' }).fill('Good morning.');
    await startAndPlay(page);
  });

  await test.step('Storyboard', async () => {
    await chooseMode(page, 'Storyboard');
    await page.getByRole('textbox', { name: 'Length of a card' }).fill('1');
    await page.getByRole('button', { name: 'Add card' }).click();
    await page.keyboard.type('A ferry leaves the pier');
    await page.getByRole('radiogroup', { name: 'Kind of card 1' }).getByText('Still').click();
    await page.getByRole('button', { name: 'Add card' }).click();
    await page.keyboard.type('Gulls follow it');
    await startAndPlay(page);
  });

  await test.step('Clip', async () => {
    await chooseMode(page, 'Clip');
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Gulls over a pier');
    await page.getByRole('textbox', { name: 'Length' }).fill('1');
    await drop(page, path('frame.png', await makePicture()));
    await expect(page.getByRole('listitem').filter({ hasText: 'frame.png' })).toBeVisible();
    await startAndPlay(page);
  });

  await test.step('Outline', async () => {
    await chooseMode(page, 'Outline');
    await drop(page, path('points.md', '# Ferries\n\n- The first one leaves at dawn\n'));
    await expect(page.getByRole('textbox', { name: 'Outline' })).toHaveValue(/^# Ferries/);
    await startAndPlay(page);
  });
});
