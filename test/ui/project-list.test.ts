import type { Page } from '@playwright/test';
import { expectNoGraveViolations } from './support/expect-accessible.ts';
import { expect, openPage, test } from './support/page-test.ts';

test.beforeEach(async ({ page, address }) => {
  await openPage(page, `${address}/#/projects`);
  await page.getByRole('option').first().waitFor();
});

test('the menu of a project opens its parts, copies its id, and comes by key too', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const project = page.getByRole('option', { name: 'The glacier that remembers' });
  await project.click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Actions of The glacier that remembers' });
  await expect(menu.getByRole('menuitem')).toHaveCount(7);
  await expect(project).toHaveAttribute('aria-selected', 'true');
  await expectNoGraveViolations(page);
  await page.screenshot({ path: 'test-results/projects/context-menu.png', animations: 'disabled' });
  await menu.getByRole('menuitem', { name: 'Copy project ID' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('prj_0001');
  await project.focus();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: 'Remix' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The glacier that remembers' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Remix', selected: true })).toBeVisible();
});

/** Chooses in the menu of the list's order. */
async function order(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Order and filter' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}

test('projects are sorted, which is kept, and filtered, and the page says when none is left', async ({
  page,
}) => {
  const first = page.getByRole('listbox', { name: 'Projects' }).getByRole('option').first();
  await expect(first).toContainText('Harbour lights');
  await order(page, 'Title');
  await expect(first).toContainText('A short history of salt');
  await page.getByRole('button', { name: 'Order and filter' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Title', checked: true })).toBeVisible();
  await expectNoGraveViolations(page);
  await page.screenshot({ path: 'test-results/projects/order-menu.png', animations: 'disabled' });
  await page.keyboard.press('Escape');
  await order(page, 'Hidden');
  await expect(page.getByText('No projects to show here')).toBeVisible();
  await page.getByRole('button', { name: 'Show all projects' }).click();
  await page.reload();
  await expect(first).toContainText('A short history of salt');
});

test('a hidden project comes back by Undo, and is found again where hidden ones are shown', async ({
  page,
}) => {
  const project = page.getByRole('option', { name: 'Swifts' });
  const hide = async (): Promise<void> => {
    await project.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide from the list' }).click();
    await expect(project).toHaveCount(0);
  };
  await hide();
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo' }).click();
  await expect(project).toBeVisible();
  await hide();
  await order(page, 'Hidden');
  await project.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show in the list again' }).click();
  await expect(page.getByText('No projects to show here')).toBeVisible();
});
