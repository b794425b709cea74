import type { Page } from '@playwright/test';
import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { addPicture, changeCut, yourCut } from '../support/cut/your-cut.ts';
import { expectAccessible, expectNoGraveViolations } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.use({ viewerSource: 'cut' });

const projectId = 'prj_0000';
const refused: ErrorBody = {
  code: 'generation_failed',
  message: 'The tool refused the prompt.',
  details: {},
};
const takes = (page: Page, of: 'picture' | 'voice') =>
  page.getByRole('listbox', { name: `Takes of the ${of}` }).getByRole('option');

async function pictureOf(main: FakeMain, index: number): Promise<string | undefined> {
  return (await yourCut(main)).scenes[index]?.pictures[0].mediaId;
}

async function openScene(page: Page, address: string, number: number): Promise<void> {
  await openPage(page, `${address}/#/projects/${projectId}`);
  await page
    .getByRole('listbox', { name: 'Scenes' })
    .getByRole('option')
    .nth(number - 1)
    .click();
  await page.getByRole('group', { name: `Scene ${String(number)}`, exact: true }).waitFor();
}

test('arrow keys show the next and the previous take while the scene plays', async ({
  page,
  address,
  main,
}) => {
  const first = await addPicture(main, '1');
  const second = await addPicture(main, '1');
  await openScene(page, address, 1);
  await expect(takes(page, 'picture')).toHaveCount(3);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await takes(page, 'picture').first().focus();
  for (const [key, shown] of [
    ['ArrowDown', first],
    ['ArrowDown', second],
    ['ArrowUp', first],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => pictureOf(main, 0)).toBe(shown);
    await expect(takes(page, 'picture').and(page.locator('[aria-selected=true]'))).toBeFocused();
  }
});

