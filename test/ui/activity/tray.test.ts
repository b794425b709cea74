import { fakeConnection } from '../../fakes/page/fake-main-data.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test('the tray opens over a screen, leaves its keys to the screen and goes when one goes elsewhere', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/projects`);
  const tray = page.getByRole('region', { name: 'Activity', exact: true });
  const opener = page.getByRole('contentinfo').getByRole('button', { name: 'No jobs running' });
  await opener.click();
  await expect(tray).toBeVisible();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('searchbox', { name: 'Search titles' }).focus();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox', { name: 'Search titles' })).toBeFocused();
  await page.keyboard.press('Control+j');
  await expect(tray).toBeHidden();
  await page.keyboard.press('Control+j');
  await page.keyboard.press('Escape');
  await expect(tray).toBeHidden();
  await page.keyboard.press('Control+j');
  await page.keyboard.press('Control+4');
  await expect(tray).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');
});

test('the tray opens with the running job selected and in sight, or with the one of a notice', async ({
  page,
  address,
  main,
}) => {
  main.activity.addEnded(60);
  for (let count = 0; count < 30; count += 1)
    main.generations.add({ title: 'Later', state: 'running', isWaiting: true });
  main.generations.add({ title: 'Swifts', state: 'running', progress: 0.4, createdAt: 1 });
  await openPage(page, `${address}/#/generate`);
  await page.keyboard.press('Control+j');
  const selected = page.locator('[role=row][aria-selected=true]');
  await expect(selected).toContainText('Swifts');
  await expect(selected).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+j');
  await page.keyboard.press('Control+j');
  await expect(selected).toContainText('Swifts');
  await page.keyboard.press('Control+j');
  await page.getByRole('textbox').first().fill('A storm over the harbour.');
  await page.keyboard.press('Control+Enter');
  await page.getByLabel('Notifications').getByRole('button', { name: 'Show' }).click();
  await expect(selected).toContainText('A storm');
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 900, height: 600 } });

  test('the tray takes the place of the sheet of a project, which is back when the tray goes', async ({
    page,
    address,
  }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    const tabs = page.getByRole('tablist');
    await tabs.waitFor();
    await page.keyboard.press('Control+j');
    await page.getByRole('button', { name: 'Close Activity' }).waitFor();
    await expect(tabs).toBeHidden();
    await page.keyboard.press('Control+j');
    await expect(tabs).toBeVisible();
  });
});

test.describe('with few requests left', () => {
  test.use({ fakeMain: { connection: fakeConnection({ budgetLeft: 0.1 }) } });

  test('the status bar tells the budget and explains it', async ({ page, address }) => {
    await openPage(page, address);
    const budget = page.getByRole('contentinfo').getByText('Budget 10%');
    await expect(budget).toHaveAttribute('title', /requests that the service still allows/);
  });
});
