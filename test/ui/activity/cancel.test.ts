import { expect, openPage, test } from '../support/page-test.ts';
import { trayRows } from '../support/tray.ts';

test('work that has not begun is cancelled at once', async ({ page, address, main }) => {
  main.activity.addTransfer({ displayName: 'a.mov' });
  await openPage(page, `${address}/#/activity`);
  await trayRows(page).first().click();
  await page.keyboard.press('Delete');
  await expect(trayRows(page).first()).toContainText('Cancelled');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a job that the service has not begun is cancelled at once, by the button of its row', async ({
  page,
  address,
  main,
}) => {
  main.generations.add({ title: 'Swifts', state: 'running', progress: 0.4 });
  main.generations.add({ title: 'Harbour', state: 'running', isWaiting: true });
  await openPage(page, `${address}/#/activity`);
  const row = trayRows(page).filter({ hasText: 'Harbour' });
  await row.hover();
  await row.getByRole('button', { name: 'Cancel “Harbour”' }).click();
  await expect(row).toContainText('Cancelling');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('grid')).toBeFocused();
  const running = trayRows(page).filter({ hasText: 'Swifts' });
  await running.click();
  await running.getByRole('button', { name: 'Cancel “Swifts”' }).press('Enter');
  const keep = page.getByRole('dialog').getByRole('button', { name: 'Keep running' });
  await expect(keep).toBeFocused();
  await keep.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(running).not.toContainText('Cancelling');
});
