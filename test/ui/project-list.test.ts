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
  await expect(menu.getByRole('menuitem')).toHaveCount(6);
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
