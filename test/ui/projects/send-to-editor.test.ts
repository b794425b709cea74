import type { Page } from '@playwright/test';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, openProjectTab, test, unfoldEditors } from '../support/page-test.ts';

function installEditors(main: FakeMain): void {
  main.editors = [
    { editorId: 'RESOLVE:/opt/resolve', editor: 'RESOLVE', version: null, source: 'system' },
    { editorId: 'KDENLIVE:/usr/bin/kdenlive', editor: 'KDENLIVE', version: '26.08.2', source: 'system' },
    { editorId: 'SHOTCUT:/usr/bin/shotcut', editor: 'SHOTCUT', version: '26.9.27', source: 'flatpak' },
  ];
}

const folder = '/media/raid/Dailies/Harbour_lights/Harbour_lights_v001';

async function finish(main: FakeMain): Promise<void> {
  await expect.poll(() => main.deliveries.list(null).length).toBeGreaterThan(0);
  main.deliveries.stepSize = 1;
  for (let steps = 0; steps < 6; steps += 1) main.step();
}

function look(page: Page, name: string): Promise<Buffer> {
  return page.screenshot({ path: `test-results/send/${name}.png`, animations: 'disabled' });
}

async function openWithEditors(page: Page, address: string, main: FakeMain): Promise<void> {
  installEditors(main);
  await openProjectTab(page, address, 'Deliver');
  await unfoldEditors(page);
}

test('a project goes to the editors that are here, and opens in the first as soon as it is there', async ({
  page,
  address,
  main,
}) => {
  await openWithEditors(page, address, main);
  const editors = page.getByRole('group', { name: 'Editors' });
  await expect(editors.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await expect(editors).toContainText('Kdenlive 26.08.2 Opens by itself');
  await expect(editors.getByRole('checkbox', { name: /Final Cut Pro/ })).toBeHidden();
  await editors.getByText('Not on this computer').click();
  await expect(editors.getByRole('checkbox', { name: /Final Cut Pro/ })).toBeVisible();
  await editors.getByRole('checkbox', { name: /DaVinci Resolve/ }).uncheck();
  await expect(page.getByText('Kdenlive, Shotcut to /media/raid/Dailies')).toBeVisible();
  await page.getByRole('button', { name: 'Open in Kdenlive', exact: true }).click();
  await finish(main);
  await expect(page.getByText('Kdenlive is starting with')).toBeVisible();
  expect(main.deliveries.started).toEqual([`KDENLIVE:/usr/bin/kdenlive ${folder}`]);
  expect(main.deliveries.list(null)).toMatchObject([{ chosenEditors: ['KDENLIVE', 'SHOTCUT'] }]);

  await page.reload();
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await unfoldEditors(page);
  await expect(editors.getByRole('checkbox', { name: /DaVinci Resolve/ })).not.toBeChecked();
  await page.getByRole('option', { name: 'The glacier that remembers' }).click();
  await expect(page.getByText('Kdenlive, Shotcut to /media/raid/Dailies')).toBeVisible();
});

test('a project sent by key before the editors are known goes to them', async ({ page, address, main }) => {
  installEditors(main);
  const release = main.hold('editor.list');
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('button', { name: /^Send/ }).first().waitFor();
  await page.keyboard.press('Control+Shift+e');
  // The key sends the project shown at the time of the press.
  const asked = main.calls.filter((name) => name === 'project.get').length;
  await page.evaluate(() => (location.hash = '#/projects/prj_0001'));
  await expect.poll(() => main.calls.filter((name) => name === 'project.get').length).toBeGreaterThan(asked);
  release();
  await expect
    .poll(() => main.deliveries.list(null))
    .toMatchObject([{ projectId: 'prj_0000', chosenEditors: ['KDENLIVE', 'RESOLVE', 'SHOTCUT'] }]);
});

test('the frame rate and start of documents are chosen where they are sent, and stay for the next project', async ({
  page,
  address,
  main,
}) => {
  await openWithEditors(page, address, main);
  await page.getByText('Frame rate and timecode').click();
  await page.getByRole('button', { name: 'Frame rate: Same as project' }).click();
  await page.getByRole('option', { name: '29.97 fps Drop-frame timecode' }).click();
  await expect(page.getByText('each cut moves to the nearest frame, by at most 16.7 ms')).toBeVisible();
  await page.getByText('01:00:00:00', { exact: true }).click();
  await expect.poll(() => main.settings.documentTiming).toEqual({ rate: '29.97 DF', start: '01:00:00:00' });
  await look(page, 'timing');
  await expectAccessible(page);
  await page.goto(`${address}/#/settings`);
  await expect(page.getByRole('button', { name: /^Frame rate: 29.97 fps/ })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light' });
  await look(page, 'timing-settings');
  await page.goto(`${address}/#/projects/prj_0001`);
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await expect(page.getByText(/29\.97 DF fps · 01:00:00:00$/)).toBeVisible();
  await look(page, 'timing-light');
});

test('another editor is chosen from the menu by keys, goes into the version that is there, and is offered first from then on', async ({
  page,
  address,
  main,
}) => {
  installEditors(main);
  main.deliveries.isUnchanged = true;
  main.deliveries.add({
    projectId: 'prj_0000',
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    state: 'done',
    folderName: 'Harbour_lights_v001',
    folderPath: folder,
    fileCount: 8,
    chosenEditors: ['KDENLIVE'],
    editors: [{ editor: 'KDENLIVE', opensIt: true }],
  });
  await openProjectTab(page, address, 'Deliver');
  await page.getByRole('button', { name: 'Other ways to send' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Show for DaVinci Resolve',
    'Open in Shotcut 26.9.27',
    'Save without opening',
    /^Links only/,
    'New version',
    /^Save as FCPXML/,
    /^Save as xmeml/,
    /^Save as OTIO/,
    /^Save as SRT/,
  ]);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Open in Shotcut 26.9.27' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Shotcut is starting with')).toBeVisible();
  expect(main.deliveries.list(null)).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Open in Shotcut', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Other ways to send' }).click();
  await page.getByRole('menuitem', { name: /^Save as OTIO/ }).click();
  await expect
    .poll(() => main.deliveries.list(null).map(({ format, chosenEditors }) => [format, chosenEditors.length]))
    .toContainEqual(['OTIO', 0]);
});

