import type { Page } from '@playwright/test';
import { fakeConnection } from '../../fakes/page/fake-main-data.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { askExport, expect, openProjectTab, refuseClipboard, test } from '../support/page-test.ts';

/** Exports the first project and waits until its movie is there. */
async function exportMovie(page: Page, address: string, main: FakeMain): Promise<void> {
  const dialog = await askExport(page, address);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect.poll(() => main.inputsOf('export.start')).toHaveLength(1);
  for (let steps = 0; steps < 2; steps += 1) main.step();
}

test.describe('of a hosted service', () => {
  test.use({ fakeMain: { connection: fakeConnection({}) } });

  test('the options of an export stay with its project while the dialog is closed', async ({
    page,
    address,
    main,
  }) => {
    const dialog = await askExport(page, address);
    const large = dialog.getByRole('radio', { name: '4K' });
    const start = dialog.getByRole('button', { name: 'Export', exact: true });
    const close = (): Promise<void> => dialog.getByRole('button', { name: 'Cancel' }).click();
    await large.check({ force: true });
    await expect(large).toHaveAccessibleDescription('3840×2160');
    await dialog.getByRole('button', { name: 'Add destination' }).click();
    await dialog.getByRole('textbox', { name: 'Connection ID' }).fill('int_1');
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await close();
    await page.getByRole('option', { name: main.projects[1]?.title ?? '' }).click();
    await page.getByRole('button', { name: 'Export movie…' }).click();
    await expect(dialog.getByRole('radio', { name: '4K', checked: false })).toBeVisible();
    await close();
    await page.getByRole('option', { name: main.projects[0]?.title ?? '' }).click();
    await page.getByRole('button', { name: 'Export movie…' }).click();
    await expect(large).toBeChecked();
    await expect(dialog.getByRole('textbox', { name: 'Connection ID' })).toHaveValue('int_1');
    await dialog.getByRole('textbox', { name: 'Channel ID' }).fill('C42');
    await start.click();
    await expect
      .poll(() => main.inputsOf('export.start').map(({ options }) => options))
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
  await exportMovie(page, address, main);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link was copied.')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await refuseClipboard(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Dailies could not use the clipboard.')).toBeVisible();
  expect(await page.getByText('The link was copied.').count()).toBe(0);
});

test('versions and movies are in one list, the newest first', async ({ page, address, main }) => {
  const of = { projectId: 'prj_0000' };
  main.deliveries.add({
    ...of,
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    state: 'done',
    folderName: 'Harbour_lights_v001',
    createdAt: 1_700_000_000,
  });
  main.activity.addJob({ ...of, kind: 'export', state: 'succeeded', createdAt: 1_700_000_100 });
  main.deliveries.add({ ...of, format: 'OTIO', mediaDelivery: 'BUNDLE', createdAt: 1_700_000_200 });
  await openProjectTab(page, address, 'Deliver');
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText([
    /Step 1 of 4/,
    /^\s*Movie/,
    /^\s*Harbour_lights_v001/,
  ]);
});

test('the lists of a project are read once while its movie is made', async ({ page, address, main }) => {
  const calls = ['export.list', 'remix.list', 'export.listSaved', 'delivery.outlook', 'delivery.folders'];
  const countsOf = (names: readonly string[]): number[] =>
    names.map((name) => main.calls.filter((each) => each === name).length);
  await exportMovie(page, address, main);
  for (const tab of ['Remix', 'Deliver']) await page.getByRole('tab', { name: tab }).click();
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