test('pictures that a tool makes run on their scene and become its takes', async ({
  page,
  address,
  main,
}) => {
  await openScene(page, address, 2);
  await page.getByRole('button', { name: 'Generate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate takes' });
  const description = dialog.getByLabel('Description');
  await expect(description, 'the words of the scene and the style').toHaveValue(
    'Lamps go out one by one along the quay.\nInk drawing',
  );
  await expectAccessible(page);
  await description.fill('Lamps along a quay at dawn');
  await dialog.getByLabel('Number of results').fill('2');
  await dialog.getByRole('radio', { name: 'High' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const running = page.getByRole('progressbar', { name: 'Lamps along a quay at dawn: being made' });
  await expect(running).toHaveCount(2);
  const prompt = 'Lamps along a quay at dawn';
  const image = {
    tool: 'picture',
    operation: 'generateImage',
    body: { prompt, quality: 'HIGH' },
    title: prompt,
  };
  expect(main.cuts.orders).toEqual([image, image]);
  main.cuts.endTake('take-1');
  await expect(running).toHaveCount(1);
  await expect(takes(page, 'picture')).toHaveCount(2);
  await takes(page, 'picture').filter({ hasText: 'take-1.png' }).click();
  await expect.poll(() => pictureOf(main, 1)).toBe('take-1');
});

test('a clip as long as its scene that could not be made says why, and is made again', async ({
  page,
  address,
  main,
}) => {
  await openScene(page, address, 1);
  await page.getByRole('button', { name: 'Generate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate takes' });
  await dialog.getByRole('radio', { name: 'Clip' }).check({ force: true });
  await dialog.getByLabel('Description').fill('Gulls');
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  const running = page.getByRole('progressbar', { name: 'Gulls: being made' });
  await expect(running).toBeVisible();
  const clip = {
    tool: 'picture',
    operation: 'generateVideoClip',
    body: { prompt: 'Gulls', durationSeconds: 4 },
    title: 'Gulls',
  };
  expect(main.cuts.orders).toEqual([clip]);
  main.cuts.endTake('take-1', refused);
  await expect(page.getByText(/generation failed/i).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(running).toBeVisible();
  expect(main.calls).toContain('cut.retryTake');
});

test('the service’s refusal of a take leaves the dialog with its words', async ({ page, address, main }) => {
  await openScene(page, address, 1);
  await page.getByRole('button', { name: 'Generate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate takes' });
  await dialog.getByLabel('Description').fill('Gulls');
  main.failNext('cut.addTake', new AppError('insufficient_credits', 'No credits.'));
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copy details' })).toBeVisible();
  await expect(dialog.getByLabel('Description')).toHaveValue('Gulls');
});

test('a line is said again with a respelled word, which the next time begins with', async ({
  page,
  address,
  main,
}) => {
  main.cuts.narration = { ...main.cuts.narration, voiceId: 'en-ines', voiceSpeed: 1.2 };
  await openScene(page, address, 4);
  await page.getByRole('button', { name: 'Say it again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Say it again' });
  await expect(dialog.getByLabel('Spoken text')).toHaveValue(
    'A pilot boat cuts the flat water into two mirrors.',
  );
  await expect(dialog.getByLabel('Spoken text')).toBeFocused();
  await dialog.getByLabel('Word 1').fill('quay');
  await dialog.getByLabel('Said as 1').fill('key');
  await expect(dialog.getByLabel('Word 2'), 'another row').toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Say it', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  expect(main.cuts.orders).toEqual([
    {
      tool: 'speech',
      text: 'A pilot boat cuts the flat water into two mirrors.',
      voiceId: 'en-ines',
      voiceSpeed: 1.2,
      languageCode: 'en',
      respellings: [{ word: 'quay', respelling: 'key' }],
    },
  ]);
  await expect(page.getByRole('progressbar', { name: /A pilot boat .*: being made/ })).toBeVisible();
  main.cuts.endTake('voice-take-1');
  await expect(takes(page, 'voice')).toHaveCount(2);

  main.cuts.narration = { ...main.cuts.narration, respellings: [{ word: 'quay', respelling: 'key' }] };
  await page.getByRole('button', { name: 'Say it again…' }).click();
  await expect(dialog.getByLabel('Word 1')).toHaveValue('quay');
  await expect(dialog.getByLabel('Said as 1')).toHaveValue('key');
});

test('a take that is not shown is removed by the menu of the row, and one being made beside its words', async ({
  page,
  address,
  main,
}) => {
  const first = await addPicture(main, '1');
  await addPicture(main, '1');
  await openScene(page, address, 1);
  await takes(page, 'picture').nth(1).click();
  await expect.poll(() => pictureOf(main, 0)).toBe(first);
  await page.getByRole('button', { name: 'Remove a take' }).click();
  await page.getByRole('menuitem', { name: 'Remove take 3 library.png' }).click();
  await expect(takes(page, 'picture')).toHaveCount(2);
  expect(main.cuts.takes.map(({ takeId }) => takeId)).toEqual([first]);

  await page.getByRole('button', { name: 'Generate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate takes' });
  await dialog.getByLabel('Description').fill('Gulls');
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  const row = page.getByRole('listbox', { name: 'Scenes' }).getByRole('option').first();
  await expect(row).toContainText('a take is being made');
  await page.getByRole('button', { name: 'Remove take Gulls' }).click();
  await expect(row).not.toContainText('a take is being made');
  expect(main.cuts.takes.map(({ takeId }) => takeId)).toEqual([first]);
});

test('a take whose file is gone is found in another place, and shown again', async ({
  page,
  address,
  main,
}) => {
  const takeId = await addPicture(main, '3');
  const [take] = main.cuts.takes;
  if (take) Object.assign(take, { state: 'missing', media: null, mediaPath: null });
  await openScene(page, address, 3);
  const missing = takes(page, 'picture').filter({ hasText: 'missing · library.png' });
  await expect(missing).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  const still = await page.request.get(`${address}/media/cuts/local/${projectId}/yours/still-4/x`);
  const file = { name: 'crane.png', mimeType: 'image/png', buffer: await still.body() };
  main.failNext(
    'cut.findTake',
    new AppError('conflict', 'Another file.', { details: { reason: 'another_file' } }),
  );
  for (const isFound of [false, true]) {
    const chosen = page.waitForEvent('filechooser');
    await page.locator('button', { hasText: 'Find…' }).click();
    await (await chosen).setFiles(file);
    if (!isFound) await expect(page.getByRole('button', { name: 'Copy details' })).toBeVisible();
  }
  await takes(page, 'picture').filter({ hasText: 'crane.png' }).click();
  await expect.poll(() => pictureOf(main, 2)).toBe(takeId);
  await expect(page.locator('button', { hasText: 'Find…' })).toHaveCount(0);
});

const looks = [
  { name: 'light', scheme: 'light', language: 'en', width: 1280, height: 800 },
  { name: 'dark', scheme: 'dark', language: 'en', width: 1280, height: 800 },
  { name: '900', scheme: 'dark', language: 'en', width: 900, height: 600 },
  { name: '200-percent', scheme: 'light', language: 'en', width: 640, height: 400 },
  { name: 'arabic', scheme: 'light', language: 'ar', width: 1280, height: 800 },
] as const;

for (const { name, scheme, language, width, height } of looks) {
  test(`takes in every state and notes fit, ${name}`, async ({ page, address, main }) => {
    for (let count = 0; count < 6; count += 1) await addPicture(main, '1');
    const [gone, , failed, running] = main.cuts.takes;
    const prompt = 'The harbour before the first ferry leaves, with gulls and one lamp that is still burning';
    if (gone) Object.assign(gone, { state: 'missing', media: null, mediaPath: null });
    if (failed) Object.assign(failed, { state: 'failed', media: null, prompt, error: refused });
    if (running) Object.assign(running, { state: 'running', media: null, prompt, jobId: 'job-1' });
    const note = { kind: 'note', sceneId: '1', oldText: null, author: 'Ines', isDone: false } as const;
    const changes = [
      'Too dark',
      'The gull on the left is cut off by the edge of the picture; frame it wider',
    ].map((text, index) => ({ ...note, frame: index * 20, text }));
    await changeCut(main, ...changes);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    main.settings = { ...main.settings, language };
    await openPage(page, `${address}/#/projects/${projectId}`);
    await page.getByRole('option', { name: 'Harbour lights' }).first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.take').first().scrollIntoViewIfNeeded();
    await page.screenshot({ path: `test-results/takes/takes-${name}.png` });
    await expectNoGraveViolations(page);
    expect(await findMisfits(page)).toEqual([]);
    await page.locator('input[type=checkbox]').last().scrollIntoViewIfNeeded();
    await page.screenshot({ path: `test-results/takes/notes-${name}.png` });
    expect(await findMisfits(page)).toEqual([]);
    for (const icon of ['sparkles', 'audio-lines']) {
      await page.locator('button', { has: page.locator(`.lucide-${icon}`) }).click();
      await page.locator('.panel.dialog').waitFor();
      await page.screenshot({ path: `test-results/takes/${icon}-${name}.png` });
      expect(await findMisfits(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
}
