import { readFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { expect, openPage, test } from '../support/page-test.ts';
import { writePdfDeck, writePowerPoint } from '../support/real-inputs.ts';

const mode = (page: Page) =>
  page.getByRole('radiogroup', { name: 'What the movie is made from' }).getByText('Slideshow');
const narration = (page: Page, choice: string) =>
  page.getByRole('radiogroup', { name: 'Narration' }).getByText(choice, { exact: true });
const texts = (page: Page) => page.getByRole('group', { name: 'Text of the slides' }).getByRole('textbox');
const addSlide = (page: Page) => page.getByRole('button', { name: 'Add slide' });

/** Returns the bytes of a PowerPoint with a slide for each pair, followed by a hidden slide. */
async function powerPoint(
  path: string,
  ...slides: readonly (readonly [title: string, notes: string])[]
): Promise<Buffer> {
  await writePowerPoint(path, [...slides, ['Spare', 'Hidden.']]);
  return readFileSync(path);
}

function lampsAndBoats(info: TestInfo): Promise<Buffer> {
  return powerPoint(info.outputPath('deck.pptx'), ['Lamps', 'Lamps burn.'], ['Boats', 'Boats come.']);
}

test.beforeEach(async ({ page, address }) => {
  await openPage(page, address);
  await mode(page).click();
});

/** Chooses a deck, whose bytes the page then reads from main's address. */
async function giveDeck(page: Page, button: string, name: string, bytes: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  const chooser = await choosing;
  await page.route('**/materials/**', (route) => route.fulfill({ body: bytes }));
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await expect(page.getByTitle(name)).toBeVisible();
}

test('slides without narration are not said to be spoken', async ({ page }) => {
  await expect(page.getByText('Each slide stays while its text is spoken.')).toBeVisible();
  await narration(page, 'None').click();
  await expect(page.getByText('The slides are shown without a voice.')).toBeVisible();
  await expect(page.getByText('Each slide stays while its text is spoken.')).toHaveCount(0);
});

test('texts written for slides are restored after the notes were chosen, on another screen too', async ({
  page,
}, info) => {
  const deck = await lampsAndBoats(info);
  await giveDeck(page, 'Choose slides', 'deck.pptx', deck);
  await narration(page, 'Custom text').click();
  await texts(page).nth(1).fill('Boats are late.');
  await narration(page, 'Notes').click();
  await expect(texts(page)).toHaveCount(0);
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+1');
  await narration(page, 'Custom text').click();
  await expect(texts(page).nth(0)).toHaveValue('Lamps burn.');
  await expect(texts(page).nth(1)).toHaveValue('Boats are late.');
});

test('two pages write to slides at once: neither loses a text or the field it is in', async ({
  page,
  address,
}, info) => {
  const slides = [
    ['Lamps', 'Lamps burn.'],
    ['Boats', 'Boats come.'],
  ] as const;
  const deck = await powerPoint(info.outputPath('deck.pptx'), ...slides);
  await giveDeck(page, 'Choose slides', 'deck.pptx', deck);
  await narration(page, 'Custom text').click();
  const other = await page.context().newPage();
  let readCount = 0;
  await other.route('**/materials/**', (route) => {
    readCount += 1;
    return route.fulfill({ body: deck });
  });
  await openPage(other, address);
  await texts(other).nth(1).focus();
  await texts(page).nth(0).fill('Lamps go out.');
  await expect(texts(other).nth(0)).toHaveValue('Lamps go out.');
  await expect(texts(other).nth(1)).toBeFocused();
  await texts(other).nth(1).fill('Boats are late.');
  await expect(texts(page).nth(1)).toHaveValue('Boats are late.');
  await expect(texts(page).nth(0)).toHaveValue('Lamps go out.');
  expect(readCount).toBe(1);
});

test('another deck brings its notes while nothing was written, and only its slides are sent', async ({
  page,
  main,
}, info) => {
  const path = info.outputPath('deck.pptx');
  const first = await powerPoint(
    path,
    ['Lamps', 'Lamps burn.'],
    ['Boats', 'Boats come.'],
    ['Gulls', 'Gulls cry.'],
  );
  const second = await powerPoint(path, ['Tides', 'Tides turn.'], ['Ropes', 'Ropes creak.']);
  const third = await powerPoint(path, ['Bells', 'Bells ring.']);
  await giveDeck(page, 'Choose slides', 'first.pptx', first);
  await narration(page, 'Custom text').click();
  await expect(texts(page)).toHaveCount(3);
  await giveDeck(page, 'Replace', 'second.pptx', second);
  await expect(texts(page)).toHaveCount(2);
  await expect(texts(page).nth(0)).toHaveValue('Tides turn.');
  await texts(page).nth(0).fill('The tide is out.');
  await giveDeck(page, 'Replace', 'third.pptx', third);
  await expect(texts(page)).toHaveCount(1);
  await expect(texts(page)).toHaveValue('The tide is out.');
  await page.getByRole('button', { name: 'Start generation' }).click();
  await expect
    .poll(() => main.generations.requests)
    .toMatchObject([{ workflow: 'slideshow', slideScripts: ['The tide is out.'] }]);
  await giveDeck(page, 'Replace', 'second.pptx', second);
  await expect(texts(page).nth(1)).toHaveValue('Ropes creak.');
  await giveDeck(page, 'Replace', 'first.pptx', first);
  await expect(texts(page).nth(2)).toHaveValue('Gulls cry.');
  await expect(texts(page).nth(0)).toHaveValue('The tide is out.');
});

test('a deck that cannot replace another leaves it, which is said', async ({ page }, info) => {
  await giveDeck(page, 'Choose slides', 'first.pptx', await lampsAndBoats(info));
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  const broken = { name: 'broken.pptx', mimeType: 'application/octet-stream', buffer: Buffer.alloc(0) };
  await (await choosing).setFiles(broken);
  await expect(page.getByText(/^broken\.pptx: .* “first\.pptx” is still used\.$/)).toBeVisible();
  await expect(page.getByTitle('first.pptx')).toBeVisible();
});

test('the slides are written to once the deck is read, and counted by hand without one', async ({
  page,
}, info) => {
  const deck = await lampsAndBoats(info);
  await narration(page, 'Custom text').click();
  await expect(addSlide(page)).toBeVisible();
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  await giveDeck(page, 'Choose slides', 'deck.pptx', deck);
  await expect(texts(page)).toHaveCount(2);
  await page.route('**/materials/**', async (route) => {
    await held;
    await route.fulfill({ body: deck }).catch(() => undefined);
  });
  await page.reload();
  await expect(page.getByRole('progressbar', { name: 'Reading the slides…' })).toBeVisible();
  await expect(texts(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove deck.pptx' }).click();
  await expect(addSlide(page)).toBeVisible();
  letGo(undefined);
  await expect(texts(page).nth(0)).toHaveValue('Lamps burn.');
});

for (const [what, damage] of [
  ['a slide that is not there', ['ppt/slides/s2.xml', 'ppt/slides/lost.xml', 0]],
  ['a part that is too large', ['ppt/slides/s2.xml', 'ppt/slides/s2.xml', 9 * 1024 ** 2]],
] as const) {
  test(`a deck with ${what} is counted by hand`, async ({ page }, info) => {
    const deck = await powerPoint(
      info.outputPath('deck.pptx'),
      ['Lamps', 'Lamps burn.'],
      ['Boats', 'Boats come.'],
    );
    const parts = unzipSync(deck);
    const [part, as, extraBytes] = damage;
    const { [part]: slide = Buffer.of(), ...others } = parts;
    const damaged = zipSync({ ...others, [as]: Buffer.concat([slide, Buffer.alloc(extraBytes, ' ')]) });
    await giveDeck(page, 'Choose slides', 'deck.pptx', Buffer.from(damaged));
    await narration(page, 'Custom text').click();
    await expect(addSlide(page)).toBeVisible();
    await expect(texts(page)).toHaveCount(1);
    await expect(texts(page)).toHaveValue('');
  });
}

test('the fonts of a PDF leave the page with it', async ({ page }, info) => {
  const path = info.outputPath('deck.pdf');
  await writePdfDeck(path, ['Lamps', 'Boats']);
  const fontCount = () => page.evaluate(() => document.fonts.size);
  const before = await fontCount();
  await giveDeck(page, 'Choose slides', 'deck.pdf', readFileSync(path));
  await narration(page, 'Custom text').click();
  await expect.poll(fontCount).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Remove deck.pdf' }).click();
  await expect.poll(fontCount).toBe(before);
});

test('a deck that is still being read is not sent with texts that are not its own', async ({
  page,
  main,
}) => {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose slides', exact: true }).click();
  const deck = { name: 'deck.pptx', mimeType: 'application/octet-stream', buffer: Buffer.from('slow') };
  const reading = Promise.withResolvers<null>();
  await page.route('**/materials/**', async (route) => {
    await reading.promise;
    await route.fulfill({ body: deck.buffer });
  });
  await (await choosing).setFiles(deck);
  await narration(page, 'Custom text').click();
  await expect(page.getByText('Reading the slides').first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Wait until the slides are read.').first()).toBeVisible();
  expect(main.calls).not.toContain('generation.start');
  reading.resolve(null);
  // The page cannot read the deck, so the user writes the texts for a number of slides.
  await texts(page).first().fill('Lamps burn.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => main.calls).toContain('generation.start');
});
