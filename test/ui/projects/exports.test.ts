import type { Page } from '@playwright/test';
import { fakeConnection } from '../../fakes/page/fake-main-data.ts';
import { expect, openPage, refuseClipboard, test } from '../support/page-test.ts';

async function openExport(page: Page, address: string): Promise<void> {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('tab', { name: 'Export' }).click();
}

const start = (page: Page) => page.getByRole('button', { name: 'Export', exact: true });

test.describe('of a hosted service', () => {
  test.use({ fakeMain: { connection: fakeConnection({}) } });

  test('the options of an export stay with its project while other tabs are open', async ({
    page,
    address,
    main,
  }) => {
    await openExport(page, address);
    const large = page.getByRole('radio', { name: '4K' });
    await large.check({ force: true });
    await expect(large).toHaveAccessibleDescription('3840×2160');
    await page.getByRole('button', { name: 'Add destination' }).click();
    const connection = page.getByRole('textbox', { name: 'Connection ID' });
    const channel = page.getByRole('textbox', { name: 'Channel ID' });
    await connection.fill('int_1');
    await page.getByRole('tab', { name: 'Scenes' }).click();
    await page.getByRole('tab', { name: 'Export' }).click();
    await expect(large).toBeChecked();
    await expect(connection).toHaveValue('int_1');
    await expect(start(page)).toHaveAttribute('aria-disabled', 'true');
    await channel.fill('C42');
    await page.getByRole('option', { name: main.projects[1]?.title ?? '' }).click();
    await expect(page.getByRole('radio', { name: '4K', checked: true })).toHaveCount(0);
    await page.getByRole('option', { name: main.projects[0]?.title ?? '' }).click();
    await expect(large).toBeChecked();
    await start(page).click();
    await expect
      .poll(() => main.movies.exports)
      .toEqual([
        {
          quality: 'ULTRA_HIGH',
          deliveryDestinations: [
            { type: 'SLACK_CHANNEL', integrationConnectionId: 'int_1', slackChannelId: 'C42' },
          ],
        },
      ]);
  });
});

test('a link is said to be copied only when it was', async ({ page, address, main, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openExport(page, address);
  await start(page).click();
  await expect.poll(() => main.movies.exports).toHaveLength(1);
  for (let steps = 0; steps < 2; steps += 1) main.step();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link was copied.')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Export' }).click();
  await refuseClipboard(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Dailies could not use the clipboard.')).toBeVisible();
  expect(await page.getByText('The link was copied.').count()).toBe(0);
});

test('the lists of a project are read once while its movie is made', async ({ page, address, main }) => {
  const calls = ['export.list', 'remix.list', 'export.listSaved', 'delivery.outlook', 'delivery.folders'];
  const countsOf = (names: readonly string[]): number[] =>
    names.map((name) => main.calls.filter((each) => each === name).length);
  await openExport(page, address);
  await start(page).click();
  await expect.poll(() => main.movies.exports).toHaveLength(1);
  for (let steps = 0; steps < 2; steps += 1) main.step();
  for (const tab of ['Remix', 'Deliveries', 'Export']) await page.getByRole('tab', { name: tab }).click();
  const item = page.getByRole('button', { name: 'Copy link' });
  await item.focus();
  const before = countsOf(calls);
  for (let percent = 1; percent <= 5; percent += 1) {
    const [reads = 0] = countsOf(['project.get']);
    main.publish('project.changed', { projectId: 'prj_0000' });
    await expect.poll(() => countsOf(['project.get'])).toEqual([reads + 1]);
  }
  // Two frames later, everything that depends on the last reading has run.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  expect(countsOf(calls)).toEqual(before);
  await expect(item).toBeFocused();
});
