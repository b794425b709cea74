import { expect, openPage, test } from './support/page-test.ts';

test('keys pressed before the languages and voices are there choose from those that come', async ({
  page,
  address,
  main,
}) => {
  const release = main.hold('catalogue.voices');
  await openPage(page, `${address}/#/generate`);
  const language = page.getByRole('combobox', { name: 'Language' });
  await page.getByRole('button', { name: /^Language/ }).press('Enter');
  await expect(language).toBeFocused();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(language).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Language: German' })).toBeFocused();

  const releaseAgain = main.hold('catalogue.voices');
  await page.reload();
  await page.getByRole('button', { name: /^Voice/ }).press('Enter');
  const voice = page.getByRole('combobox', { name: 'Voice' });
  await expect(voice).toBeFocused();
  await page.keyboard.type('noor');
  await page.keyboard.press('Enter');
  await voice.fill('marius');
  await page.keyboard.press('Enter');
  releaseAgain();
  await expect(page.getByRole('button', { name: /^Voice: Marius/ })).toBeFocused();
});

test('letters typed right after the key that opens a list of choices all arrive in its field', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/generate`);
  for (const [name, typed] of [
    ['Language', 'german'],
    ['Voice', 'marius'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).focus();
    await Promise.all(['Enter', ...Array.from(typed)].map((key) => page.keyboard.press(key)));
    await expect(page.getByRole('combobox', { name })).toHaveValue(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: new RegExp(`^${name}: ${typed}`, 'i') })).toBeFocused();
  }
});

test('keys pressed before the projects are there select among those that come', async ({
  page,
  address,
  main,
}) => {
  const projects = page.getByRole('listbox', { name: 'Projects' }).getByRole('option');
  const release = main.hold('project.list');
  await openPage(page, `${address}/#/projects`);
  await page.keyboard.press('Control+f');
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  release();
  await expect(projects.nth(1)).toBeFocused();
  await expect(projects.nth(1)).toHaveAttribute('aria-selected', 'true');

  await page.goto(`${address}/#/projects`);
  const releaseAgain = main.hold('project.list');
  await page.reload();
  await page.getByRole('listbox', { name: 'Projects' }).focus();
  await page.keyboard.press('End');
  releaseAgain();
  await expect(projects.last()).toBeFocused();
  await expect(projects.last()).toHaveAttribute('aria-posinset', '24');
  await expect(projects.last()).toHaveAttribute('aria-selected', 'true');
});

test('Enter in the palette waits for the projects and opens the one that was typed', async ({
  page,
  address,
  main,
}) => {
  const release = main.hold('project.list');
  await openPage(page, `${address}/#/generate`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('glacier');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No matches for “glacier”')).toHaveCount(0);
  release();
  await expect(page).toHaveURL(/#\/projects\/prj_0001$/);
});
