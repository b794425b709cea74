import type { Page } from '@playwright/test';
import { removeScenes } from '../support/cut/your-cut.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openProjectTab, test } from '../support/page-test.ts';

const projectId = 'prj_0000';

const cutChoice = (page: Page, name: string) =>
  page
    .getByRole('tabpanel')
    .getByRole('radiogroup', { name: 'Cut', exact: true })
    .getByRole('radio', { name });

test('the movie of your cut is saved with its captions, and its row says how far it is', async ({
  page,
  address,
  main,
}) => {
  await removeScenes(main, '2', '4');
  await openProjectTab(page, address, 'Export');
  await expect(cutChoice(page, 'My cut')).toBeChecked();
  await page.getByRole('switch', { name: 'Captions over the picture' }).press('Space');
  await page.getByRole('button', { name: 'Save movie…' }).press('Enter');
  await expect.poll(() => main.movies.savedCuts).toEqual([{ projectId, hasCaptions: true }]);
  const saved = page.getByRole('region', { name: 'Movies of your cut' });
  await expect(saved.getByRole('status')).toHaveText(/^Saving .* cut\.mp4$/);
  await expectAccessible(page);
  for (let steps = 0; steps < 6; steps += 1) main.step();
  await saved.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => main.movies.played).toHaveLength(1);
});

test('the project’s movie can be exported instead, without your changes', async ({ page, address, main }) => {
  await removeScenes(main, '2', '4');
  await openProjectTab(page, address, 'Export');
  await cutChoice(page, 'My cut').press('ArrowRight');
  await expect(cutChoice(page, 'Without your 2 changes')).toBeFocused();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect.poll(() => main.movies.exports).toEqual([{}]);
  expect(main.movies.savedCuts).toEqual([]);
});

test('an export offers no choice of cuts before the first change', async ({ page, address }) => {
  await openProjectTab(page, address, 'Export');
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  await expect(page.getByText('My cut')).toBeHidden();
});

test.describe('in a package without the engine', () => {
  test.use({ fakeMain: { capabilities: { engine: false } } });

  test('my cut says that its movie cannot be made, and the project’s comes first', async ({
    page,
    address,
    main,
  }) => {
    await removeScenes(main, '2');
    await openProjectTab(page, address, 'Export');
    await expect(cutChoice(page, 'Without your change')).toBeChecked();
    await cutChoice(page, 'My cut').check({ force: true });
    await expect(page.getByText('This installation of Dailies has no media engine.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save movie…' })).toHaveAttribute('aria-disabled', 'true');
  });
});
