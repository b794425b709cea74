import type { Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expect, openProjectTab, refuseClipboard, test } from '../support/page-test.ts';

const folderPath = '/media/raid/Dailies/Harbour/Harbour_v003';

function deliver(main: FakeMain): void {
  main.editors = [
    { editorId: 'KDENLIVE:/usr/bin/kdenlive', editor: 'KDENLIVE', version: '26.08.2', source: 'system' },
    { editorId: 'RESOLVE:/opt/resolve', editor: 'RESOLVE', version: null, source: 'system' },
    { editorId: 'SHOTCUT:/usr/bin/shotcut', editor: 'SHOTCUT', version: '26.9.27', source: 'flatpak' },
  ];
  main.deliveries.add({
    projectId: 'prj_0000',
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    state: 'done',
    fileCount: 8,
    receivedBytes: 5_300_000,
    folderName: 'Harbour_v003',
    folderPath,
    editors: [
      { editor: 'KDENLIVE', opensIt: true },
      { editor: 'RESOLVE', opensIt: false },
      { editor: 'FINAL_CUT', opensIt: true },
    ],
  });
}

/** Chooses from the menu of the version. */
async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('listitem').getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name }).press('Enter');
}

async function openDelivered(page: Page, address: string, main: FakeMain): Promise<void> {
  deliver(main);
  await openProjectTab(page, address, 'Deliver');
}

test('a version opens in an editor that is there and that it has a document for', async ({
  page,
  address,
  main,
}) => {
  await openDelivered(page, address, main);
  await expect(page.getByRole('listitem').getByRole('button', { name: /^(?:Open in|Show for)/ })).toHaveCount(
    1,
  );
  await page.getByRole('button', { name: 'Open in Kdenlive 26.08.2' }).click();
  await expect(page.getByText('Kdenlive is starting with Harbour_v003')).toBeVisible();
  expect(main.deliveries.started).toEqual([`KDENLIVE:/usr/bin/kdenlive ${folderPath}`]);
});

test('for an editor that imports by its menu the document is shown, its path is copied and the menu is named', async ({
  page,
  address,
  main,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDelivered(page, address, main);
  await chooseMore(page, 'Show for DaVinci Resolve');
  await expect(page.getByText('choose File > Import > Timeline')).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(folderPath);
  expect(main.deliveries.revealed).toHaveLength(1);
});

test('a path that could not be copied is not said to be on the clipboard', async ({
  page,
  address,
  main,
}) => {
  await openDelivered(page, address, main);
  await refuseClipboard(page);
  await chooseMore(page, 'Show for DaVinci Resolve');
  await expect(page.getByText('Dailies could not use the clipboard.')).toBeVisible();
  expect(await page.getByText('It is on the clipboard').count()).toBe(0);
  expect(main.deliveries.revealed).toHaveLength(1);
});

test('an editor that does not start says why and what to do', async ({ page, address, main }) => {
  await openDelivered(page, address, main);
  const details = { editor: 'Kdenlive', path: '/usr/bin/kdenlive', reason: 'ended with 127' };
  main.failNext('delivery.open', new AppError('editor_not_started', 'It ended.', { details }));
  await page.getByRole('button', { name: 'Open in Kdenlive 26.08.2' }).click();
  await expect(page.getByText('Start the editor once yourself')).toBeVisible();
});

test('installations of one editor with the same version are told apart by their source', async ({
  page,
  address,
  main,
}) => {
  deliver(main);
  const kdenlive = { editor: 'KDENLIVE', version: '26.08.2' } as const;
  main.editors = [
    { ...kdenlive, editorId: 'KDENLIVE:/usr/bin/kdenlive', source: 'system' },
    { ...kdenlive, editorId: 'KDENLIVE:org.kde.kdenlive', source: 'flatpak' },
    { ...kdenlive, editorId: 'KDENLIVE:/home/a', version: '26.08.1', source: 'appimage' },
    { ...kdenlive, editorId: 'KDENLIVE:/home/b', version: '26.08.1', source: 'appimage' },
  ];
  await openProjectTab(page, address, 'Deliver');
  await expect(page.getByRole('listitem').getByRole('button', { name: /^Open in/ })).toHaveText(
    'Open in Kdenlive 26.08.2',
  );
  await page.getByRole('listitem').getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /^Open in Kdenlive/ })).toHaveText([
    'Open in Kdenlive 26.08.2 (Flatpak)',
    'Open in Kdenlive 26.08.1 (AppImage)',
    'Open in Kdenlive 26.08.1 (AppImage)',
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Other ways to send' }).click();
  await expect(page.getByRole('menuitem', { name: /^Open in Kdenlive/ })).toHaveText([
    /26\.08\.2 \(Flatpak\)/,
    /26\.08\.1 \(AppImage\)/,
    /26\.08\.1 \(AppImage\)/,
  ]);
});
