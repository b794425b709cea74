import { AppError } from '../../../src-shared/app-error.ts';
import { itemsOf } from '../../fakes/page/fake-activity.ts';
import { expect, openPage, test } from '../support/page-test.ts';
import { trayInspector, trayOf, trayRows } from '../support/tray.ts';

const script = 'Harbour lights. Before the first ferry leaves, the harbour belongs to the gulls.';

test.beforeEach(async ({ page, address }) => {
  await openPage(page, address);
});

test('a script is written, started, followed and opened with the keyboard alone', async ({ page, main }) => {
  await page.keyboard.press('Control+1');
  const editor = page.getByRole('textbox', { name: 'Script' });
  for (
    let presses = 0;
    presses < 16 && !(await editor.evaluate((each) => each === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(editor).toBeFocused();
  await page.keyboard.type(script);
  await expect(page.getByText('13 words')).toBeVisible();

  const landscape = page.getByRole('radio', { name: '16:9' });
  while (!(await landscape.evaluate((each) => each === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeFocused();
  await page.keyboard.type('kingdom');
  await expect(page.getByRole('option', { name: /United Kingdom/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Language: English (United Kingdom)' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Voice' })).toBeFocused();
  await page.keyboard.type('ines');
  await expect(page.getByRole('option', { name: /^Ines/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Voice: / })).toBeFocused();

  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Notifications')).toContainText('Added: Harbour lights');
  await expect(page.getByRole('contentinfo')).toContainText('1 waiting');
  expect(main.generations.requests).toEqual([
    {
      workflow: 'script',
      script,
      aspectRatio: '9:16',
      visualStyle: { type: 'STOCK' },
      voiceId: 'en-GB-ines',
      language: 'en-GB',
      // Default finish of drafts for the local service.
      remixActions: [
        { type: 'ADD_ZOOM' },
        { type: 'ADD_TRANSITIONS', sectionTransition: 'FADE', assetTransition: 'FADE' },
        { type: 'GENERATE_MUSIC', prompt: 'Calm, warm background music without vocals' },
      ],
    },
  ]);

  main.step();
  main.step();
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('grid').getByRole('progressbar', { name: /Harbour lights/ })).toHaveAttribute(
    'aria-valuetext',
    'Reading the script',
  );
  await page.keyboard.press('Escape');
  await expect(trayOf(page)).toHaveCount(0);
  main.generations.stepSize = 1;
  main.step();
  const open = page.getByLabel('Notifications').getByRole('button', { name: 'Open project' });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour lights' })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Position' })).toBeFocused();
});

test('nothing can be started without words, and the button says so', async ({ page, main }) => {
  const start = page.getByRole('button', { name: /Start generation/ });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await expect(start).toHaveAttribute('title', 'Write or drop a script first.');
  await start.click({ force: true });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Notifications')).toContainText('Write or drop a script first.');
  expect(main.calls).not.toContain('generation.start');
});

test('the same draft is not started twice by pressing the key twice', async ({ page, main }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('This script has already been started with these options.')).toBeVisible();
  expect(main.generations.requests).toHaveLength(1);
  await page.getByLabel('Notifications').getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('2 waiting');
});

test('a draft is started again from its notice while another one is shown', async ({ page, main }) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  await editor.fill(script);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const startAgain = page.getByLabel('Notifications').getByRole('button', { name: 'Start again' });
  await expect(startAgain).toBeVisible();
  await page.getByRole('button', { name: 'New draft' }).click();
  await editor.fill('Wind over Patagonia.');
  await startAgain.click();
  await expect(editor).toHaveValue(script);
  await expect(page.getByRole('contentinfo')).toContainText('2 waiting');
  expect(main.generations.requests.map((each) => each.workflow === 'script' && each.script)).toEqual([
    script,
    script,
  ]);
});

test('a draft is started again from its notice while a wrong number holds up the one shown', async ({
  page,
}) => {
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const startAgain = page.getByLabel('Notifications').getByRole('button', { name: 'Start again' });
  await expect(startAgain).toBeVisible();
  await page.getByText('Clip', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Length' }).fill('99');
  await startAgain.click();
  await expect(page.getByRole('contentinfo')).toContainText('2 waiting');
});

test('only the button that a key presses shows the key', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await expect(page.getByRole('button', { name: 'Start generation' })).toHaveText(/Ctrl\+Enter/);
  await page.keyboard.press('Control+Enter');
  const again = page.getByRole('button', { name: 'Start again' });
  await expect(again).toHaveText('Start again');
  await again.click();
  await expect(page.getByRole('contentinfo')).toContainText('2 waiting');
});

