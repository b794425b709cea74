import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.beforeEach(async ({ page, address }) => {
  await openPage(page, address);
});

test('several drafts are written, switched, deleted and brought back, and are there after a restart', async ({
  page,
}) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  const drafts = page.getByRole('group', { name: 'Drafts' });
  await editor.fill('Harbour lights at dawn.');
  await expect(drafts).toHaveCount(0);
  await page.getByRole('button', { name: 'New draft' }).click();
  await expect(editor).toHaveValue('');
  await editor.fill('Wind over Patagonia.');
  await expect(drafts.locator('[aria-pressed]')).toHaveText([
    /Script\s*Harbour lights at dawn\./,
    /Script\s*Wind over Patagonia\./,
  ]);

  await drafts.getByRole('button', { name: 'Harbour lights at dawn.' }).click();
  await expect(editor).toHaveValue('Harbour lights at dawn.');
  await page.reload();
  await expect(editor).toHaveValue('Harbour lights at dawn.');

  await drafts.getByRole('button', { name: 'Script Harbour lights at dawn.' }).press('Delete');
  await expect(editor).toHaveValue('Wind over Patagonia.');
  await expect(drafts).toHaveCount(0);
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(editor).toHaveValue('Harbour lights at dawn.');
  await expect(drafts.getByRole('button', { name: 'Wind over Patagonia.' })).toBeVisible();
});

test('the drafts of all modes are one list, in which a draft leads to its mode and a started one is not', async ({
  page,
}) => {
  const mode = page.getByRole('radiogroup', { name: 'What the movie is made from' });
  const drafts = page.getByRole('group', { name: 'Drafts' });
  await page.getByRole('textbox', { name: 'Script' }).fill('Harbour lights at dawn.');
  await mode.getByText('Outline').click();
  await page.getByRole('textbox', { name: 'Outline' }).fill('# Ferries');
  await mode.getByText('Clip').click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Gulls over a pier');
  const names = drafts.locator('[aria-pressed]');
  await expect(names).toHaveText([/Script\s*Harbour/, /Clip\s*Gulls/, /Outline\s*Ferries/]);
  await expectAccessible(page);
  await drafts.getByRole('button', { name: 'Outline Ferries' }).click();
  await expect(page.getByRole('textbox', { name: 'Outline' })).toHaveValue('# Ferries');
  await expect(mode.getByRole('radio', { name: /^Outline/ })).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await expect(names).toHaveText([/Script\s*Harbour/, /Clip\s*Gulls/]);
  await page.getByRole('textbox', { name: 'Outline' }).fill('# Ferries at dusk');
  await expect(names).toHaveText([/Script\s*Harbour/, /Clip\s*Gulls/, /Outline\s*Ferries at dusk/]);
});

test('a held Delete key deletes one draft only', async ({ page }) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  await editor.fill('Harbour lights at dawn.');
  for (const words of ['Wind over Patagonia.', 'Snow in June.', 'Fish at seven.']) {
    await page.getByRole('button', { name: 'New draft' }).click();
    await editor.fill(words);
  }
  const names = page.locator('[data-draft] [aria-pressed]');
  await names.first().focus();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.down('Delete');
  await page.keyboard.up('Delete');
  await expect(names).toHaveText([/Wind over Patagonia\./, /Snow in June\./, /Fish at seven\./]);
});

