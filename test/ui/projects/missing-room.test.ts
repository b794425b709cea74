import type { Page } from '@playwright/test';
import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import { itemsOf } from '../../fakes/page/fake-activity.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { fullDrive } from '../support/fill-activity.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Work is waiting' }).locator('.banner');
const rows = (page: Page) => page.getByRole('grid').locator('[role=row][aria-selected]');

/** Adds a delivery whose drive lacks 3.2 GB. */
function addWaiting(main: FakeMain, projectId = 'prj_0000') {
  return main.deliveries.add({
    projectId,
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    state: 'downloading',
    waitingFor: 'space',
    missingRoom: fullDrive,
    progress: 0.2,
    receivedBytes: 200_000_000,
    totalBytes: 1_240_000_000,
  });
}

function publish(main: FakeMain, deliveries: readonly Delivery[]): void {
  main.publish('activity.changed', { items: itemsOf({ deliveries }), isReordered: false });
}

test('a delivery on a full drive tells how much room is missing and where, as it is looked at again', async ({
  page,
  address,
  main,
}) => {
  const delivery = addWaiting(main);
  await openPage(page, `${address}/#/projects/prj_0000`);
  const progress = page.locator('.progress').filter({ hasText: 'Step 2 of 4' });
  await expect(progress).toContainText('Step 2 of 4: Waiting for 3.2 GB');
  await expect(progress).toContainText('Projects SSD needs 3.2 GB more space: 3.5 GB needed, 312 MB free.');
  await expect(banner(page)).toContainText(
    'The delivery of “Harbour lights” needs 3.2 GB more on Projects SSD.',
  );
  await expectAccessible(page);
  const missingRoom = { ...fullDrive, freeBytes: 3_012_000_000 };
  publish(main, [{ ...delivery, missingRoom }]);
  await expect(progress).toContainText('Waiting for 500 MB');
  await expect(banner(page)).toContainText('500 MB more on Projects SSD');
  await page.setViewportSize({ width: 1280, height: 500 });
  await expect(progress.getByText('Step 2 of 4: Waiting for 500 MB')).toBeInViewport();
  const going = { ...delivery, waitingFor: null, missingRoom: null };
  publish(main, [going]);
  await expect(progress).toContainText('Step 2 of 4: Downloading');
  await expect(banner(page)).toHaveCount(0);
});

test('the line about a full drive leads to the list, counts, and is put away until it comes again', async ({
  page,
  address,
  main,
}) => {
  const delivery = addWaiting(main);
  const other = addWaiting(main, 'prj_0001');
  await openPage(page, address);
  await expect(banner(page)).toContainText('2 deliveries need at least 3.2 GB more on Projects SSD.');
  await banner(page).getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'Activity', exact: true })).toBeVisible();
  await banner(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(banner(page)).toHaveCount(0);
  const tell = (change: object) => {
    publish(
      main,
      [delivery, other].map((each) => ({ ...each, ...change })),
    );
  };
  tell({ missingRoom: { ...fullDrive, freeBytes: 400_000_000 } });
  tell({ waitingFor: null, missingRoom: null });
  await expect(banner(page)).toHaveCount(0);
  tell({});
  await expect(banner(page)).toContainText('2 deliveries need');
});

test('the list and the details of a transfer tell the room it lacks, to the byte', async ({
  page,
  address,
  main,
}) => {
  addWaiting(main);
  const { transferId } = main.activity.addTransfer({
    displayName: 'master.mov',
    state: 'waiting',
    waitingFor: 'space',
    missingRoom: fullDrive,
    error: { code: 'disk_full', message: 'No room.', details: { path: fullDrive.folder } },
  });
  await openPage(page, `${address}/#/activity`);
  const row = rows(page).filter({ hasText: 'master.mov' });
  await expect(row).toContainText('Waiting for 3.2 GB');
  await expect(rows(page).filter({ hasText: 'Harbour lights' })).toContainText('Waiting for 3.2 GB');
  await row.click();
  const inspector = page.getByRole('complementary', { name: 'master.mov' });
  await expect(inspector).toContainText('Projects SSD needs 3.2 GB more space');
  await expect(
    inspector.getByRole('button', { name: 'Copy Space needed: 3.5 GB (3,512,000,000)' }),
  ).toBeVisible();
  await expect(
    inspector.getByRole('button', { name: 'Copy Free space: 312 MB (312,000,000)' }),
  ).toBeVisible();
  await expect(inspector).toContainText('/Volumes/Projects SSD/Dailies');
  await expect(inspector.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  main.activity.change(transferId, { missingRoom: { ...fullDrive, freeBytes: 3_412_000_000 } });
  await expect(row).toContainText('Waiting for 100 MB');
  await expect(inspector).toContainText('needs 100 MB more space');
  await rows(page).filter({ hasText: 'Harbour lights' }).click();
  await expect(page.getByRole('complementary', { name: 'Harbour lights' })).toContainText(
    'Projects SSD needs 3.2 GB more space',
  );
});
