import type { Page } from '@playwright/test';
import { expect, openPage, test } from '../support/page-test.ts';

const grid = (page: Page) => page.getByRole('grid');
const rows = (page: Page) => grid(page).locator('[role=row][aria-selected]');

test('an upload that is whole but still processed shows no full bar', async ({ page, address, main }) => {
  main.activity.addTransfer({
    direction: 'upload',
    displayName: 'rushes.mov',
    state: 'processing',
    doneBytes: 96_000_000,
  });
  main.activity.addJob({ title: 'Upscale', progress: 1 });
  await openPage(page, `${address}/#/activity`);
  await rows(page).filter({ hasText: 'rushes.mov' }).click();
  await expect(rows(page).filter({ hasText: 'rushes.mov' })).toContainText('Processing');
  const bars = page.getByRole('progressbar');
  await expect(bars).toHaveCount(3);
  for (const bar of await bars.all()) {
    await expect(bar).not.toHaveAttribute('aria-valuenow');
    await expect(bar.locator('div')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  }
  await page.screenshot({ path: 'test-results/activity/processing.png' });
});

test('Space on a delivery pauses what it downloads, and Alt with an arrow moves it in the queue', async ({
  page,
  address,
  main,
}) => {
  const delivery = main.deliveries.add({
    projectId: 'prj_0000',
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    state: 'downloading',
  });
  const owner = { kind: 'delivery', id: delivery.deliveryId, title: 'Harbour lights' } as const;
  const other = main.activity.addTransfer({ displayName: 'other.mp4' });
  const part = main.activity.addTransfer({ displayName: 'Harbour_lights_v001.zip', owner });
  const places = () => [part, other].map(({ transferId }) => main.activity.transfer(transferId).place);
  await openPage(page, `${address}/#/activity`);
  const row = rows(page).filter({ hasText: 'Harbour lights' });
  await row.click();
  await expect(page.getByRole('list', { name: 'Parts' })).toContainText('Harbour_lights_v001.zip');
  await grid(page).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => Math.sign(Number(places()[0]) - Number(places()[1]))).toBe(-1);
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => Math.sign(Number(places()[0]) - Number(places()[1]))).toBe(1);
  await page.keyboard.press('Space');
  await expect.poll(() => main.activity.transfer(part.transferId).state).toBe('paused');
  expect(main.activity.transfer(other.transferId).state).toBe('queued');
  await expect(page.getByRole('list', { name: 'Parts' })).toContainText('Paused');
  await page.keyboard.press('Space');
  await expect.poll(() => main.activity.transfer(part.transferId).state).toBe('queued');
  await expect(row).toHaveAttribute('aria-selected', 'true');
});

test('the rows of a project stand together, and its title stands above them once', async ({
  page,
  address,
  main,
}) => {
  const projectId = 'prj_0000';
  const delivered = { projectId, mediaDelivery: 'BUNDLE', state: 'done' } as const;
  main.generations.add({ title: 'Harbour lights', state: 'succeeded', projectId, createdAt: 10 });
  main.deliveries.add({ ...delivered, format: 'OTIO', folderName: 'Harbour_lights_v001', createdAt: 20 });
  main.generations.add({ title: 'Swifts', state: 'failed', createdAt: 30 });
  main.activity.addJob({ kind: 'tool', title: 'A crane at dawn', projectId, createdAt: 15 });
  await openPage(page, `${address}/#/activity`);
  const titles = rows(page).locator('[role=gridcell]:nth-child(2) bdi:not(.unseen)');
  await expect(titles).toHaveText([
    'A crane at dawn',
    'Image',
    'Harbour lights',
    /^v001/,
    'Generation',
    'Swifts',
    'Generation',
  ]);
  await page.screenshot({ path: 'test-results/activity/grouped.png' });
});
