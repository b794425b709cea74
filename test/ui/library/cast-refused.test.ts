import { AppError } from '../../../src-shared/app-error.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a list that cannot be read and a product that cannot be created say why and can be tried again', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, address);
  await page.keyboard.press('Control+3');
  await page.getByRole('button', { name: 'Actors', exact: true }).click();
  await expect(page.getByRole('option')).toHaveCount(2);
  const readCount = () => main.calls.filter((name) => name === 'catalogue.entities').length;
  // At the start of the page, and of this part.
  await expect.poll(readCount).toBeGreaterThanOrEqual(2);
  main.failNext('catalogue.entities', new AppError('unauthorized', 'HTTP 401'));
  await page.getByRole('button', { name: 'Products', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The credential was not accepted');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('option')).toHaveText([/Kettle/]);

  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Teapot');
  main.failNext('operation.call', new AppError('conflict', 'This name is taken.'));
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This changed in the meantime');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Teapot');
  await page.keyboard.press('Escape');

  await page.getByRole('option', { name: /Kettle/ }).click();
  const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name' });
  await name.fill('Pot');
  main.failNext('operation.call', new AppError('service_unreachable', 'ENOTFOUND'));
  await name.press('Enter');
  await expect(page.getByLabel('Notifications')).toContainText('The service cannot be reached');
  await expect(name, 'shows what is').toHaveValue('Kettle');
});

test('a part without any of them starts the first, and favourites work by keys', async ({
  page,
  address,
  main,
}) => {
  main.entities = [];
  await openPage(page, address);
  await page.keyboard.press('Control+3');
  await page.getByRole('button', { name: 'Actors', exact: true }).click();
  await page.getByRole('button', { name: 'New actor' }).click();
  await expect(page.getByRole('dialog', { name: 'New actor' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Voices', exact: true }).click();
  const list = page.getByRole('grid', { name: 'Voices' });
  await page.keyboard.press('Control+f');
  await page.keyboard.type('german');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  const second = await list.getByRole('row').nth(2).getByRole('gridcell').nth(1).textContent();
  await page.keyboard.press('f');
  await expect(list.getByRole('row').nth(1)).toContainText(second ?? '?');
  await page.keyboard.press('f');
  await expect(list.getByRole('row').nth(2)).toContainText(second ?? '?');
});
