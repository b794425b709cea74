import type { Page } from '@playwright/test';
import type { WorkflowName } from '../../../src-shared/contract/start-generation.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.beforeEach(async ({ page, address }) => {
  await openPage(page, address);
});

async function choose(page: Page, name: string, ...files: { name: string; body: string }[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name, exact: true }).click();
  const mimeType = 'application/octet-stream';
  await (
    await choosing
  ).setFiles(files.map(({ name: file, body }) => ({ name: file, mimeType, buffer: Buffer.from(body) })));
}

async function drop(page: Page, ...files: { name: string; type: string }[]): Promise<void> {
  await page.evaluate((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, type } of dropped) transfer.items.add(new File(['some bytes'], name, { type }));
    const init = { dataTransfer: transfer, bubbles: true, cancelable: true };
    document.querySelector('main')?.dispatchEvent(new DragEvent('drop', init));
  }, files);
}

const mode = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'What the movie is made from' }).getByText(name, { exact: true });

/** Opens a part of the options in its pane. */
async function openPane(page: Page, name: 'More' | 'Finish with'): Promise<void> {
  await page.getByText(name, { exact: true }).first().click();
}

const zoom = { type: 'ADD_ZOOM' };
const dissolves = { type: 'ADD_TRANSITIONS', sectionTransition: 'FADE', assetTransition: 'FADE' };
const music = { type: 'GENERATE_MUSIC', prompt: 'Calm, warm background music without vocals' };

const wav = { name: 'take.wav', type: 'audio/wav' };

for (const [files, checked] of [
  [[wav], 'Voiceover'],
  [[{ name: 'take.mp3', type: 'audio/mpeg' }], 'Voiceover'],
  [[{ name: 'deck.pdf', type: 'application/pdf' }], 'Slideshow'],
  [[{ name: 'deck.pptx', type: '' }], 'Slideshow'],
] as const) {
  const [{ name }] = files;
  test(`${name} picks the mode and can be started`, async ({ page, main }) => {
    await drop(page, ...files);
    await expect(page.getByRole('radio', { name: new RegExp(`^${checked}`) })).toBeChecked();
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Start generation' }).click();
    await expect
      .poll(() => main.generations.requests)
      .toMatchObject([{ workflow: checked.toLowerCase(), materialId: 'mat-grant-1' }]);
    expect(main.calls).not.toContain('transfer.upload');
  });
}

test('captions dropped with a recording or after it are its transcript, which can be taken away', async ({
  page,
  main,
}) => {
  await drop(page, wav, { name: 'take.srt', type: '' });
  await expect(page.getByText('Transcript: take.srt')).toBeVisible();
  await page.getByRole('button', { name: 'Remove transcript' }).click();
  await expect(page.getByText(/Without a transcript/)).toBeVisible();
  await choose(page, 'Add captions', { name: 'other words.vtt', body: 'WEBVTT' });
  await expect(page.getByText('Transcript: other words.vtt')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => main.generations.requests)
    .toMatchObject([{ materialId: 'mat-grant-1-grant-2-plain-grant-3' }]);
});

test('a text dropped anywhere is the script, and on an outline the outline', async ({ page }) => {
  await mode(page, 'Clip').click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Gulls over a pier');
  await drop(page, { name: 'script.txt', type: 'text/plain' });
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('some bytes');
  await mode(page, 'Outline').click();
  await drop(page, { name: 'points.md', type: 'text/markdown' });
  await expect(page.getByRole('textbox', { name: 'Outline' })).toHaveValue('some bytes');
  await mode(page, 'Clip').click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Gulls over a pier');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Gulls over a pier');
});

