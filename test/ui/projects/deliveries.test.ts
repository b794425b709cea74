import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expect, openPage, openProjectTab, test } from '../support/page-test.ts';

test('a held key sends a project once', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await expect(page.getByRole('button', { name: 'Send to editor' })).toBeEnabled();
  await page.keyboard.down('Control');
  await page.keyboard.down('Shift');
  for (let presses = 0; presses < 4; presses += 1) {
    const answer = main.calls.length;
    await page.keyboard.down('E');
    if (presses === 0) await expect.poll(() => main.calls.slice(answer)).toContain('delivery.start');
  }
  await page.keyboard.up('E');
  await page.keyboard.up('Shift');
  await page.keyboard.up('Control');
  await expect(page.getByText('Step 1 of 4')).toHaveCount(1);
  expect(main.calls.filter((name) => name === 'delivery.start')).toHaveLength(1);
});

test('many deliveries at once leave the player and the button in sight', async ({ page, address, main }) => {
  for (let count = 0; count < 12; count += 1) {
    main.deliveries.add({ projectId: 'prj_0000', format: 'SRT', mediaDelivery: 'BUNDLE' });
  }
  await openPage(page, `${address}/#/projects/prj_0000`);
  await expect(page.getByText('Step 1 of 4')).toHaveCount(12);
  await expect(page.getByRole('button', { name: 'Send to editor' })).toBeInViewport();
  await expect(page.getByRole('option', { name: /^Scene 1/ })).toBeInViewport();
});

/** Adds a version of the first project that is in its place. */
function addVersion(main: FakeMain, fields: Partial<Delivery>): void {
  main.deliveries.add({
    projectId: 'prj_0000',
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    state: 'done',
    fileCount: 8,
    receivedBytes: 5_300_000,
    ...fields,
  });
}

test('the number of a long-named delivery can be read', async ({ page, address, main }) => {
  addVersion(main, {
    folderName: 'The lighthouse keepers of the north_v012',
    folderPath: '/media/raid/Dailies/The lighthouse keepers of the north_v012',
  });
  await openProjectTab(page, address, 'Deliver');
  const name = page.getByText('The lighthouse keepers of the north_v012', { exact: true }).first();
  await name.scrollIntoViewIfNeeded();
  expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
});

test('a delivery in place says which clips an editor cannot read', async ({ page, address, main }) => {
  addVersion(main, {
    folderName: 'Harbour_lights_v012',
    folderPath: '/media/raid/Dailies/Harbour_lights/Harbour_lights_v012',
    unreadable: [
      { editor: 'FINAL_CUT', files: ['01_presenter.webm', '02_presenter.webm'], forms: ['VP9 in WebM'] },
    ],
  });
  await openProjectTab(page, address, 'Deliver');
  const reported = page.getByText('Final Cut Pro cannot read 2 files (VP9 in WebM). README.txt names them.');
  await reported.scrollIntoViewIfNeeded();
  await expect(reported).toBeVisible();
});

test('a project shows its versions also where many others were sent since', async ({
  page,
  address,
  main,
}) => {
  const version = (projectId: string, folderName: string) =>
    main.deliveries.add({
      projectId,
      format: 'FCPXML',
      mediaDelivery: 'BUNDLE',
      state: 'done',
      folderName,
      folderPath: `/media/raid/Dailies/${folderName}`,
      fileCount: 3,
    });
  version('prj_0000', 'Harbour_lights_v001');
  for (let number = 1; number <= 200; number += 1) version('prj_0003', `Bees_v${String(number)}`);
  await openProjectTab(page, address, 'Deliver');
  await expect(page.getByRole('listitem').filter({ hasText: 'Harbour_lights_v001' })).toBeVisible();
});

