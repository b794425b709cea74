import { join } from 'node:path';
import { expect as usualExpect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';
import { recordVoice } from '../support/real-inputs.ts';

test.describe.configure({ timeout: 300_000 });
// The app ends while the page is still open. A project has no poster until its movie is rendered.
test.use({
  toleratedComplaints: /net::ERR_|status of 404/,
  viewerSource: 'cut',
  hasProject: { script: 'Harbour lights\n\nThe ferry leaves at dawn.', visualStyle: { type: 'STOCK' } },
});

/** Each step waits for the service, the disk and the page. */
const expect = usualExpect.configure({ timeout: 60_000 });

async function chooseTool(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+1');
  await page.getByRole('radiogroup', { name: 'What is made' }).getByText('Asset').click();
  await page.getByRole('radiogroup', { name: 'Kind of asset' }).getByText(name, { exact: true }).click();
}

/** Starts the form and returns the newest run once it has ended. */
async function make(page: Page, title: string | RegExp): Promise<Locator> {
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  const run = page.getByRole('listitem').filter({ hasText: title }).first();
  await expect(run.getByRole('button', { name: 'Vary' })).toBeVisible();
  return run;
}

test('pictures, speech and clips are made beside their form, and used in a scene', async ({
  page,
  address,
  app,
}) => {
  await openPage(page, address);
  await chooseTool(page, 'Image');
  const description = page.getByLabel('Description');
  await description.fill('Lamps along a quay');
  await page.getByLabel('Number of results').fill('2');
  const image = await make(page, 'Lamps along a quay');
  const pictures = image.locator('img');
  await expect(pictures).toHaveCount(2);
  await expect
    .poll(() => pictures.first().evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(100);
  await image.getByRole('button', { name: 'Vary' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Lamps' }).locator('img')).toHaveCount(4);

  await chooseTool(page, 'Speech');
  await page.getByLabel('Text to speak').fill('The pilot boat leaves.');
  await page.getByRole('button', { name: /^Voice: / }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const speech = await make(page, 'The pilot boat leaves.');
  const sound = speech.locator('audio');
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(0.5);

  await chooseTool(page, 'Clip');
  const frame = join(app.folder, 'Crane.png');
  await sharp({ create: { width: 640, height: 360, channels: 3, background: '#3a1f5c' } }).toFile(frame);
  await page.getByLabel('Opening frame', { exact: true }).setInputFiles(frame);
  await expect(page.getByText('Crane.png')).toBeVisible();
  await page.getByLabel('Length').fill('2');
  const clip = await make(page, 'Clip');
  await clip.getByRole('button', { name: /^Show .* large$/ }).click();
  const video = page.getByRole('dialog').locator('video');
  await expect.poll(() => video.evaluate((movie: HTMLVideoElement) => movie.duration)).toBeGreaterThan(1);
  await page.keyboard.press('Escape');

  await clip.getByRole('button', { name: 'Open its form' }).click();
  await page.reload();
  await expect(page.getByText('Crane.png'), 'the form is kept').toBeVisible();
  await expect(page.getByLabel('Length')).toHaveValue('2');

  const pictured = page.getByRole('listitem').filter({ hasText: 'Lamps' }).first();
  await pictured.getByRole('button', { name: 'Use', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'In a scene…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use in a scene' });
  await dialog.getByRole('button', { name: /^Project: / }).click();
  await page.keyboard.type('Harbour');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: /^Scene: / }).click();
  await page.keyboard.type('ferry');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add as a take' }).click();
  await page.getByLabel('Notifications').getByRole('button', { name: 'Open project' }).click();
  await page.getByRole('listbox', { name: 'Scenes' }).getByRole('option').nth(1).click();
  const takes = page.getByRole('listbox', { name: 'Takes of the picture' }).getByRole('option');
  await expect(takes).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Upscale image…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make' }).click();
  await expect(takes).toHaveCount(3);
  await expect(takes.last()).toContainText('upscaled');
});

/** Head of a raw still, which is that of a TIFF too. */
const rawStill = Buffer.concat([Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1'), Buffer.alloc(2_000)]);
const heic = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(2_000),
]);

test.describe('without a project', () => {
  test.use({ hasProject: null });

  test('every other tool makes its file from the window, and a run is cancelled', async ({
    page,
    address,
    app,
  }) => {
    await openPage(page, address);
    const describe = async (tool: string, words: string, seconds?: string): Promise<Locator> => {
      await chooseTool(page, tool);
      await page.getByLabel('Description', { exact: true }).fill(words);
      if (seconds !== undefined) await page.getByLabel('Length').fill(seconds);
      return make(page, new RegExp(`^\\s*${tool}\\s*${words}`));
    };
    await describe('Effect', 'Rain on a roof', '1');
    await describe('Motion graphic', 'Lower third: Jane Doe', '1');
    const edits = [
      [await describe('Image', 'A red boat'), ['Vectorize', 'Cut out image', '3D move']],
      [await describe('Clip', 'Waves at night', '1'), ['Cut out video', 'Upscale video']],
    ] as const;
    for (const [run, tools] of edits)
      for (const tool of tools) {
        await run.getByRole('button', { name: 'Edit', exact: true }).click();
        await page.getByRole('menuitem', { name: `${tool}…` }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Make' }).click();
        const edited = page.getByRole('listitem').filter({ hasText: tool }).first();
        await expect(edited.getByRole('button', { name: 'Vary' })).toBeVisible();
      }

    recordVoice(join(app.folder, 'greeting.wav'), ['Welcome to the harbour.'], 0.2);
    await chooseTool(page, 'Avatar');
    await page.getByRole('button', { name: /^Actor: / }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Recording', { exact: true }).setInputFiles(join(app.folder, 'greeting.wav'));
    await expect(page.getByText('greeting.wav')).toBeVisible();
    await make(page, 'Avatar');

    await chooseTool(page, 'Music');
    await page.getByLabel('Description', { exact: true }).fill('A calm waltz');
    await page.getByLabel('Number of results').fill('20');
    await page.getByRole('button', { name: 'Make', exact: true }).click();
    const waltz = page.getByRole('listitem').filter({ hasText: 'A calm waltz' });
    await waltz.getByRole('button', { name: 'Cancel “A calm waltz”' }).click();
    await expect(waltz.getByText('Cancelled')).toBeVisible();
  });

  test('drawings, raw stills and broken stills are refused at their field', async ({ page, address }) => {
    await openPage(page, address);
    await chooseTool(page, 'Image');
    const field = page.getByLabel('Reference images', { exact: true });
    const entities = Array.from({ length: 9 }, (_, index) => {
      return `<!ENTITY e${String(index + 1)} "${`&e${String(index)};`.repeat(10)}">`;
    });
    const bomb = `<!DOCTYPE svg [<!ENTITY e0 "x">${entities.join('')}]><svg><text>&e9;</text></svg>`;
    const refused = [
      { name: 'bomb.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(bomb) },
      { name: 'bomb.png', mimeType: 'image/png', buffer: Buffer.from(bomb) },
      { name: 'raw.cr2', mimeType: '', buffer: rawStill },
      { name: 'raw.jpg', mimeType: 'image/jpeg', buffer: rawStill },
      { name: 'phone.heic', mimeType: 'image/heic', buffer: heic },
    ];
    for (const file of refused) {
      await field.setInputFiles(file);
      await expect(page.locator('[data-field] [role=alert]').filter({ hasText: file.name })).toBeVisible();
    }
    await expect(page.getByText('0 of up to 4')).toBeVisible();
  });
});