test('the request contains the chosen options', async ({ page, main }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill('The harbour wakes.');
  await page.getByText('Generated', { exact: true }).click();
  await expect(page.getByRole('button', { name: /Start generation/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('textbox', { name: 'Style in words' }).fill('Pencil');
  await openPane(page, 'More');
  await page.getByRole('textbox', { name: 'Voice speed' }).fill('1.2');
  await page.getByRole('button', { name: 'Quality: Automatic' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await page.getByRole('textbox', { name: 'Production notes' }).fill('Autumn');
  await page.getByRole('button', { name: 'Add time range' }).click();
  const range = page.getByRole('group', { name: 'Time range 1' });
  await range.getByRole('textbox', { name: 'To', exact: true }).fill('3.5');
  await range.getByRole('textbox', { name: 'What to show' }).fill('A pier');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Finish with/ })).toContainText(
    'Slow zoom, Transitions, Generate music',
  );
  await openPane(page, 'Finish with');
  await page.getByRole('button', { name: 'Remove Transitions' }).click();
  await page.getByRole('button', { name: /^Show captions/ }).click();
  await page.getByRole('switch', { name: 'Render the movie at the end' }).check();
  const movieQuality = page.getByRole('radiogroup', { name: 'Movie quality' });
  await expect(movieQuality.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await movieQuality.getByText('1080p').click();
  await page.getByRole('switch', { name: 'Hide the project from lists' }).check();
  await page.getByRole('switch', { name: 'Keep the result for 48 hours only' }).check();
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => main.generations.requests)
    .toEqual([
      {
        workflow: 'script',
        script: 'The harbour wakes.',
        visualStyle: { type: 'AI_IMAGE', aiStyle: 'Pencil' },
        voiceSpeed: 1.2,
        quality: 'HIGH',
        workflowAgentContext: 'Autumn',
        scenes: [{ startSeconds: 0, endSeconds: 3.5, description: 'A pier' }],
        remixActions: [zoom, music, { type: 'ENABLE_CAPTIONS' }],
        autoExport: true,
        exportOptions: { quality: 'FULL_HIGH' },
        hideFromUi: true,
        isOutputTemporary: true,
      },
    ]);
});

test('cards of a storyboard are written, moved by keys, removed and put back', async ({ page, main }) => {
  await mode(page, 'Storyboard').click();
  await page.getByRole('button', { name: 'Add card' }).click();
  const prompt = page.getByRole('textbox', { name: 'What to show' });
  await expect(prompt).toBeFocused();
  await page.keyboard.type('A ferry leaves');
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(prompt.nth(1)).toBeFocused();
  await page.keyboard.type('Gulls follow');
  await page.getByRole('radiogroup', { name: 'Kind of card 2' }).getByText('Still').click();
  await prompt.nth(1).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('The card is now number 1 of 2')).toBeAttached();
  await expect(prompt.first()).toHaveValue('Gulls follow');
  await expect(prompt.first()).toBeFocused();
  await page.getByRole('button', { name: 'Remove card 1' }).click();
  await expect(prompt).toHaveCount(1);
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(prompt.first()).toHaveValue('Gulls follow');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => main.generations.requests)
    .toEqual([
      {
        workflow: 'storyboard',
        scenes: [{ prompt: 'Gulls follow', generation: { type: 'AI_IMAGE' } }, { prompt: 'A ferry leaves' }],
        defaultGeneration: { type: 'AI_VIDEO' },
        remixActions: [dissolves, music],
      },
    ]);
});

test('a dragged card passes a taller one once, at its middle', async ({ page }) => {
  await mode(page, 'Storyboard').click();
  const prompt = page.getByRole('textbox', { name: 'What to show' });
  for (const [index, words] of ['Gulls', 'Ferry\n'.repeat(9)].entries()) {
    await page.getByRole('button', { name: 'Add card' }).click();
    await prompt.nth(index).fill(words);
  }
  const order = async () =>
    (await prompt.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value[0]))).join(
      '',
    );
  const card = await page.getByRole('listitem', { name: 'Card 2', exact: true }).boundingBox();
  if (!card) throw new Error('The second card is not shown.');
  await page.locator('.grip').first().hover();
  await page.mouse.down();
  const orders = [await order()];
  for (const part of [0.1, 0.11, 0.1, 0.11, 0.6, 0.61, 0.6, 0.61]) {
    await page.mouse.move(card.x + card.width / 2, card.y + card.height * part);
    const present = await order();
    if (present !== orders.at(-1)) orders.push(present);
  }
  await page.mouse.up();
  expect(orders).toEqual(['GF', 'FG']);
});

