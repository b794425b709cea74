import type { Locator } from '@playwright/test';
import { removeScenes } from '../support/cut/your-cut.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { askExport, expect, test } from '../support/page-test.ts';

const projectId = 'prj_0000';

const cutChoice = (dialog: Locator, name: string) =>
  dialog.getByRole('radiogroup', { name: 'Cut', exact: true }).getByRole('radio', { name });

test('the movie of your cut is saved with its captions, and its row says how far it is', async ({
  page,
  address,
  main,
}) => {
  await removeScenes(main, '2', '4');
  const dialog = await askExport(page, address);
  await expect(cutChoice(dialog, 'Your cut')).toBeChecked();
  await dialog.getByRole('switch', { name: 'Captions over the picture' }).press('Space');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save movie…' }).press('Enter');
  await expect.poll(() => main.inputsOf('cut.saveMovie')).toEqual([{ projectId, hasCaptions: true }]);
  await expect(page.getByRole('button', { name: 'Export movie…' })).toBeFocused();
  const saved = page.getByRole('listitem').filter({ hasText: 'your cut' });
  await expect(saved.getByRole('status')).toHaveText(/^Saving .* cut\.mp4$/);
  await expectAccessible(page);
  for (let steps = 0; steps < 6; steps += 1) main.step();
  await saved.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => main.inputsOf('export.playSaved')).toHaveLength(1);
});

test('the project’s movie can be exported instead, without your changes', async ({ page, address, main }) => {
  await removeScenes(main, '2', '4');
  const dialog = await askExport(page, address);
  await cutChoice(dialog, 'Your cut').press('ArrowRight');
  await expect(cutChoice(dialog, 'Without your 2 changes')).toBeFocused();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect.poll(() => main.inputsOf('export.start')).toMatchObject([{ projectId, options: {} }]);
  expect(main.inputsOf('cut.saveMovie')).toEqual([]);
});

test('an export offers no choice of cuts before the first change', async ({ page, address }) => {
  const dialog = await askExport(page, address);
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  await expect(page.getByText('Your cut')).toBeHidden();
});

test.describe('in a package without the engine', () => {
  test.use({ fakeMain: { capabilities: { engine: false } } });

  test('my cut says that its movie cannot be made, and the project’s comes first', async ({
    page,
    address,
    main,
  }) => {
    await removeScenes(main, '2');
    const dialog = await askExport(page, address);
    await expect(cutChoice(dialog, 'Without your change')).toBeChecked();
    await cutChoice(dialog, 'Your cut').check({ force: true });
    await expect(page.getByText('This installation of Dailies has no media engine.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save movie…' })).toHaveAttribute('aria-disabled', 'true');
  });
});
