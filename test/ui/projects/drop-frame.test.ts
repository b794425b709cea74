import { expect, openPage, test } from '../support/page-test.ts';

test('a movie counted in drop-frame shows that and takes it typed', async ({ page, address, main }) => {
  const [project] = main.projects;
  if (!project) throw new Error('There is no project.');
  main.projects[0] = {
    ...project,
    frameRate: { numerator: 30_000, denominator: 1001 },
    isDropFrame: true,
  };
  await openPage(page, `${address}/#/projects/prj_0000`);
  const timecode = page.getByRole('timer', { name: 'Timecode' });
  await expect(timecode).toHaveText('00:00:00;00');
  await expect(page.getByRole('note', { name: 'Length' })).toHaveText('00:00:24;00');
  await expect(page.getByRole('option', { name: /00:00:03;24/ }).first()).toBeVisible();
  await page.getByRole('button', { name: /^Type a timecode/ }).click();
  await page.keyboard.type('3;24');
  await page.keyboard.press('Enter');
  await expect(timecode).toHaveText('00:00:03;24');
});
