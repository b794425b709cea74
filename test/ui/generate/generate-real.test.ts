import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makePicture } from '../../conformance/documented/tiny-media.ts';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';
import { recordVoice, secondsOf, writePdfDeck, writePowerPoint } from '../support/real-inputs.ts';
import { trayInspector, trayRows } from '../support/tray.ts';

test.describe.configure({ timeout: 300_000 });
test.use({ actionTimeout: 20_000 });
// The app ends while the page is still open. A project has no poster until its movie is rendered.
test.use({ toleratedComplaints: /net::ERR_|status of 404/, hasPlainDrafts: false });

const spoken = [
  'The ferry leaves the quay before the sun is up.',
  'Nobody speaks until the coffee is poured.',
  'Then the gulls come in from the breakwater.',
];
const pages = Array.from({ length: 12 }, (_, index) => `Pier ${String(index + 1)}`);

/** Drops files from the disk on the window, as a file manager does. */
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

/** Returns red, green and blue near the corner of a picture. */
function colorInside(picture: HTMLElement | SVGElement): readonly number[] {
  const canvas = picture.querySelector('canvas');
  return [...(canvas?.getContext('2d')?.getImageData(5, 5, 1, 1).data ?? [])].slice(0, 3);
}

/** Chooses a movie that takes a fifth of the time of the default one. */
async function chooseSmallMovie(page: Page): Promise<void> {
  await page.getByText('Finish with', { exact: true }).click();
  await page.getByRole('switch', { name: 'Render the movie at the end' }).check();
  await page.getByRole('radiogroup', { name: 'Movie quality' }).getByText('480p').click();
  await page.keyboard.press('Escape');
}