test('a version for OpenShot says which profile to choose first, also at another rate', async ({
  page,
  address,
  main,
}) => {
  main.editors = [
    { editorId: 'OPENSHOT:/usr/bin/openshot-qt', editor: 'OPENSHOT', version: null, source: 'system' },
  ];
  main.outlook = {
    lastVersion: { folderName: 'Harbour_lights_v004', projectUpdatedAt: 1 },
    mediaBytes: 1,
    losses: [],
    frameSize: { width: 1920, height: 1080 },
  };
  main.settings = { ...main.settings, documentTiming: { rate: '25', start: null } };
  await openProjectTab(page, address, 'Deliver');
  await expect(page.getByText('File > Choose Profile > FHD PAL 1080p 25 fps')).toBeVisible();
  await unfoldEditors(page);
  await page.getByText('Frame rate and timecode').click();
  await page.getByRole('button', { name: 'Frame rate: 25 fps' }).click();
  await page.getByRole('option', { name: '30 fps', exact: true }).click();
  await expect(page.getByText('File > Choose Profile > FHD 1080p 30 fps')).toBeVisible();
});

test('editors are looked for when they are first shown, and again on return only then', async ({
  page,
  address,
  main,
}) => {
  const searches = () => main.calls.filter((name) => name === 'editor.list').length;
  const comeBack = async (): Promise<void> => {
    const before = main.calls.filter((name) => name === 'settings.get').length;
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect
      .poll(() => main.calls.filter((name) => name === 'settings.get').length)
      .toBeGreaterThan(before);
  };
  await openPage(page, `${address}/#/generate`);
  await comeBack();
  expect(searches()).toBe(0);
  await openProjectTab(page, address, 'Deliver');
  await expect.poll(searches).toBe(1);
  await comeBack();
  await expect.poll(searches).toBe(2);
});