for (const viewport of [
  { width: 900, height: 600 },
  { width: 640, height: 400 },
]) {
  const size = `${String(viewport.width)}×${String(viewport.height)}`;
  test.describe(`of ${size}`, () => {
    test.use({ viewport });

    test(`three versions are in sight above the bar, ${size}`, async ({ page, address, main }) => {
      main.editors = [
        { editorId: 'KDENLIVE:k', editor: 'KDENLIVE', version: '26.08.2', source: 'system' },
        { editorId: 'RESOLVE:r', editor: 'RESOLVE', version: null, source: 'system' },
      ];
      for (const number of [1, 2, 3, 4]) {
        const folderName = `Harbour_lights_v00${String(number)}`;
        addVersion(main, {
          folderName,
          folderPath: `/media/raid/Dailies/Harbour_lights/${folderName}`,
          chosenEditors: ['KDENLIVE', 'RESOLVE'],
          editors: [{ editor: 'KDENLIVE', opensIt: true }],
        });
      }
      await openPage(page, `${address}/#/projects`);
      await page.getByRole('option', { name: 'Harbour lights' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: 'Deliver' }).click();
      const rows = page.getByRole('tabpanel').getByRole('listitem');
      await expect(rows.getByRole('button', { name: /^Open in/ })).toHaveCount(4);
      await rows.first().evaluate((row) => {
        row.scrollIntoView({ block: 'start' });
      });
      await page.screenshot({ path: `test-results/send/rows-${size}.png`, animations: 'disabled' });
      const barTop = await page.locator('.bottom-bar').evaluate((bar) => bar.getBoundingClientRect().top);
      const ends = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
      expect(ends.filter((end) => end <= barTop + 1).length).toBeGreaterThanOrEqual(3);
    });
  });
}

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 900, height: 600 } });

  test('the key brings out the selected project that it sends', async ({ page, address }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    const sheet = page.getByRole('dialog', { name: 'Harbour lights' });
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: 'Harbour lights' }).waitFor();
    await page.keyboard.press('Control+Shift+e');
    await expect(sheet.getByRole('button', { name: 'Send to editor' })).toBeVisible();
    await page.keyboard.press('Control+Shift+e');
    await expect(sheet.getByText('Step 1 of 4: Waiting')).toBeVisible();
  });

  test('a long title keeps the sheet in one line, and Escape cancels a delivery and not the sheet', async ({
    page,
    address,
    main,
  }) => {
    const [project] = main.projects;
    const title = 'How the harbour at the mouth of the river came to be rebuilt three times in one century';
    if (project) main.projects[0] = { ...project, title };
    main.deliveries.add({ projectId: 'prj_0000', format: 'SRT', mediaDelivery: 'BUNDLE' });
    await openPage(page, `${address}/#/projects`);
    await page.getByRole('option', { name: title }).click();
    const sheet = page.getByRole('dialog', { name: title });
    const heading = sheet.getByRole('heading', { name: title });
    expect((await heading.boundingBox())?.height).toBeLessThan(24);
    await sheet.getByRole('button', { name: 'Cancel delivery' }).focus();
    await page.keyboard.press('Escape');
    await expect(sheet.getByText('Cancelled')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  });
});

test('the key says that the delivery folder is missing and leads to its field, and sends once it is back', async ({
  page,
  address,
  main,
}) => {
  const folder = { path: '/media/raid/Dailies', state: 'ok', freeBytes: 812_000_000_000 } as const;
  main.settings = { ...main.settings, deliveryFolder: { ...folder, state: 'missing', freeBytes: null } };
  await openPage(page, `${address}/#/projects/prj_0000`);
  await expect(page.getByRole('textbox', { name: 'Delivery folder' })).toBeVisible();
  await page.keyboard.press('Control+Shift+e');
  await expect(page.getByLabel('Notifications').getByRole('alert')).toContainText(
    'Connect its drive or choose another folder',
  );
  await expect(page.getByRole('textbox', { name: 'Delivery folder' })).toBeFocused();
  expect(main.deliveries.list(null)).toEqual([]);
  main.settings = { ...main.settings, deliveryFolder: folder };
  await page.keyboard.press('Control+Shift+e');
  await expect(page.getByText('Step 1 of 4: Waiting')).toBeVisible();
});

test('the key says what is in the way of sending, in the words of the button', async ({
  page,
  address,
  main,
}) => {
  const notices = page.getByLabel('Notifications');
  await openPage(page, `${address}/#/projects`);
  await page.getByRole('option', { name: 'Harbour lights' }).waitFor();
  await page.keyboard.press('Control+Shift+e');
  await expect(notices).toContainText('Select the project to send.');
  const [project] = main.projects;
  if (project) main.projects[0] = { ...project, status: 'generating' };
  await page.getByRole('option', { name: 'Harbour lights' }).click();
  await expect(page.getByRole('button', { name: 'Send to editor' })).toBeVisible();
  await page.keyboard.press('Control+Shift+e');
  await expect(notices).toContainText('The project is still being generated.');
  expect(main.deliveries.list(null)).toEqual([]);
});

test('the key pressed before a project is read sends that project, unless another is selected meanwhile', async ({
  page,
  address,
  main,
}) => {
  const release = main.hold('project.get');
  await openPage(page, `${address}/#/projects`);
  for (const name of ['Harbour lights', 'The glacier that remembers']) {
    await page.getByRole('option', { name }).click();
    await page.keyboard.press('Control+Shift+e');
  }
  release();
  await expect.poll(() => main.deliveries.list(null).map(({ projectId }) => projectId)).toEqual(['prj_0001']);
  await expect(page.getByRole('button', { name: 'Send to editor' })).toBeVisible();
  expect(main.deliveries.list(null)).toHaveLength(1);
});

test('the key says why nothing can be started', async ({ page, address }) => {
  await openPage(page, `${address}/#/generate`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Notifications')).toContainText('Write or drop a script first.');
});

test('sending with links is chosen for one send alone', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Other ways to send' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Links only');
  await expect.poll(() => main.deliveries.list('prj_0000')).toHaveLength(1);
  await page.getByRole('option', { name: 'The glacier that remembers' }).click();
  await page.keyboard.press('Control+Shift+e');
  await expect.poll(() => main.deliveries.list('prj_0001')).toHaveLength(1);
  await page.getByRole('option', { name: 'Harbour lights' }).click();
  await expect(page.getByText('FCPXML to /media/raid/Dailies')).toBeVisible();
  await page.keyboard.press('Control+Shift+e');
  await expect
    .poll(() =>
      main.deliveries.list(null).map(({ projectId, mediaDelivery }) => `${projectId} ${mediaDelivery}`),
    )
    .toEqual(['prj_0000 BUNDLE', 'prj_0001 BUNDLE', 'prj_0000 REMOTE_URLS']);
});
