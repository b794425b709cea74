import { AppError } from '../../../src-shared/app-error.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test('a library that cannot be read says why, and is read again', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/library`);
  await expect(page.getByRole('option')).not.toHaveCount(0);
  main.failNext('operation.call', new AppError('service_unreachable', 'Nobody answers.'));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  const fault = page.locator('main').getByRole('alert');
  await expect(fault).toContainText('cannot be reached');
  await expectAccessible(page);
  main.failNext('operation.call', new AppError('signed_out', 'The key was revoked.'));
  await page.locator('main').getByRole('button', { name: 'Try again' }).click();
  await expect(fault).not.toContainText('cannot be reached');
  await page.locator('main').getByRole('button', { name: 'Try again' }).click();
  await expect(fault).toHaveCount(0);
  await expect(page.getByRole('option')).not.toHaveCount(0);
  // Once at the start of the window, at the return to it, and at each retry.
  expect(main.calls.filter((name) => name === 'operation.call')).toHaveLength(4);
});

test('several files are selected by keys, also the last of many pages, and archived together', async ({
  page,
  address,
  main,
}) => {
  main.library.fill(300);
  await openPage(page, `${address}/#/generate`);
  await page.keyboard.press('Control+3');
  const list = page.getByRole('listbox', { name: 'Files of the library' });
  await expect(list.getByRole('option').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText(/files selected/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/files selected/)).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(page.getByText('300 files', { exact: true })).toBeVisible();
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '300');
  await page.keyboard.press('Delete');
  await expect(page.getByText('299 files', { exact: true })).toBeVisible();
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '299');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('300 files', { exact: true })).toBeVisible();
});

test('an order of its own sorts the files of all pages', async ({ page, address, main }) => {
  main.library.fill(120);
  await openPage(page, `${address}/#/library`);
  const list = page.getByRole('listbox', { name: 'Files of the library' });
  await expect(list.getByRole('option').first()).toContainText('Harbour still 01.png');
  await page.getByRole('button', { name: 'Order and filter' }).click();
  await page.getByRole('menuitemradio', { name: 'Size' }).click();
  await expect(page.getByText('120 files', { exact: true })).toBeVisible();
  await expect(list.getByRole('option').first()).toContainText('Pitch 120.pdf');
  await page.getByRole('button', { name: 'Order and filter' }).click();
  await page.getByRole('menuitemradio', { name: 'Length' }).click();
  await expect(list.getByRole('option').first()).toContainText('Narration take 119.wav');
});

test('uploads with long names stay in their part, and files can be added to a full library', async ({
  page,
  address,
  main,
}) => {
  const displayName = `${'Harbour ambience, take 3, '.repeat(8)}final.wav`;
  main.activity.addTransfer({ direction: 'upload', displayName, totalBytes: 8_400_000 });
  await page.setViewportSize({ width: 900, height: 600 });
  await openPage(page, `${address}/#/library`);
  const uploads = page.getByRole('region', { name: 'Uploads to the library' });
  await expect(uploads.getByRole('progressbar')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible();
  expect(await findMisfits(page)).toEqual([]);
});

test('Edit is offered for a still and not for an SVG, which no tool takes', async ({
  page,
  address,
  main,
}) => {
  const [still] = main.library.files;
  if (still) main.library.files = [still, { ...still, fileId: 'file_svg', displayName: 'Harbour.SVG' }];
  await openPage(page, `${address}/#/library`);
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await page.getByRole('option', { name: /Harbour still/ }).click();
  await expect(edit).toBeVisible();
  await page.getByRole('option', { name: /Harbour.SVG/ }).click();
  await expect(page.getByRole('heading', { name: 'Harbour.SVG' })).toBeVisible();
  await expect(edit).toHaveCount(0);
});

test('the library fits in Arabic', async ({ page, address, main }) => {
  main.settings = { ...main.settings, language: 'ar' };
  await openPage(page, `${address}/#/library`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('option').nth(1).click();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: 'test-results/screens/library-arabic.png' });
  expect(await findMisfits(page)).toEqual([]);
  await expectAccessible(page);
});
