import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { makeTone } from '../../conformance/documented/tiny-media.ts';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';
import { levelAt, SeenMovie } from '../support/seen-movie.ts';

const script =
  'Harbour lights\n\nBefore the first ferry leaves, um, the gulls own the quay.\n\nLamps go out one by one.';

test.describe.configure({ timeout: 600_000 });
test.use({
  toleratedComplaints: /net::ERR_/,
  // Its movie has the size of those after remixes, with which it is compared.
  hasProject: { script, visualStyle: { type: 'STOCK' }, autoExport: true, exportOptions: {} },
});

const slow = { timeout: 240_000 };
/** Frequency of the sound from `makeTone`. */
const toneHertz = 180;
const still = 3;
const corner = { left: 0.05, right: 0.18, top: 0.08, bottom: 0.22 };
const upperBand = { left: 0.25, right: 0.75, bottom: 0.2 };
const lowerBand = { top: 0.75 };
const upperPart = { bottom: 0.7 };
const lowerPart = { top: 0.3 };

async function pick(page: Page, label: string, item: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click();
  await page.keyboard.type(item);
  await page.keyboard.press('Enter');
}

async function chooseFile(page: Page, button: string, path: string, name: string): Promise<void> {
  await page.getByRole('radio', { name: 'Your file' }).check({ force: true });
  const choosing = page.waitForEvent('filechooser');
  await page.locator('button', { hasText: button }).click();
  await (await choosing).setFiles(join(path, name));
  await expect(page.getByRole('status').getByText(name, { exact: true })).toBeVisible(slow);
}

/** Viewer of the project: runs one action after another and shows the resulting movie. */
class RemixScreen {
  readonly #page: Page;
  readonly #folder: string;
  #shown = '';
  #count = 0;

  constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  /** Waits until another movie is shown and returns it. */
  async look(): Promise<SeenMovie> {
    const address = () => this.#page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc);
    await expect.poll(address, slow).not.toBe(this.#shown);
    this.#shown = await address();
    const file = join(this.#folder, `seen-${String(this.#count)}.mp4`);
    writeFileSync(file, await (await this.#page.request.get(this.#shown)).body());
    return new SeenMovie(file);
  }

  /** Adds an action, sets its fields, starts it, has the movie rendered, and waits for it. */
  async run(action: string, set?: () => Promise<void>): Promise<SeenMovie> {
    return test.step(action, async () => {
      const name = this.#page.getByText(action, { exact: true });
      await this.#page.locator('[data-remix-card]').filter({ has: name }).click();
      await set?.();
      await this.#page.getByRole('button', { name: 'Start remix' }).click();
      this.#count += 1;
      const ended = this.#page.getByRole('listitem', { name: /^Remix,/ });
      await expect(ended).toHaveCount(this.#count);
      await expect(ended.first()).toContainText('1 action done', slow);
      await this.#page.getByRole('button', { name: 'Render', exact: true }).click();
      return this.look();
    });
  }
}

test('each action changes what is seen and heard as it says, and nothing else', async ({
  page,
  address,
  app,
}) => {
  const { folder } = app;
  const magenta = { width: 400, height: 300, channels: 3, background: '#ff00ff' } as const;
  await sharp({ create: magenta }).png().toFile(join(folder, 'logo.png'));
  writeFileSync(join(folder, 'tone.wav'), makeTone());
  await openPage(page, address);
  await page.keyboard.press('Control+2');
  await page.getByRole('option').first().click();
  await expect(page.locator('video')).toBeVisible(slow);
  const screen = new RemixScreen(page, folder);
  const first = await screen.look();
  await page.keyboard.press('Control+r');

  const plain = await screen.run('Hide captions');
  expect(first.change(still, { movie: plain }, lowerBand)).toBeGreaterThan(2);
  expect(first.change(still, { movie: plain }, upperPart)).toBeLessThan(0.5);

  const signed = await screen.run('Logo', async () => {
    await chooseFile(page, 'Choose image', folder, 'logo.png');
    await pick(page, 'Position', 'top left');
    await page.getByRole('textbox', { name: 'Width (relative to the frame)' }).fill('20');
  });
  const [redLevel = 0, greenLevel = 255, blueLevel = 0] = signed.color(still, corner);
  expect(redLevel).toBeGreaterThan(200);
  expect(greenLevel).toBeLessThan(60);
  expect(blueLevel).toBeGreaterThan(200);
  expect(plain.change(still, { movie: signed }, { ...lowerPart, top: 0.4 })).toBeLessThan(0.5);

  const captioned = await screen.run('Show captions', async () => {
    await page.getByRole('radiogroup', { name: 'Place' }).getByText('Top').click();
  });
  expect(signed.change(still, { movie: captioned }, upperBand)).toBeGreaterThan(2);
  expect(signed.change(still, { movie: captioned }, lowerPart)).toBeLessThan(0.5);

  const toned = await screen.run('Your music', async () => {
    await chooseFile(page, 'Choose audio file', folder, 'tone.wav');
    await page.getByRole('textbox', { name: 'Volume' }).fill('100');
  });
  expect(toned.toneLevel(toneHertz)).toBeGreaterThan(captioned.toneLevel(toneHertz) + 20);
  expect(captioned.change(still, { movie: toned })).toBeLessThan(0.1);

  const scored = await screen.run('Generate music', async () => {
    await page.getByRole('textbox', { name: 'Describe the music' }).fill('calm piano');
  });
  expect(scored.toneLevel(toneHertz)).toBeLessThan(toned.toneLevel(toneHertz) - 20);
  // Music fills the pauses, and the voice stays well above it.
  expect(levelAt(captioned.levels, 0.1)).toBeLessThan(-55);
  expect(levelAt(scored.levels, 0.1)).toBeGreaterThan(-45);
  expect(levelAt(scored.levels, 0.9) - levelAt(scored.levels, 0.1)).toBeGreaterThan(8);

  const cleaned = await screen.run('Clean up speech', async () => {
    await page.getByRole('textbox', { name: 'Longer than' }).fill('0.3');
  });
  expect(cleaned.seconds).toBeLessThan(scored.seconds - 0.5);

  const cut = cleaned.cutSeconds;
  const dissolved = await screen.run('Transitions', async () => {
    await pick(page, 'Between sections', 'fade');
    await pick(page, 'Between pictures', 'fade');
  });
  const before = { atSeconds: cut - 0.5 };
  const after = { atSeconds: cut + 0.8 };
  const middles = [-0.1, 0, 0.1].map((by) =>
    Math.min(dissolved.change(cut + by, before, lowerPart), dissolved.change(cut + by, after, lowerPart)),
  );
  expect(Math.max(...middles)).toBeGreaterThan(5);
  expect(dissolved.seconds).toBeCloseTo(cleaned.seconds, 1);

  const shuffled = await screen.run('Other stock pictures');
  const redrawn = await screen.run('Restyle stills', async () => {
    await page.getByRole('textbox', { name: 'Style' }).fill('Black and white ink');
  });
  for (const at of [0.5, cut + 1.5, cut + 4.5]) {
    expect(dissolved.change(at, { movie: shuffled }, lowerPart)).toBeGreaterThan(8);
    expect(shuffled.change(at, { movie: redrawn }, lowerPart)).toBeGreaterThan(8);
  }
  const [r = 0, g = 0, b = 0] = redrawn.color(cut + 1.5, lowerPart);
  expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(25);

  // Moving pictures take the longest to encode, so they come last.
  const zoomed = await screen.run('Slow zoom');
  expect(redrawn.change(cut + 1, { atSeconds: cut + 2 }, lowerPart)).toBeLessThan(0.3);
  expect(zoomed.change(cut + 1, { atSeconds: cut + 2 }, lowerPart)).toBeGreaterThan(0.8);

  const moving = await screen.run('Stills to clips');
  expect(moving.change(cut + 1, { atSeconds: cut + 2 }, lowerPart)).toBeGreaterThan(0.8);
  expect(zoomed.change(cut + 1.5, { movie: moving }, lowerPart)).toBeGreaterThan(0.8);

  const spoken = await screen.run('Narrator', async () => {
    await pick(page, 'Voice', 'english');
    await page.getByRole('textbox', { name: 'Speed' }).fill('1.8');
    await page.getByRole('button', { name: /^Presenter:/ }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  });
  expect(spoken.seconds).toBeLessThan(moving.seconds * 0.9);
});
