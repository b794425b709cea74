import { AppError } from '../../../src-shared/app-error.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.use({ fakeMain: { capabilities: { chooseFolder: true } } });

test('folders of the user’s are watched, say how they are, and are removed, by keys', async ({
  page,
  address,
  main,
}) => {
  const look = (name: string) =>
    page.screenshot({ path: `test-results/watched/${name}.png`, animations: 'disabled' });
  main.returns.folderAnswers.push('/media/raid/Harbour/04_Exports');
  await openPage(page, `${address}/#/returns`);
  await page.getByRole('button', { name: 'Watched folders…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Watched folders' });
  await expect(dialog).toContainText('Dailies writes nothing there');
  await dialog.getByRole('button', { name: 'Add folder…' }).press('Enter');
  const folders = dialog.getByRole('listitem');
  await expect(folders).toHaveText(/04_Exports.*Watched/);
  const more = (['missing', 'too_big', 'no_permission'] as const).map((state) => {
    return { path: `/media/raid/A long name of a show/Season 2/${state}/Exports`, state };
  });
  main.returns.folders = [...main.returns.folders, ...more];
  main.publish('return.foldersChanged', { folders: main.returns.folders });
  await expect(folders).toHaveText([/Watched/, /Not there now/, /Too large/, /No permission/]);
  await expectAccessible(page);
  await look('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 900, height: 600 });
  expect(await findMisfits(page)).toEqual([]);
  await look('light-narrow');
  await dialog.getByRole('button', { name: 'Stop watching /media/raid/Harbour/04_Exports' }).press('Enter');
  await expect(folders).toHaveCount(3);

  const refusal = new AppError('folder_not_watchable', 'No.', { details: { path: '/home/ada' } });
  main.failNext('return.watchFolder', refusal);
  await dialog.getByRole('button', { name: 'Add folder…' }).press('Enter');
  await expect(page.getByText('This folder is too large to watch')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Watched folders', exact: true }).click();
  await expect(folders).toHaveCount(3);
});