test('a file of a remix action comes to its draft while another is shown, and may be chosen again', async ({
  page,
  main,
}) => {
  const drafts = page.getByRole('group', { name: 'Drafts' });
  await page.getByRole('textbox', { name: 'Script' }).fill('Harbour lights at dawn.');
  await page.getByText('Finish with', { exact: true }).click();
  await page.locator('[data-remix-card]').filter({ hasText: 'Logo' }).click();
  await page.getByRole('radio', { name: 'Your file' }).check({ force: true });
  const input = page.locator('input[type=file][aria-label="Choose image"]');
  const release = main.hold('material.add');
  await input.setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(input).toHaveValue('');
  // Folded away, the action says so too.
  await page.locator('[data-queue-item]').filter({ hasText: 'Logo' }).click();
  await expect(input).toBeHidden();
  await expect(page.getByText('Sending mark.png')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New draft' }).click();
  release();
  await drafts.getByRole('button', { name: 'Harbour lights at dawn.' }).click();
  await page.getByText('Finish with', { exact: true }).click();
  await page.locator('[data-queue-item]').filter({ hasText: 'Logo' }).click();
  await expect(page.getByText('mark.png')).toBeVisible();
});

test('the options are kept as a preset, applied to another draft, renamed and deleted', async ({ page }) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  const fast = page.getByRole('radio', { name: 'Fast' });
  const openPresets = async (name: string, item: string) => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await editor.fill('Harbour lights at dawn.');
  await page.getByText('Fast', { exact: true }).click();
  await openPresets('Preset: None', 'Save or edit presets…');
  await page.getByRole('textbox', { name: 'Save these options as' }).fill('News');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Preset: News' })).toBeVisible();

  await page.getByRole('button', { name: 'New draft' }).click();
  await editor.fill('Wind over Patagonia.');
  await expect(fast).not.toBeChecked();
  await page.reload();
  await openPresets('Preset: None', 'News');
  await expect(fast).toBeChecked();
  await expect(editor).toHaveValue('Wind over Patagonia.');
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(fast).not.toBeChecked();

  await openPresets('Preset: None', 'Save or edit presets…');
  const name = page.getByRole('textbox', { name: 'Name of News' });
  await name.fill('Evening news');
  await name.press('Enter');
  await page.getByRole('button', { name: 'Delete preset Evening news' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
  await openPresets('Preset: None', 'Evening news');
  await expect(fast).toBeChecked();
});

test('a preset shows its numbers in the form of the draft it is applied to, and its undo takes them away', async ({
  page,
}) => {
  await page.getByText('Clip', { exact: true }).click();
  const length = page.getByRole('textbox', { name: 'Length' });
  await length.fill('8');
  await page.getByRole('button', { name: 'Preset: None' }).click();
  await page.getByRole('menuitem', { name: 'Save or edit presets…' }).click();
  await page.getByRole('textbox', { name: 'Save these options as' }).fill('Short');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New draft' }).click();
  await expect(length).toHaveValue('');
  await page.getByRole('button', { name: 'Preset: None' }).click();
  await page.getByRole('menuitem', { name: 'Short' }).click();
  await expect(length).toHaveValue('8');
  const applied = page.getByLabel('Notifications').getByText('Short').locator('..');
  await applied.last().getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(length).toHaveValue('');
});

test('a wrong number in a card stays when a preset is applied, and is there on coming back', async ({
  page,
}) => {
  await page.getByText('Storyboard', { exact: true }).click();
  await page.getByRole('button', { name: 'Preset: None' }).click();
  await page.getByRole('menuitem', { name: 'Save or edit presets…' }).click();
  await page.getByRole('textbox', { name: 'Save these options as' }).fill('Cards');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add card' }).click();
  const length = page.getByLabel('Length', { exact: true });
  await page.locator('summary').click();
  await length.fill('99');
  await page.getByRole('button', { name: /^Preset: / }).click();
  await page.getByRole('menuitem', { name: 'Cards' }).click();
  await expect(length).toHaveValue('99');
  await page.getByRole('button', { name: 'Projects' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(length).toHaveValue('99');
});

test('descriptions of time ranges that another page wrote stay when one is removed here', async ({
  page,
  address,
}) => {
  const other = await page.context().newPage();
  // The other page never hears of changes of this one.
  await other.addInitScript(() => {
    addEventListener('storage', (event) => {
      event.stopImmediatePropagation();
    });
  });
  const ranges = (of: Page) => of.getByRole('textbox', { name: 'What to show' });
  await page.getByText('More', { exact: true }).first().click();
  for (let count = 0; count < 3; count += 1)
    await page.getByRole('button', { name: 'Add time range' }).click();
  await openPage(other, address);
  await other.getByText('More', { exact: true }).first().click();
  await expect(ranges(other)).toHaveCount(3);
  await ranges(page).nth(0).fill('The pier');
  await other.getByRole('button', { name: 'Remove time range 2' }).click();
  // The form is shown anew with what the other page wrote.
  await other.getByText('More', { exact: true }).first().click();
  await expect(ranges(other)).toHaveCount(2);
  await expect(ranges(other).nth(0)).toHaveValue('The pier');
});
