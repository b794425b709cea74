import { AppError } from '../../../src-shared/app-error.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const proposedFolder = '/home/editor/Videos/Dailies';

test.describe('when no folder was ever chosen', () => {
  test.use({ fakeMain: { deliveryFolder: null, proposedFolder } });

  test('the proposed folder is named beside the button, and the button sends there', async ({
    page,
    address,
    main,
  }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    await expect(page.getByText(`FCPXML to ${proposedFolder} (created if needed)`)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Delivery folder' })).toHaveCount(0);
    const named = page.getByText(`FCPXML to ${proposedFolder}`);
    expect(await named.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send to editor' }).click();
    await expect(page.getByText('Step 1 of 4: Waiting')).toBeVisible();
    expect(main.settings.deliveryFolder?.path).toBe(proposedFolder);
    await expect(page.getByText(`FCPXML to ${proposedFolder}`, { exact: true })).toBeVisible();
  });

  test('the key sends there too', async ({ page, address, main }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    await page.getByRole('button', { name: 'Send to editor' }).waitFor();
    await page.keyboard.press('Control+Shift+e');
    await expect.poll(() => main.deliveries.list(null)).toHaveLength(1);
    expect(main.settings.deliveryFolder?.path).toBe(proposedFolder);
  });

  test('another folder is typed first, created after a question, by keys alone', async ({
    page,
    address,
    main,
  }) => {
    main.absentFolders.add('/mnt/edit/Dailies');
    await openPage(page, `${address}/#/projects/prj_0000`);
    await page.getByRole('button', { name: 'Change folder' }).press('Enter');
    const field = page.getByRole('textbox', { name: 'Delivery folder' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(proposedFolder);
    await field.fill('/mnt/edit/Dailies');
    await page.keyboard.press('Enter');
    const question = page.getByRole('group', { name: '/mnt/edit/Dailies does not exist yet. Create it?' });
    await expect(question.getByRole('button', { name: 'Create folder' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(field).toBeFocused();
    expect(main.settings.deliveryFolder).toBeNull();
    await page.keyboard.press('Enter');
    await expect(question.getByRole('button', { name: 'Create folder' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('FCPXML to /mnt/edit/Dailies', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+Shift+e');
    await expect.poll(() => main.deliveries.list(null)).toHaveLength(1);
  });

  test('the change is taken back', async ({ page, address, main }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    await page.getByRole('button', { name: 'Change folder' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByText(`FCPXML to ${proposedFolder}`)).toBeVisible();
    expect(main.settings.deliveryFolder).toBeNull();
  });

  test('the key sends nothing while another folder is being typed', async ({ page, address, main }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    await page.getByRole('button', { name: 'Change folder' }).click();
    await page.getByRole('textbox', { name: 'Delivery folder' }).fill('/mnt/edit');
    await page.keyboard.press('Control+Shift+e');
    await expect(page.getByLabel('Notifications')).toContainText('Choose the delivery folder first');
    await expect(page.getByRole('textbox', { name: 'Delivery folder' })).toBeFocused();
    expect(main.deliveries.list(null)).toEqual([]);
  });

  test('Settings name it and create another after a question', async ({ page, address, main }) => {
    main.absentFolders.add('/mnt/edit/Dailies');
    await openPage(page, `${address}/#/settings`);
    const field = page.getByRole('textbox', { name: 'Delivery folder' });
    await expect(field).toHaveValue(proposedFolder);
    await expect(
      page.getByText('Suggested. The first delivery creates this folder if needed.'),
    ).toBeVisible();
    await field.fill('/mnt/edit/Dailies');
    await page.getByRole('button', { name: 'Use folder' }).click();
    await page.getByRole('button', { name: 'Create folder' }).click();
    await expect(page.getByText('Ready', { exact: true })).toBeVisible();
    expect(main.settings.deliveryFolder?.path).toBe('/mnt/edit/Dailies');
  });
});

test.describe('with a native folder chooser', () => {
  test.use({
    fakeMain: {
      deliveryFolder: null,
      proposedFolder: '/Users/editor/Movies/Dailies',
      capabilities: { chooseFolder: true, revealFile: true },
    },
  });

  test('the proposed folder is changed there', async ({ page, address, main }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    await expect(page.getByText('FCPXML to /Users/editor/Movies/Dailies')).toBeVisible();
    await page.getByRole('button', { name: 'Change folder' }).click();
    await expect(page.getByText('FCPXML to /Volumes/Media/Dailies', { exact: true })).toBeVisible();
    expect(main.deliveries.list(null)).toEqual([]);
  });

  test('a change that is refused is taken back, and its error with it', async ({ page, address, main }) => {
    const details = { path: '/Volumes', reason: 'system_place' };
    main.failNext('settings.chooseDeliveryFolder', new AppError('invalid_input', 'No.', { details }));
    await openPage(page, `${address}/#/projects/prj_0000`);
    await page.getByRole('button', { name: 'Change folder' }).click();
    const card = page.getByRole('alert').filter({ hasText: 'This folder belongs to the system' });
    await expect(card).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(card).toHaveCount(0);
    await expect(page.getByText('FCPXML to /Users/editor/Movies/Dailies')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send to editor' })).toBeEnabled();
  });
});