test('a double click and a held key start a draft once', async ({ page, main }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await page.getByRole('button', { name: /Start generation/ }).dblclick({ delay: 80 });
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Script' }).fill(`${script} They are loud.`);
  const start = page.getByRole('button', { name: /Start generation/ });
  await start.focus();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('2 waiting');
  expect(main.generations.requests).toHaveLength(2);
});

test('the same draft is not started twice by the key over a reload', async ({ page, main }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('This script has already been started with these options.')).toBeVisible();
  expect(main.generations.requests).toHaveLength(1);
});

test('a cleared script comes back by the keys of undo, and by the notice without losing what was written since', async ({
  page,
}) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  await editor.fill('An older draft.');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(editor).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(editor).toHaveValue('An older draft.');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.type('A newer one.');
  const notices = page.getByLabel('Notifications');
  await notices.locator('.toast', { hasText: 'cleared' }).last().getByText('Undo').click();
  await expect(editor).toHaveValue('An older draft.');
  await notices.locator('.toast', { hasText: 'Previous script restored' }).getByText('Undo').click();
  await expect(editor).toHaveValue('A newer one.');
});

test('two pages of the same app show the same draft, and neither loses what the other wrote', async ({
  page,
  address,
}) => {
  const other = await page.context().newPage();
  await openPage(other, address);
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await expect(other.getByRole('textbox', { name: 'Script' })).toHaveValue(script);
  await other.getByText('Fast', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Fast' })).toBeChecked();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue(script);
});

test('the draft survives a reload', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await page.getByText('Fast', { exact: true }).click();
  await page.getByText('Generated', { exact: true }).click();
  await page.getByRole('button', { name: 'Black and white' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue(script);
  await expect(page.getByRole('radio', { name: 'Fast' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Style in words' })).toHaveValue(
    /^Black and white, high contrast/,
  );
});

test('a refused start keeps the script and tells what to do', async ({ page, main }) => {
  main.failNext('generation.start', new AppError('insufficient_credits', 'The service answered 402.'));
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await page.getByRole('button', { name: /Start generation/ }).click();
  await expect(page.getByRole('alert')).toContainText('Not enough credits');
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue(script);
});

test('a running generation is cancelled in the tray, and a cancelled one tried again', async ({
  page,
  main,
}) => {
  main.generations.add({ title: 'Swifts', state: 'running', progress: 0.2 });
  await page.keyboard.press('Control+j');
  const row = trayRows(page).filter({ hasText: 'Swifts' });
  await row.click();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
  await expect(row).toContainText('Cancelling');
  main.step();
  await expect(row).toContainText('Cancelled');
  const again = trayInspector(page).getByRole('button', { name: 'Try again' });
  const release = main.hold('generation.retry');
  await again.click();
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(row.filter({ hasText: 'Waiting' })).toBeVisible();
  await expect(again).toHaveCount(0);
});

test('a failed generation says why in a notice that leads to its row', async ({ page, main }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill(script);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('contentinfo')).toContainText('1 waiting');
  const [{ generationId } = { generationId: '' }] = main.generations.list();
  const error = { code: 'insufficient_credits', message: 'x', details: {} } as const;
  main.generations.fail(generationId, error);
  main.activity.tellReordered(itemsOf({ generations: main.generations.list() }));
  const notice = page.getByRole('alert').filter({ hasText: '“Harbour lights” failed. Not enough credits.' });
  await notice.getByRole('button', { name: 'Show' }).click();
  await trayRows(page).filter({ hasText: 'Harbour lights' }).click();
  await expect(trayInspector(page).getByRole('button', { name: 'Copy details' })).toBeVisible();
});

test('a script written from right to left stands on the right', async ({ page }) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  await editor.fill('في الصباح تفتح الحديقة أبوابها.');
  await expect(editor).toHaveCSS('direction', 'rtl');
});

test('the scenes a script will be cut into are listed with their times and lead to their words', async ({
  page,
}) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  await editor.fill(
    '# Harbour lights\n\nThe gulls own the quay.\n\n# The market\n\nAt seven the first stalls open.',
  );
  const scenes = page.getByRole('group', { name: 'Scenes of the script' });
  await expect(scenes.getByRole('button', { name: /^\d/ })).toHaveText([
    /Harbour lights/,
    /The gulls own the quay/,
    /The market/,
    /At seven the first stalls open/,
  ]);
  await expect(page.getByText('4 scenes')).toBeVisible();
  await scenes.getByRole('button', { name: /The market/ }).click();
  await expect(editor).toBeFocused();
  expect(
    await editor.evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    ),
  ).toBe('The market');
});

test('a script that is too long says by how much', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill('a'.repeat(100_003));
  await expect(page.getByText('3 characters too long')).toBeVisible();
});

