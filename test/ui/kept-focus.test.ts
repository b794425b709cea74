import { fillActivity } from './support/fill-activity.ts';
import { expect, openPage, test } from './support/page-test.ts';

test('Pause and Resume of a transfer pass the focus on to each other', async ({ page, address, main }) => {
  main.activity.addTransfer({ displayName: 'a.mov' });
  await openPage(page, `${address}/#/activity`);
  await page.getByRole('grid').locator('[role=row][aria-selected]').first().click();
  const actions = page.getByRole('group', { name: 'Actions' });
  await actions.getByRole('button', { name: /^Pause/ }).press('Enter');
  const resume = actions.getByRole('button', { name: /^Resume/ });
  await expect(resume).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(actions.getByRole('button', { name: /^Pause/ })).toBeFocused();
});

test('whoever shows all jobs again goes on in the search field', async ({ page, address, main }) => {
  fillActivity(main);
  await openPage(page, `${address}/#/activity`);
  const search = page.getByRole('searchbox');
  await search.fill('zzz');
  await page.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect(search).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Show all' })).toHaveCount(0);
  await expect(search).toBeFocused();
});

test('whoever clears the search of projects or shows all of them goes on in the list', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/projects`);
  const first = page.getByRole('listbox', { name: 'Projects' }).getByRole('option').first();
  await first.waitFor();
  await page.getByRole('searchbox').fill('zzz');
  await page.getByRole('button', { name: 'Clear search' }).press('Enter');
  await expect(first).toBeFocused();
  await page.getByRole('button', { name: 'Order and filter' }).click();
  await page.getByRole('menuitemradio', { name: 'Hidden', exact: true }).click();
  await page.getByRole('button', { name: 'Show all projects' }).press('Enter');
  await expect(first).toBeFocused();
});

test('whoever removes the last card of a storyboard can add another', async ({ page, address }) => {
  await openPage(page, `${address}/#/generate`);
  await page.getByText('Storyboard', { exact: true }).click();
  const add = page.getByRole('button', { name: 'Add card' });
  await add.click();
  await page.getByRole('button', { name: 'Remove card 1' }).press('Enter');
  await expect(add).toBeFocused();
});

test('whoever removes a row of a form goes on at the control that adds one', async ({ page, address }) => {
  await openPage(page, `${address}/#/generate`);
  await page.getByText('More', { exact: true }).first().click();
  const addRange = page.getByRole('button', { name: 'Add time range' });
  await addRange.click();
  await addRange.click();
  await page.getByRole('button', { name: 'Remove time range 1' }).press('Enter');
  await expect(addRange).toBeFocused();
});
