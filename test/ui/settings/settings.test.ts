import { AppError } from '../../../src-shared/app-error.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { fillConnections } from '../support/fill-connections.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test('transfers at once and the bandwidth limit are set by hand', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/settings`);
  const count = page.getByRole('radiogroup', { name: 'Parallel transfers' });
  await expect(count.getByRole('radio', { checked: true })).toHaveAccessibleName('3');
  await count.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => main.settings.parallelTransfers).toBe(4);
  await page.getByText('Limit', { exact: true }).click();
  const limit = page.getByRole('textbox', { name: 'Limit for all transfers together' });
  await expect(limit).toBeFocused();
  await expect(limit).toHaveValue('10');
  await limit.fill('2,5');
  await page.keyboard.press('Enter');
  await expect.poll(() => main.settings.bandwidthLimitBytesPerSecond).toBe(2_500_000);
  await expect(limit).toHaveValue('2.5');
  await expect(limit).toBeFocused();
  await limit.fill('fast');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Enter a number of at least 0.05.');
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/connections/settings-transfers.png' });
  expect(main.settings.bandwidthLimitBytesPerSecond).toBe(2_500_000);
  await page.getByText('No limit', { exact: true }).click();
  await expect.poll(() => main.settings.bandwidthLimitBytesPerSecond).toBeNull();
  await expect(limit).toHaveCount(0);
  expect(main.settings.parallelTransfers).toBe(4);
});

test('keys scroll the settings as soon as they are there', async ({ page, address }) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await openPage(page, address);
  await page.keyboard.press('Control+,');
  await page.getByText('General', { exact: true }).click();
  const about = page.getByRole('region', { name: 'About' });
  await expect(about).not.toBeInViewport();
  await page.screenshot({ path: 'test-results/connections/settings-arrived.png' });
  await page.keyboard.press('End');
  await expect(about).toBeInViewport();
});

test('no part of a screen that is brought into sight takes the whole page along', async ({
  page,
  address,
}) => {
  await page.setViewportSize({ width: 700, height: 420 });
  await openPage(page, `${address}/#/settings`);
  for (const name of ['Transfers', 'Keyboard', 'About']) {
    await page.getByRole('heading', { name, exact: true }).evaluate((heading) => {
      heading.scrollIntoView();
    });
    const moved = await page.evaluate(() =>
      [document.documentElement, document.body, document.querySelector('#app')].map(
        (part) => part?.scrollTop,
      ),
    );
    expect(moved).toEqual([0, 0, 0]);
    await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
  }
});

test.describe('in a window of its own', () => {
  test.use({ fakeMain: { capabilities: { desktop: true } } });

  test('how the app lives on the desktop is set by switches, and a refusal leaves them as they were', async ({
    page,
    address,
    main,
  }) => {
    await openPage(page, `${address}/#/settings`);
    const login = page.getByRole('switch', { name: 'Start Dailies when I sign in to this computer' });
    await expect(login).not.toBeChecked();
    await login.click();
    await expect.poll(() => main.settings.desktop.startsAtLogin).toBe(true);
    await page.getByRole('switch', { name: /Keep working when the window/ }).click();
    await page.getByRole('switch', { name: /Keep the computer awake/ }).click();
    await expect
      .poll(() => main.settings.desktop)
      .toEqual({ keepsRunning: false, startsAtLogin: true, staysAwake: false });
    const details = { reason: 'login_item' };
    main.failNext('settings.setDesktop', new AppError('not_supported_here', 'No entry.', { details }));
    await login.click();
    await expect(page.getByText(/Dailies cannot be set to start at sign-in/)).toBeVisible();
    await expect(login).toBeChecked();
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/connections/settings-desktop.png' });
  });
});

test('the settings show what versions take, the largest first, and give it back', async ({
  page,
  address,
  main,
}) => {
  for (let number = 1; number <= 11; number += 1) {
    const folderName = `The_glacier_that_remembers_v0${String(number).padStart(2, '0')}`;
    main.deliveries.add({
      projectId: 'prj_0001',
      format: 'FCPXML',
      mediaDelivery: 'BUNDLE',
      state: 'done',
      folderName,
      folderPath: `/media/raid/Dailies/The_glacier_that_remembers/${folderName}`,
      receivedBytes: number * 310_000_000,
    });
  }
  main.deliveries.folderFacts.set('del-11', { freedBytes: 2_410_000_000 });
  await openPage(page, `${address}/#/settings`);
  const storage = page.getByRole('region', { name: 'Storage' });
  await expect(storage).toContainText('11 versions · 20 GB');
  const rows = storage.getByRole('listitem');
  await expect(rows).toHaveCount(8);
  await expect(rows.first()).toContainText(/v011.*3\.4 GB.*frees 2\.4 GB/s);
  await storage.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `test-results/connections/settings-storage-${colorScheme}.png` });
  }
  await page.setViewportSize({ width: 900, height: 600 });
  await storage.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/connections/settings-storage-narrow.png' });
  await storage.getByRole('button', { name: 'Show 3 more' }).click();
  await expect(rows).toHaveCount(11);
  await rows
    .first()
    .getByRole('button', { name: /^Move .*v011 to the trash$/ })
    .click();
  await expect(rows).toHaveCount(10);
  await expect(rows.first().getByRole('button', { name: 'Show in folder' })).toBeFocused();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(storage).toContainText('10 versions · 18 GB');
  await rows.first().getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => main.deliveries.revealed).toEqual(['del-10']);
});

test('a double click moves one version only to the trash', async ({ page, address, main }) => {
  for (const number of [1, 2, 3]) {
    const folderName = `Glacier_v00${String(number)}`;
    main.deliveries.add({
      projectId: 'prj_0001',
      format: 'FCPXML',
      mediaDelivery: 'BUNDLE',
      state: 'done',
      folderName,
      folderPath: `/media/raid/Dailies/Glacier/${folderName}`,
      receivedBytes: number * 310_000_000,
    });
  }
  await openPage(page, `${address}/#/settings`);
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByRole('button', { name: 'Move Glacier_v003 to the trash' }).dblclick({ delay: 80 });
  await expect(storage.getByRole('listitem')).toHaveText([/Glacier_v002/, /Glacier_v001/]);
});

test('the settings measure the versions again when the connection changes', async ({
  page,
  address,
  main,
}) => {
  fillConnections(main);
  await openPage(page, `${address}/#/settings`);
  const storage = page.getByRole('region', { name: 'Storage' });
  await expect(storage).toContainText('There are no versions yet.');
  await main.connections.handlers()['connection.activate']({ connectionId: 'con-b' });
  await expect(page.getByRole('contentinfo')).toContainText('Signed out');
  await expect(storage).toContainText('There are no versions yet.');
});
