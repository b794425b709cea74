import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { makePicture, makeTone } from '../../conformance/documented/tiny-media.ts';
import { dropFiles } from '../support/drop-files.ts';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';
import { writeDocuments } from '../support/real-inputs.ts';

test.describe.configure({ timeout: 300_000 });
// The app ends while the page is still open. A picture may be asked for before the service has made it small.
test.use({ toleratedComplaints: /net::ERR_|status of 404/, viewport: { width: 1440, height: 1400 } });

const isWhole = process.env['DAILIES_LIBRARY'] === 'all';

const filesOf = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Files of the library' }).getByRole('option');
const uploadsOf = (page: Page): Locator => page.getByRole('region', { name: 'Uploads to the library' });

function ffmpeg(...words: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', ...words]);
}

async function openLibrary(page: Page, address: string): Promise<void> {
  await openPage(page, address);
  await page.keyboard.press('Control+3');
  await expect(page.getByText('The library is empty')).toBeVisible();
}

/** Writes twenty files of every kind that the library takes, one of them a clip in 4K. */
async function writeMixed(folder: string): Promise<string[]> {
  const path = (name: string): string => join(folder, name);
  const clip = (size: string, name: string, ...codec: string[]): void => {
    const source = ['-f', 'lavfi', '-i', `testsrc2=duration=2:size=${size}:rate=25`];
    ffmpeg(...source, '-pix_fmt', 'yuv420p', ...codec, path(name));
  };
  const sound = (hertz: number, name: string): void => {
    ffmpeg('-f', 'lavfi', '-i', `sine=frequency=${String(hertz)}:duration=2`, path(name));
  };
  const hues = [20, 60, 120, 180, 240, 300];
  const stills = hues.map((hue) => `still-${String(hue)}.png`);
  for (const [index, name] of stills.entries()) writeFileSync(path(name), await makePicture(hues[index]));
  for (const ending of ['jpg', 'webp', 'tiff']) ffmpeg('-i', path('still-20.png'), path(`copy.${ending}`));
  clip('3840x2160', 'wide.mp4', '-preset', 'ultrafast');
  clip('320x180', 'small.mov', '-preset', 'ultrafast');
  clip('320x180', 'small.webm', '-c:v', 'libvpx', '-deadline', 'realtime');
  writeFileSync(path('tone.wav'), makeTone());
  for (const [index, name] of ['a.mp3', 'b.flac', 'c.ogg'].entries()) sound(200 + index * 100, name);
  const others = ['tone.wav', 'a.mp3', 'b.flac', 'c.ogg', ...(await writeDocuments(folder))];
  const clips = ['wide.mp4', 'small.mov', 'small.webm'];
  return [...stills, 'copy.jpg', 'copy.webp', 'copy.tiff', ...clips, ...others].map(path);
}

test('twenty files of all kinds dropped at once are in the library, a clip in 4K plays, and RAW is refused with what to do', async ({
  page,
  address,
  app,
}) => {
  const mixed = await writeMixed(app.folder);
  expect(mixed).toHaveLength(20);
  await openLibrary(page, address);
  await dropFiles(page, mixed);
  await expect(page.getByText('20 files', { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(uploadsOf(page)).toHaveCount(0, { timeout: 120_000 });
  for (const [name, kind] of [
    ['spinner.json', 'Lottie animation'],
    ['slides.pptx', 'Slides'],
    ['copy.tiff', 'Still'],
  ] as const)
    await expect(filesOf(page).filter({ hasText: name })).toContainText(kind);

  const wide = filesOf(page).filter({ hasText: 'wide.mp4' });
  await expect
    .poll(() => wide.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
  await wide.click();
  const details = page.locator('aside');
  const movie = details.getByRole('region', { name: 'Player, wide.mp4' }).locator('video');
  await expect
    .poll(() => movie.evaluate((video: HTMLVideoElement) => video.readyState), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(2);
  await page.keyboard.press('Space');
  await expect.poll(() => movie.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await expect(details.getByRole('button', { name: /3840 × 2160/ })).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/library-mixed.png' });

  const raw = join(app.folder, 'IMG_0001.CR2');
  const bomb = join(app.folder, 'bomb.svg');
  writeFileSync(raw, Buffer.concat([Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1'), Buffer.alloc(2_000)]));
  writeFileSync(bomb, '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg><text>&b;</text></svg>');
  await dropFiles(page, [raw, bomb]);
  const notices = page.getByLabel('Notifications');
  await expect(notices).toContainText('IMG_0001.CR2: RAW files cannot be read. Export a still as JPEG');
  await expect(notices).toContainText('bomb.svg cannot be used here.');
  await page.screenshot({ path: 'test-results/screens/library-refused.png' });
  await expect(page.getByText('20 files', { exact: true })).toBeVisible();
});

test.describe('a large library', () => {
  test.skip(!isWhole, 'DAILIES_LIBRARY=all');
  test.describe.configure({ timeout: 1_800_000 });

  test('200 files and a recording of three hours are taken, listed and played', async ({
    page,
    address,
    app,
  }) => {
    const names = Array.from({ length: 200 }, (_, index) => `still-${String(index)}.png`);
    for (const [hue, name] of names.entries())
      writeFileSync(join(app.folder, name), await makePicture((hue * 1.8) % 360));
    const recording = join(app.folder, 'meeting.mp3');
    const tone = 'sine=frequency=220:duration=10800:sample_rate=8000';
    ffmpeg('-f', 'lavfi', '-i', tone, '-b:a', '8k', recording);
    await openLibrary(page, address);
    const begin = Date.now();
    await dropFiles(page, [recording, ...names.map((name) => join(app.folder, name))]);
    await expect(uploadsOf(page)).toBeVisible();
    await expect(page.getByText(/^Adding/)).toHaveCount(0, { timeout: 1_200_000 });
    await expect(uploadsOf(page)).toHaveCount(0, { timeout: 600_000 });
    console.log(`201 uploads took ${String(Math.round((Date.now() - begin) / 1000))} s`);
    await filesOf(page).first().click();
    await page.keyboard.press('End');
    await expect(page.getByText('201 files', { exact: true })).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Order and filter' }).click();
    await page.getByRole('menuitemradio', { name: 'Audio' }).click();
    await expect(filesOf(page)).toHaveCount(1);
    await filesOf(page).click();
    const details = page.locator('aside');
    await expect(details.getByRole('button', { name: /3:00:00/ })).toBeVisible();
    const sound = details.getByRole('region', { name: 'Player, meeting.mp3' }).locator('video');
    await expect
      .poll(() => sound.evaluate((media: HTMLVideoElement) => media.duration))
      .toBeGreaterThan(10_790);
    await sound.evaluate((media: HTMLVideoElement) => {
      media.currentTime = 10_000;
    });
    await page.keyboard.press('Space');
    await expect
      .poll(() => sound.evaluate((media: HTMLVideoElement) => media.currentTime))
      .toBeGreaterThan(10_000);
    await page.screenshot({ path: 'test-results/screens/library-large.png' });
  });
});