test('a generation is duplicated as a draft with all its options, beside the present one', async ({
  page,
  main,
}) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  await editor.fill(script);
  await page.getByText('Fast', { exact: true }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await page.getByText('Slow', { exact: true }).click();
  await editor.fill('Another script.');
  await page.getByLabel('Notifications').getByRole('button', { name: 'Show' }).click();
  await trayRows(page).filter({ hasText: 'Harbour lights' }).click();
  await trayInspector(page).getByRole('button', { name: 'Duplicate as a draft' }).click();
  await expect(trayOf(page)).toHaveCount(0);
  await expect(page.getByLabel('Notifications')).toContainText('Opened as a draft: Harbour lights');
  await expect(editor).toHaveValue(script);
  await expect(page.getByRole('radio', { name: 'Fast' })).toBeChecked();
  await page.getByRole('button', { name: 'Start generation' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('2 waiting');
  expect(main.generations.requests[1]).toEqual(main.generations.requests[0]);
  await page.getByRole('group', { name: 'Drafts' }).getByRole('button', { name: 'Another script.' }).click();
  await expect(editor).toHaveValue('Another script.');
});

test('parts that are not spoken are struck through where they stand and can be gone through', async ({
  page,
}) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  await editor.fill(
    `${'Gulls own the quay.\n'.repeat(80)}See [the market](https://example.org) <!-- slow -->`,
  );
  await page.getByRole('button', { name: '2 parts are not spoken' }).click();
  await expect(page.locator('.marks mark')).toHaveText(['(https://example.org)', '<!-- slow -->']);
  const selected = () =>
    editor.evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    );
  // The search continues from the cursor at the end and wraps to the first part.
  expect(await selected()).toBe('(https://example.org)');
  await page.getByRole('button', { name: '2 parts are not spoken' }).click();
  expect(await selected()).toBe('<!-- slow -->');
  // The marks must match the width, height and scroll position of the text above them.
  const sizes = () =>
    page.locator('.paper').evaluate((paper) =>
      ['textarea', '.marks'].map((selector) => {
        const { scrollHeight, clientWidth, scrollTop } = paper.querySelector(selector) ?? paper;
        return `${String(scrollHeight)} ${String(clientWidth)} ${String(scrollTop)}`;
      }),
    );
  await expect(page.getByRole('group', { name: 'Scenes of the script' })).toBeVisible();
  await expect.poll(async () => new Set(await sizes()).size).toBe(1);
  expect(await editor.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
});

test('a time range over several scenes is shown at each of them', async ({ page }) => {
  await page
    .getByRole('textbox', { name: 'Script' })
    .fill('The gulls own the quay.\n\nEveryone hears the sea.');
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Add time range' }).click();
  const range = page.getByRole('group', { name: 'Time range 1' });
  await range.getByRole('textbox', { name: 'To', exact: true }).fill('60');
  await range.getByRole('textbox', { name: 'What to show' }).fill('The harbour at dawn');
  await page.keyboard.press('Escape');
  const scenes = page.getByRole('group', { name: 'Scenes of the script' });
  for (const number of [1, 2])
    await expect(
      scenes.getByRole('textbox', { name: `What to show in scene ${String(number)}` }),
    ).toHaveValue('The harbour at dawn');
});

test('a picture described at a scene of the script is requested for the time of its words', async ({
  page,
  main,
}) => {
  await page
    .getByRole('textbox', { name: 'Script' })
    .fill('The gulls own the quay.\n\nAt seven the first stalls open.\n\nEveryone can hear the sea.');
  const scenes = page.getByRole('group', { name: 'Scenes of the script' });
  await expect(scenes.getByRole('button', { name: /^\d/ })).toHaveCount(3);
  const seen = (number: number) => `What to show in scene ${String(number)}`;
  await scenes.getByRole('button', { name: seen(2) }).focus();
  await page.keyboard.press('Enter');
  await expect(scenes.getByRole('textbox', { name: seen(2) })).toBeFocused();
  await page.keyboard.type('Crates of fish');
  await scenes.getByRole('button', { name: seen(1) }).click();
  await expect(scenes.getByRole('textbox', { name: seen(1) })).toBeFocused();
  // Leaving the empty first text box removes it again.
  await page.getByRole('textbox', { name: 'Script' }).focus();
  await expect(scenes.getByRole('textbox')).toHaveCount(1);
  await page.reload();
  await expect(scenes.getByRole('textbox', { name: seen(2) })).toHaveValue('Crates of fish');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => main.generations.requests).toHaveLength(1);
  const [request] = main.generations.requests;
  const [range, ...others] = request?.workflow === 'script' ? (request.scenes ?? []) : [];
  expect(others).toEqual([]);
  expect(range?.description).toBe('Crates of fish');
  expect(range?.startSeconds).toBeGreaterThan(0);
  expect(range?.endSeconds).toBeGreaterThan(range?.startSeconds ?? 0);
});