test('a clip has an opening frame and references, an outline its material', async ({ page, main }) => {
  await mode(page, 'Clip').click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Gulls over a pier');
  await page.getByRole('textbox', { name: 'Length' }).fill('4');
  await drop(page, { name: 'frame.jpg', type: 'image/jpeg' }, { name: 'shot.mp4', type: 'video/mp4' });
  await expect(page.getByRole('listitem').filter({ hasText: 'frame.jpg' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('shot.mp4');
  await page.keyboard.press('Control+Enter');
  await mode(page, 'Outline').click();
  await page.getByRole('textbox', { name: 'Outline' }).fill('# Ferries');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => main.generations.requests)
    .toEqual([
      {
        workflow: 'clip',
        prompt: 'Gulls over a pier',
        durationSeconds: 4,
        imageMaterialIds: ['mat-grant-1'],
      },
      { workflow: 'outline', outlineMarkdown: '# Ferries', remixActions: [zoom, dissolves, music] },
    ]);
});

test.describe('slides that cannot be read', () => {
  test.use({ toleratedComplaints: /status of 404/ });

  test('are counted by hand, and their texts are sent in order', async ({ page, main }) => {
    await mode(page, 'Slideshow').click();
    await drop(page, { name: 'deck.pdf', type: 'application/pdf' });
    await page.getByText('Custom text', { exact: true }).click();
    for (const title of ['Good morning.', '', 'Good night.']) {
      await page
        .getByRole('textbox', { name: /^Slide/ })
        .last()
        .fill(title);
      await page.getByRole('button', { name: 'Add slide' }).click();
    }
    await page.getByRole('button', { name: 'Remove last' }).click();
    await page.getByRole('button', { name: 'Start generation' }).click();
    await expect
      .poll(() => main.generations.requests)
      .toMatchObject([{ workflow: 'slideshow', slideScripts: ['Good morning.', '', 'Good night.'] }]);
  });
});

for (const [name, workflow] of [
  ['Script', 'script'],
  ['Voiceover', 'voiceover'],
  ['Slideshow', 'slideshow'],
  ['Storyboard', 'storyboard'],
  ['Clip', 'clip'],
  ['Outline', 'outline'],
] as const satisfies readonly (readonly [string, WorkflowName])[]) {
  test(`${name} is accessible with everything open`, async ({ page }) => {
    await mode(page, name).click();
    if (workflow === 'storyboard') await page.getByRole('button', { name: 'Add card' }).click();
    if (workflow === 'voiceover') await drop(page, wav);
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expectAccessible(page);
    for (const pane of ['More', 'Finish with'] as const) {
      if (pane === 'More' && (workflow === 'outline' || workflow === 'clip')) continue;
      await page.getByRole('button', { name: new RegExp(`^${pane}`) }).click();
      if (pane === 'More' && workflow === 'voiceover')
        await page.getByText('Own style', { exact: true }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    }
  });
}

test('a caption style is previewed as it is set', async ({ page, address }) => {
  await openPage(page, `${address}/#/generate`);
  await page.getByText('Voiceover', { exact: true }).click();
  await page.getByText('More', { exact: true }).click();
  await page.getByText('Own style', { exact: true }).click();
  const words = page.getByRole('img', { name: 'How the captions look' }).locator('p');
  const size = () => words.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize));
  const before = await size();
  const field = page.getByLabel('Size', { exact: true });
  await field.fill('108');
  await field.blur();
  // Twice the default size.
  await expect.poll(async () => Math.round(((await size()) / before) * 100)).toBe(200);
});

test('a wrong number out of sight keeps a draft from being started, and is there as it was written', async ({
  page,
  main,
}) => {
  const wrong = page.getByText('Correct the invalid number first.').first();
  const length = page.getByRole('textbox', { name: 'Length' });
  await page.setViewportSize({ width: 900, height: 700 });
  await mode(page, 'Clip').click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Swifts over the roofs.');
  const options = page.getByRole('button', { name: /^Options/ });
  await options.click();
  await length.fill('450');
  await page.keyboard.press('Escape');
  await expect(length).toBeHidden();
  await page.keyboard.press('Control+Enter');
  await expect(wrong).toBeVisible();
  await options.click();
  await expect(length).toHaveValue('450');
  await length.fill('4');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => main.calls).toContain('generation.start');
});

test('a wrong number in a pane that was closed keeps a draft from being started', async ({ page, main }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill('Swifts fly over the roofs of the harbour.');
  const more = page.getByRole('button', { name: /^More/ });
  await more.click();
  const speed = page.getByRole('textbox', { name: 'Speed' });
  await speed.fill('12');
  await page.keyboard.press('Escape');
  await expect(speed).toBeHidden();
  await expect(page.getByRole('button', { name: /^More/ })).toContainText(
    'Correct the invalid number first.',
  );
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Correct the invalid number first.').first()).toBeVisible();
  expect(main.calls).not.toContain('generation.start');
  await more.click();
  await expect(speed).toHaveValue('12');
});

test('a wrong number is there as it was written in a window of another width, on coming back, and in its own draft alone', async ({
  page,
}) => {
  const start = page.getByRole('button', { name: 'Start generation' });
  const wrong = ['title', 'Correct the invalid number first.'] as const;
  const speed = page.getByRole('textbox', { name: 'Speed' });
  const more = page.getByRole('button', { name: /^More/ });
  await page.getByRole('textbox', { name: 'Script' }).fill('Swifts fly over the roofs of the harbour.');
  await more.click();
  await speed.fill('12');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 900, height: 700 });
  await expect(start).toHaveAttribute(...wrong);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(start).toHaveAttribute(...wrong);
  await page.getByRole('button', { name: 'Projects' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(start).toHaveAttribute(...wrong);
  await page.getByRole('button', { name: 'New draft' }).click();
  await expect(start).not.toHaveAttribute(...wrong);
  await page.getByRole('button', { name: /^Script Swifts/ }).click();
  await expect(start).toHaveAttribute(...wrong);

  await more.click();
  await expect(speed).toHaveValue('12');
  await expect(page.getByText('0.5 to 2')).toBeVisible();
  await speed.fill('1.2');
  await expect(start).not.toHaveAttribute(...wrong);
});

test('a wrong number keeps a draft from being started, and what a start by key sends is what is written', async ({
  page,
  main,
}) => {
  await mode(page, 'Clip').click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Swifts over the roofs.');
  const length = page.getByRole('textbox', { name: 'Length' });
  await length.fill('450');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Correct the invalid number first.').first()).toBeVisible();
  expect(main.calls).not.toContain('generation.start');
  await length.fill('4');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => main.calls).toContain('generation.start');
});

test('a recording is not offered another narrator', async ({ page, address }) => {
  await openPage(page, `${address}/#/generate`);
  await mode(page, 'Voiceover').click();
  await openPane(page, 'Finish with');
  const narrator = page.getByRole('button', { name: /^Narrator/ });
  await expect(narrator).toContainText('The recording is the voice');
  await expect(narrator).toBeDisabled();
});