/** Starts the draft, opens its project and plays it. @returns the number of scenes and the length in seconds */
async function startAndPlay(
  page: Page,
  hasMovie = true,
): Promise<{ readonly scenes: number; readonly seconds: number }> {
  await page.getByRole('button', { name: 'Start generation' }).click();
  await page.getByLabel('Notifications').getByRole('button', { name: 'Show' }).click();
  // The row of an upload may still come in above and move it.
  await expect(async () => {
    await trayRows(page).filter({ hasText: 'Generation' }).first().click();
    await expect(trayInspector(page).getByText('Generation', { exact: true })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 60_000 });
  await trayInspector(page).getByRole('button', { name: 'Open project' }).click({ timeout: 180_000 });
  if (!hasMovie) {
    // The viewer shows the cut of a project without a movie.
    await page.getByText('Movie', { exact: true }).click();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
  }
  const movie = page.getByRole('region', { name: /^Player/ }).locator('video');
  await movie.waitFor({ timeout: 120_000 });
  await expect
    .poll(() => movie.evaluate((video: HTMLVideoElement) => video.readyState), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(2);
  await movie.evaluate((video: HTMLVideoElement) => video.play());
  await expect.poll(() => movie.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  // The scene count arrives after the movie.
  const counted = page.getByRole('button', { name: /^Copy Scenes: / });
  await expect(counted).toHaveText(/^\d/, { timeout: 60_000 });
  return {
    scenes: Number.parseInt((await counted.textContent()) ?? '', 10),
    seconds: await movie.evaluate((video: HTMLVideoElement) => video.duration),
  };
}

test('a recording, decks, cards, a prompt and an outline become movies that play', async ({
  page,
  address,
  app,
}) => {
  const path = (name: string): string => join(app.folder, name);
  await openPage(page, address);

  await test.step('Voiceover: a recording with pauses', async () => {
    recordVoice(path('take.wav'), spoken, 1.5);
    await drop(page, path('take.wav'));
    await expect(page.getByText('take.wav', { exact: true })).toBeVisible();
    // Cuts lie in the pauses. A part too short for a scene joins its neighbour.
    await chooseSmallMovie(page);
    const { scenes, seconds } = await startAndPlay(page);
    expect(scenes).toBe(2);
    expect(Math.abs(seconds - secondsOf(path('take.wav')))).toBeLessThan(0.2);
  });

  await test.step('Slideshow: a PDF of twelve pages', async () => {
    await page.keyboard.press('Control+1');
    await writePdfDeck(path('deck.pdf'), pages);
    await drop(page, path('deck.pdf'));
    await expect(page.getByText('deck.pdf', { exact: true })).toBeVisible();
    await page.getByText('Custom text', { exact: true }).click();
    await expect(page.getByRole('textbox', { name: /^Slide \d+$/ })).toHaveCount(12);
    const firstPage = page.getByRole('img', { name: 'Picture of slide 1', exact: true });
    await expect.poll(() => firstPage.evaluate(colorInside)).toEqual([51, 102, 153]);
    for (const [index, title] of pages.entries())
      await page.getByRole('textbox', { name: `Slide ${String(index + 1)}`, exact: true }).fill(`${title}.`);
    await chooseSmallMovie(page);
    expect(await startAndPlay(page)).toMatchObject({ scenes: 12 });
  });

  await test.step('Slideshow: a PowerPoint whose notes are spoken', async () => {
    await page.keyboard.press('Control+1');
    await page.getByRole('button', { name: 'New draft' }).click();
    await writePowerPoint(path('lamps.pptx'), [
      ['Lamps', 'Seventy lamps light the quay from dusk to dawn.'],
      ['Boats', 'And the boats come in, one after the other.'],
      ['Spare', 'Nobody hears of this one.'],
    ]);
    await drop(page, path('lamps.pptx'));
    await expect(page.locator('main').getByTitle('lamps.pptx').last()).toBeVisible();
    await page.getByText('Custom text', { exact: true }).click();
    const slide = page.getByRole('textbox', { name: /^Slide \d/ });
    await expect(slide).toHaveCount(2);
    await expect(page.getByRole('textbox', { name: 'Slide 1: Lamps' })).toHaveValue(
      'Seventy lamps light the quay from dusk to dawn.',
    );
    await page.getByRole('textbox', { name: 'Slide 2: Boats' }).fill('Then the boats come in.');
    await chooseSmallMovie(page);
    expect(await startAndPlay(page)).toMatchObject({ scenes: 2 });
    await expect(page.getByRole('listbox', { name: 'Transcript' }).getByRole('option')).toContainText([
      'Seventy lamps light the quay from dusk to dawn.',
      'Then the boats come in.',
    ]);
  });

  await test.step('Storyboard: eight cards, two of them clips', async () => {
    await chooseMode(page, 'Storyboard');
    await page.getByText('More', { exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Length of a card' }).fill('1');
    await page.keyboard.press('Escape');
    for (let card = 1; card <= 8; card += 1) {
      await page.getByRole('button', { name: 'Add card' }).click();
      await page.keyboard.type(`Ferry number ${String(card)} leaves the pier`);
      const kind = card === 3 || card === 6 ? 'Clip' : 'Still';
      await page
        .getByRole('radiogroup', { name: `Kind of card ${String(card)}` })
        .getByText(kind)
        .click();
    }
    await chooseSmallMovie(page);
    expect(await startAndPlay(page)).toEqual({ scenes: 8, seconds: 8 });
  });

  await test.step('Clip: a prompt with an opening frame', async () => {
    await chooseMode(page, 'Clip');
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Gulls over a pier');
    await page.getByRole('textbox', { name: 'Length' }).fill('1');
    writeFileSync(path('frame.png'), await makePicture());
    await drop(page, path('frame.png'));
    await expect(page.getByRole('listitem').filter({ hasText: 'frame.png' })).toBeVisible();
    await chooseSmallMovie(page);
    expect(await startAndPlay(page)).toEqual({ scenes: 1, seconds: 1 });
  });

  await test.step('Outline: a Markdown outline', async () => {
    await chooseMode(page, 'Outline');
    writeFileSync(
      path('points.md'),
      '# Ferries of the bay\n\n## Morning\n\n- The first one leaves at dawn\n- It carries **bread** and letters\n\n## Night\n\n- The last one brings the fishermen home\n',
    );
    await drop(page, path('points.md'));
    await expect(page.getByRole('textbox', { name: 'Outline' })).toHaveValue(/^# Ferries/);
    // Outlines have no movie quality, and a zoom takes most of the time of a large movie.
    await page.getByText('Finish with', { exact: true }).click();
    await page.getByRole('button', { name: 'Remove Slow zoom' }).click();
    await page.keyboard.press('Escape');
    // The generation of an outline renders no movie.
    expect(await startAndPlay(page, false)).toMatchObject({ scenes: 5 });
  });
});
