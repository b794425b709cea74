import type { Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

async function openVoiceover(page: Page, address: string): Promise<void> {
  await openPage(page, `${address}/#/generate`);
  await page.getByRole('radio', { name: 'Voiceover' }).check({ force: true });
}

test('stills and clips of the library are found, gathered over several searches and used in a script by keys', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/generate`);
  const open = page.getByRole('button', { name: 'From library' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog');
  const search = dialog.getByRole('searchbox', { name: 'Search the library' });
  await expect(search).toBeFocused();
  await expect(dialog.getByText('30 files', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Order and filter' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Audio' })).toHaveCount(0);
  await page.getByRole('menuitemradio', { name: 'Clip' }).click();
  await expect(page.getByRole('option', { name: /Harbour still/ })).toHaveCount(0);
  await expect(page.getByRole('option')).not.toHaveCount(0);
  await dialog.getByRole('button', { name: 'Order and filter' }).click();
  await page.getByRole('group', { name: 'Kind' }).getByRole('menuitemradio', { name: 'All' }).click();
  await search.fill('still');
  for (const key of ['ArrowDown', 'Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('option', { selected: true })).toHaveCount(2);
  await expectAccessible(page);
  await search.fill('ferry');
  await expect(page.getByRole('option', { name: /Harbour still/ })).toHaveCount(0);
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await dialog.getByRole('button', { name: 'Use 3 files' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(page.getByText('Harbour still 05.png')).toBeVisible();
  expect([...main.materials.keys()].slice(0, 2)).toEqual(['mat-file_01', 'mat-file_05']);
  expect(main.materials.size).toBe(3);
});

test('one file is taken with one press, and the field shows it', async ({ page, address }) => {
  await openVoiceover(page, address);
  await page.getByRole('button', { name: 'From library' }).first().click();
  await page.getByRole('option', { name: /Narration take 03/ }).click();
  await expect(page.getByText('Narration take 03.wav')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an empty library, one that cannot be read, and one that is slow say so', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/generate`);
  main.failNext('operation.call', new AppError('service_unreachable', 'Nobody answers.'));
  await page.getByRole('button', { name: 'From library' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  main.library.files = [];
  const release = main.hold('operation.call');
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog').getByText('Loading').last()).toBeVisible();
  release();
  await expect(page.getByText('The library has no matching files')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('nothing');
  await expect(page.getByText('No file matches')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Enter takes a file of what was typed last, however slow the search is', async ({
  page,
  address,
  main,
}) => {
  await openVoiceover(page, address);
  await page.getByRole('button', { name: 'From library' }).first().click();
  await expect(page.getByRole('option')).not.toHaveCount(0);
  const release = main.hold('operation.call');
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('take 1');
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => main.calls).toContain('operation.call');
  release();
  await expect(page.getByText('Narration take 15.wav')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Enter held from the button that opens the list takes nothing', async ({ page, address }) => {
  await openVoiceover(page, address);
  await page.getByRole('button', { name: 'From library' }).first().focus();
  await page.keyboard.down('Enter');
  await expect(page.getByRole('option')).not.toHaveCount(0);
  for (let repeats = 0; repeats < 3; repeats += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search the library' })).toBeFocused();
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByText('Narration take 03.wav')).toBeVisible();
});

test('Enter beside an error takes no file of an earlier list, and the error is gone when the list is opened again', async ({
  page,
  address,
  main,
}) => {
  await openVoiceover(page, address);
  const open = page.getByRole('button', { name: 'From library' }).first();
  const dialog = page.getByRole('dialog');
  await open.click();
  await expect(dialog.getByText('15 files', { exact: true })).toBeVisible();
  main.failNext('operation.call', new AppError('service_unreachable', 'Nobody answers.'));
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('take');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const release = main.hold('operation.call');
  await page.keyboard.press('Escape');
  await open.click();
  await expect(dialog.getByText('Loading').last()).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  release();
  await expect(page.getByRole('option')).not.toHaveCount(0);
});

test('nothing is said to be missing before it was searched for', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/generate`);
  main.library.files = [];
  await page.getByRole('button', { name: 'From library' }).click();
  await expect(page.getByText('The library has no matching files')).toBeVisible();
  const release = main.hold('operation.call');
  const dialog = await page.getByRole('dialog').elementHandle();
  await dialog?.evaluate((element) => {
    new MutationObserver(() => {
      if (element.textContent.includes('No file matches')) element.dataset['early'] = 'said';
    }).observe(element, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('nothing');
  await expect.poll(() => main.calls).toContain('operation.call');
  await expect(page.getByRole('dialog').getByText('Loading').last()).toBeVisible();
  await expect(page.getByRole('dialog')).not.toHaveAttribute('data-early');
  release();
  await expect(page.getByText('No file matches')).toBeVisible();
});

test('a slow file goes into the draft it was chosen for, and nothing is started without it', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/generate`);
  const mode = (name: string) => page.getByRole('radio', { name }).check({ force: true });
  await mode('Voiceover');
  const open = page.getByRole('button', { name: 'From library' }).first();
  await open.click();
  await page.getByRole('option', { name: /Narration take 03/ }).click();
  const replace = page.getByRole('button', { name: 'Replace' });
  await expect(replace).toBeFocused();
  const release = main.hold('library.use');
  await open.click();
  await page.getByRole('option', { name: /Narration take 07/ }).click();
  await expect(page.getByRole('button', { name: /Start generation/ })).toHaveAttribute(
    'title',
    'Adding 1 file',
  );
  await mode('Slides');
  release();
  await expect(page.getByText('“Narration take 03.wav” was replaced')).toBeVisible();
  await expect(page.locator('main .well').getByText('Narration take 07.wav')).toHaveCount(0);
  await mode('Voiceover');
  await expect(page.locator('main .well').getByText('Narration take 07.wav')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Narration take 03.wav', { exact: true })).toBeVisible();
});

test.describe('without its code', () => {
  test.use({ toleratedComplaints: /LibraryPicker|ERR_FAILED/ });

  test('the library is not asked about, and a notice says so', async ({ page, address }) => {
    await page.route('**/LibraryPicker*.js', (route) => route.abort());
    await openPage(page, `${address}/#/generate`);
    await page.getByRole('button', { name: 'From library' }).click();
    await expect(page.getByLabel('Notifications').getByRole('alert')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
