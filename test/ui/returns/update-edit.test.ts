import type { Locator, Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import type { FakeReturns } from '../../fakes/page/fake-returns.ts';
import { replacedPicture, sampleReturn, sampleStaying, sampleUpdate } from '../support/fill-returns.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const grid = (page: Page) => page.getByRole('grid');
const rows = (page: Page) => grid(page).locator('[role=row][aria-selected]');

/** Opens the dialog that updates the edit of a return. `given` says how its project is and what the update finds. */
async function openUpdate(
  page: Page,
  address: string,
  main: FakeMain,
  given: Partial<Pick<FakeReturns, 'projectState' | 'updateOf'>>,
): Promise<Locator> {
  main.returns.put(sampleReturn());
  Object.assign(main.returns, given);
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Update my edit' }).click();
  return page.getByRole('dialog', { name: 'Update my edit' });
}

test('the dialog repeats which items stay behind in the editor’s file', async ({ page, address, main }) => {
  const updateOf: FakeReturns['updateOf'] = (choices) => ({
    ...sampleUpdate(choices),
    staying: [...sampleStaying],
  });
  const dialog = await openUpdate(page, address, main, { updateOf });
  await expect(dialog.getByText('These items stay behind in the editor’s file.')).toBeVisible();
  await expect(dialog.getByRole('listitem').nth(-2)).toHaveText(/Title “Tides” at 0:04, 2 s.*Media Composer/);
});

test('the project’s later changes are carried into an edit, and what both changed is decided on by the keyboard', async ({
  page,
  address,
  main,
}) => {
  main.returns.put(sampleReturn());
  main.returns.updateOf = sampleUpdate;
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  await grid(page).press('Control+Shift+Enter');
  const dialog = page.getByRole('dialog', { name: 'Update my edit' });
  await expect(dialog.getByText('3 changes are brought into your edit')).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toHaveText(
    /01:00:00:00.*Scene 1: picture “01_picture.png” replaced by “01_picture-2.png”/,
  );
  await expect(dialog.getByText('1 change is left out')).toBeVisible();
  const make = dialog.getByRole('button', { name: /Make the new version/ });
  await expect(make).toHaveAccessibleDescription('2 conflicts are still to be decided');

  const length = dialog.getByRole('group', { name: '01:00:16:00 Length in scene 5: 05_picture.png' });
  await length.getByRole('radio', { name: /^Keep your edit.*Scene 5 shortened by 1.52 s/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByText('3 conflicts to decide')).toBeVisible();
  await length.getByRole('radio', { name: /^Take the project’s change/ }).press('ArrowUp');
  await expect(dialog.getByText('2 conflicts to decide')).toBeVisible();
  const words = dialog.getByRole('group', { name: 'Captions in scene 1: The old pier at night' });
  await words.getByRole('radio', { name: /^Take the project’s change/ }).press(' ');
  main.failNext('return.update', new AppError('disk_full', 'No space.'));
  await make.press('Enter');
  await expect(page.getByRole('button', { name: 'Copy details' })).toBeVisible();
  await make.press('Enter');
  await expect(
    page.getByText('Harbour lights: your edit with the project’s changes is Harbour_lights_v005 now'),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const choices = { 'cut clip 4': 'ours', 'captions en clip 0': 'theirs' };
  expect(main.inputsOf('return.update')).toMatchObject([{ choices }, { choices }]);
  await expect(rows(page).first()).toContainText('Kept');
  await expect(page.getByRole('button', { name: 'Update my edit' })).toBeVisible();
});

test('where both replaced a picture, both are seen and can be taken, and the decision is there again later', async ({
  page,
  address,
  main,
}) => {
  main.returns.put(sampleReturn());
  const conflict = replacedPicture();
  const { conflictId } = conflict;
  main.returns.updateOf = (choices) => ({
    ...sampleUpdate(choices),
    conflicts: [conflict, ...sampleUpdate(choices).conflicts.slice(1)],
    lastChoices: main.inputsOf('return.update').at(-1)?.choices ?? {},
  });
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  await grid(page).press('Control+Shift+Enter');
  const dialog = page.getByRole('dialog', { name: 'Update my edit' });
  const group = dialog.getByRole('group', { name: '01:00:20:00 Replaced media in scene 6: 06_picture.png' });
  const ours = group.locator('img');
  const theirs = group.locator('video');
  await expect.poll(() => ours.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await expect.poll(() => theirs.evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(1.5);
  const both = /^Show both, one after the other/;
  await expect(dialog.getByRole('radio', { name: both })).toHaveCount(1);
  await group.getByRole('radio', { name: both }).check();
  const words = dialog.getByRole('group', { name: 'Captions in scene 1: The old pier at night' });
  await words.getByRole('radio', { name: /^Keep your edit/ }).check();
  await dialog.getByRole('button', { name: /Make the new version/ }).click();
  await expect(dialog).toHaveCount(0);
  expect(main.inputsOf('return.update').map(({ choices }) => choices)).toEqual([
    { [conflictId]: 'both', 'captions en clip 0': 'ours' },
  ]);

  await page.getByRole('button', { name: 'Update my edit' }).click();
  await expect(group.getByRole('radio', { name: both })).toBeChecked();
  await expect(words.getByRole('radio', { name: /^Keep your edit/ })).toBeChecked();
  await group.getByRole('radio', { name: /^Take the project’s change/ }).check();
  await dialog.getByRole('button', { name: /Make the new version/ }).click();
  await expect(dialog).toHaveCount(0);
  expect(main.inputsOf('return.update').at(-1)?.choices).toEqual({
    [conflictId]: 'theirs',
    'captions en clip 0': 'ours',
  });
});

test('a project that changed since is fetched first, and the edit is updated when it is there', async ({
  page,
  address,
  main,
}) => {
  const dialog = await openUpdate(page, address, main, { projectState: 'changed' });
  await expect(dialog).toContainText('The project has changed since Harbour_lights_v001.');
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await expect(dialog).toContainText('Your edit is updated as soon as it is here');
  await dialog.getByText('Close', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Keep as version' })).toHaveAccessibleDescription(
    /current cut is being fetched/,
  );
  const cancelled = new AppError('cancelled', 'The delivery was cancelled.');
  main.returns.endAwaited('return-1', cancelled);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toContainText('Your edit and all versions are unchanged.');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  main.returns.endAwaited('return-1', null);
  await expect(
    page.getByText('Harbour lights: your edit with the project’s changes is Harbour_lights_v005 now'),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('an update is followed to its version, which the list names', async ({ page, address, main }) => {
  const dialog = await openUpdate(page, address, main, { projectState: 'changed' });
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(dialog.getByText(/^Step 1 of 4/)).toBeVisible();
  main.deliveries.stepSize = 1;
  await expect
    .poll(() => {
      main.step();
      return dialog.getByText(/^Step/).count();
    })
    .toBe(0);
  await expect(dialog.getByText('Your edit is being updated with it…')).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/update-merging.png' });
  main.returns.endAwaited('return-1', null);
  await expect(rows(page).first()).toContainText('Kept as v005');
  await page.screenshot({ path: 'test-results/screens/update-made.png' });
});

test('an edit that has everything of its project is not offered an update', async ({
  page,
  address,
  main,
}) => {
  main.returns.put(sampleReturn());
  main.returns.isInEdit = true;
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  const update = page.getByRole('button', { name: 'Update my edit' });
  await expect(update).toHaveAccessibleDescription(/There is nothing to bring into your edit/);
  await grid(page).press('Control+Shift+Enter');
  await expect(page.getByRole('dialog', { name: 'Update my edit' })).toHaveCount(0);
  main.returns.isInEdit = false;
  main.returns.put({ ...sampleReturn(), returnedAt: 1_790_000_000 });
  await expect(update).not.toHaveAttribute('aria-disabled', 'true');
});

test('the dialog stays while the new version is made, and after a failure', async ({
  page,
  address,
  main,
}) => {
  const dialog = await openUpdate(page, address, main, {
    updateOf: () => ({ ...sampleUpdate({}), conflicts: [] }),
  });
  const make = dialog.getByRole('button', { name: /Make the new version/ });
  const release = main.hold('return.update');
  main.failNext('return.update', new AppError('disk_full', 'No space.'));
  await make.click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  // The dialog acts on a press outside after a timer of 10 ms, which ends before a later one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
  await expect(dialog).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Copy details' })).toBeVisible();
  await expect(make).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Update my edit' }).click();
  await make.click();
  await expect(rows(page).first()).toContainText('Kept');
});

test('the end of an update in the background is told on other screens and leads to the return', async ({
  page,
  address,
  main,
}) => {
  const dialog = await openUpdate(page, address, main, { projectState: 'changed' });
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByText('Close', { exact: true }).click();
  await page.keyboard.press('Control+1');
  main.returns.endAwaited('return-1', new AppError('disk_full', 'No space.'));
  await expect(page.getByText('Harbour lights: your edit could not be updated')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true');
});

test('an edit saved once more while it was updated is not said to be a version', async ({
  page,
  address,
  main,
}) => {
  const dialog = await openUpdate(page, address, main, { projectState: 'changed', updateOf: sampleUpdate });
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  main.returns.projectState = 'unchanged';
  main.returns.put(sampleReturn());
  await expect(dialog.getByRole('radio')).toHaveCount(4);
  await expect(page.getByText(/your edit with the project’s changes is/)).toHaveCount(0);
});

test('changes on both sides are decided once the present cut is there', async ({ page, address, main }) => {
  const dialog = await openUpdate(page, address, main, { projectState: 'changed', updateOf: sampleUpdate });
  await expect(dialog).toContainText('3 changes are known already');
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  main.returns.projectState = 'unchanged';
  const undecided = new AppError('conflict', 'Not decided.', { details: { reason: 'undecided' } });
  main.returns.endAwaited('return-1', undecided);
  await expect(dialog.getByRole('radio')).toHaveCount(4);
  await expect(dialog.getByRole('button', { name: /Make the new version/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    page.getByText('The project’s current cut has been fetched. Open “Update my edit”'),
  ).toBeVisible();
});

test('where nobody knows whether the project changed, both ways are offered', async ({
  page,
  address,
  main,
}) => {
  const dialog = await openUpdate(page, address, main, {
    projectState: 'unknown',
    updateOf: () => ({ ...sampleUpdate({}), conflicts: [] }),
  });
  await expect(dialog).toContainText(
    'The service does not say whether the project has changed since Harbour_lights_v001',
  );
  await expect(dialog.getByRole('button', { name: 'Fetch the current cut first' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Update with Harbour_lights_v002' }).click();
  await expect(rows(page).first()).toContainText('Kept');
});