for (const look_ of [
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'narrow', colorScheme: 'light', viewport: { width: 900, height: 700 } },
  { name: 'large', colorScheme: 'dark', viewport: { width: 640, height: 400 } },
] as const) {
  test.describe(`on a ${look_.name} screen`, () => {
    test.use({ colorScheme: look_.colorScheme, viewport: look_.viewport });

    test('the bar says where it goes, what the document leaves out, and what room it takes', async ({
      page,
      address,
      main,
    }) => {
      installEditors(main);
      main.outlook = {
        lastVersion: { folderName: 'Harbour_lights_v004', projectUpdatedAt: 1 },
        mediaBytes: 1_240_000_000,
        losses: [{ editor: 'KDENLIVE', losses: ['CLIP_MARKERS', 'TRANSITION_STYLES'] }],
        frameSize: null,
      };
      await openPage(page, `${address}/#/projects/prj_0000`);
      await page.getByRole('tab', { name: 'Deliver' }).click();
      await expect(page.getByText('About 1.2 GB')).toBeVisible();
      await expect(
        page.getByText(
          'Not carried into Kdenlive: markers of clips and styles of transitions (all become dissolves)',
        ),
      ).toBeVisible();
      await look(page, look_.name);
      await page.getByRole('button', { name: 'Other ways to send' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await look(page, `${look_.name}-menu`);
    });
  });
}

test('a version shows what it takes, and goes to the trash unless that is undone', async ({
  page,
  address,
  main,
}) => {
  for (const [number, receivedBytes] of [1_240_000_000, 412_000_000].entries()) {
    const folderName = `Harbour_lights_v00${String(number + 1)}`;
    main.deliveries.add({
      projectId: 'prj_0000',
      format: 'FCPXML',
      mediaDelivery: 'BUNDLE',
      state: 'done',
      folderName,
      folderPath: `/media/raid/Dailies/Harbour_lights/${folderName}`,
      receivedBytes,
      fileCount: 11,
      chosenEditors: ['KDENLIVE'],
      finishedAt: main.options.nowSeconds(),
    });
  }
  main.deliveries.folderFacts.set('del-1', {
    sizeBytes: 1_250_000_000,
    freedBytes: 838_000_000,
    dependents: ['Harbour_lights_v003'],
  });
  main.deliveries.folderFacts.set('del-2', { openReturnCount: 1 });
  await openProjectTab(page, address, 'Deliver');
  const first = page.getByRole('listitem').filter({ hasText: 'Harbour_lights_v001' });
  await expect(first).toContainText('1.3 GB');
  const discard = page.getByRole('button', { name: 'Move Harbour_lights_v001 to the trash' });
  await discard.click();
  await expect(first).toHaveCount(0);
  const second = page.getByRole('listitem').filter({ hasText: 'Harbour_lights_v002' });
  await expect(second.getByRole('button').first()).toBeFocused();
  const notice = page.getByText(
    'Harbour_lights_v001 goes to the trash, which frees 838 MB. Harbour_lights_v003 was made from it and can then no longer be updated.',
  );
  await look(page, 'trash-notice');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(first).toBeVisible();
  await discard.focus();
  await page.keyboard.press('Enter');
  await notice.locator('..').getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => main.deliveries.list(null).map(({ state }) => state)).toEqual(['done', 'trashed']);
  await expect(first).toHaveCount(0);

  await page.getByRole('button', { name: 'Move Harbour_lights_v002 to the trash' }).click();
  await expect(page.getByText('A return of Harbour_lights_v002 waits for your decision.')).toBeVisible();
  await page.getByRole('button', { name: 'Show returns' }).click();
  await expect(page).toHaveURL(/#\/returns/);
  expect(main.deliveries.list(null).map(({ state }) => state)).toEqual(['done', 'trashed']);
});

test('a version that was sent just now is in the list until it goes to the trash', async ({
  page,
  address,
  main,
}) => {
  await openWithEditors(page, address, main);
  await page.keyboard.press('Control+Shift+e');
  await finish(main);
  const version = page.getByRole('listitem').filter({ hasText: 'Harbour_lights_v001' });
  await expect(version.getByRole('button', { name: 'Open in Kdenlive 26.08.2' })).toBeVisible();
  await page.getByRole('button', { name: 'Move Harbour_lights_v001 to the trash' }).click();
  await expect(version).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(version).toBeVisible();
  await page.getByRole('button', { name: 'Move Harbour_lights_v001 to the trash' }).click();
  const notice = page.getByText(/^Harbour_lights_v001 goes to the trash/).locator('..');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => main.deliveries.list(null).map(({ state }) => state)).toContain('trashed');
  await expect(version).toHaveCount(0);
});
