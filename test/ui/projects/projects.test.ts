import type { Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import { expect, openPage, test, unfoldEditors } from '../support/page-test.ts';
import { readFrameNumber } from '../support/read-frame-number.ts';

const timecode = (page: Page) => page.getByRole('timer', { name: 'Timecode' });

/** Waits until the player shows a frame, by its timecode and by its pixels. */
async function expectFrame(page: Page, frame: number, label: string): Promise<void> {
  await expect(timecode(page)).toHaveText(label);
  await expect.poll(() => readFrameNumber(page)).toBe(frame);
}

async function openProject(page: Page, address: string, projectId = 'prj_0000'): Promise<void> {
  await openPage(page, `${address}/#/projects/${projectId}`);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBe(4);
}

test('every key of the player lands on exactly the frame it names', async ({ page, address }) => {
  await openProject(page, address);
  await page.getByRole('slider', { name: 'Position' }).focus();
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name);
  };
  await expectFrame(page, 0, '00:00:00:00');
  await keys('ArrowRight');
  await expectFrame(page, 1, '00:00:00:01');
  await keys('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await expectFrame(page, 5, '00:00:00:05');
  await keys('Shift+ArrowRight', 'Shift+ArrowRight');
  await expectFrame(page, 65, '00:00:02:05');
  await keys('Shift+ArrowLeft', 'ArrowLeft');
  await expectFrame(page, 34, '00:00:01:04');
  await keys('End');
  await expectFrame(page, 719, '00:00:23:29');
  await keys('ArrowRight');
  await expectFrame(page, 719, '00:00:23:29');
  await keys('ArrowUp');
  await expectFrame(page, 560, '00:00:18:20');
  await keys('Home', 'ArrowDown');
  await expectFrame(page, 114, '00:00:03:24');
});

test('space plays and stops, and what stands then is the frame the timecode names', async ({
  page,
  address,
}) => {
  await openProject(page, address);
  await page.getByRole('option', { name: 'Harbour lights' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(timecode(page)).toHaveText(/^00:00:0[1-9]/);
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const namedFrame = async (): Promise<number> => {
    const [seconds = 0, frames = 0] = (await timecode(page).innerText()).split(':').slice(2).map(Number);
    return seconds * 30 + frames;
  };
  // A picture under way at the key press may still arrive.
  await expect(async () => {
    expect(await readFrameNumber(page)).toBe(await namedFrame());
  }).toPass({ timeout: 10_000 });
});

test('J and L shuttle faster with every press, in both directions', async ({ page, address }) => {
  await openProject(page, address);
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await expect(page.getByText('4×')).toBeVisible();
  await expect(timecode(page)).toHaveText(/^00:00:0[4-9]/);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByText('-2×')).toBeVisible();
  await expect(timecode(page)).toHaveText('00:00:00:00');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a scene of the list jumps to its first frame', async ({ page, address }) => {
  await openProject(page, address);
  await page.getByRole('option', { name: /^Scene 3/ }).click();
  await expectFrame(page, 210, '00:00:07:00');
  await expect(page.getByRole('option', { name: /^Scene 3/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expectFrame(page, 114, '00:00:03:24');
});

test('reading the project again leaves the player where it is', async ({ page, address, main }) => {
  await openProject(page, address);
  await page.getByRole('option', { name: /^Scene 2/ }).click();
  await expectFrame(page, 114, '00:00:03:24');
  const reads = () => main.calls.filter((name) => name === 'project.get').length;
  const before = reads();
  main.publish('project.changed', { projectId: 'prj_0000' });
  await expect.poll(reads).toBeGreaterThan(before);
  await expectFrame(page, 114, '00:00:03:24');
});

test('a project is found, opened and handed off with the keyboard alone', async ({ page, address, main }) => {
  main.editors = [
    { editorId: 'PREMIERE:p', editor: 'PREMIERE', version: '26.3', source: 'system' },
    { editorId: 'KDENLIVE:k', editor: 'KDENLIVE', version: '26.08', source: 'system' },
  ];
  await openPage(page, `${address}/#/projects`);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('clockmaker');
  await expect(page.getByText('1 match')).toBeVisible();
  while (
    !(await page
      .getByRole('option')
      .first()
      .evaluate((each) => each === document.activeElement))
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Interview with a clockmaker' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.locator('video').waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('slider', { name: 'Position' })).toBeFocused();
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await unfoldEditors(page);
  await page.getByRole('checkbox', { name: /Premiere/ }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Kdenlive to /media/raid/Dailies')).toBeVisible();

  await page.keyboard.press('Control+Shift+e');
  await expect(page.getByText('Step 1 of 4: Waiting')).toBeVisible();
  main.step();
  main.deliveries.stepSize = 1;
  main.step();
  main.deliveries.stepSize = 0.25;
  main.step();
  await expect(page.getByText('Step 2 of 4: Downloading')).toBeVisible();
  await expect(page.getByText('310 MB of 1.2 GB').first()).toBeVisible();
  await expect(page.getByText('25 s left')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('1 running');
  await expect(page.getByRole('contentinfo')).toContainText('38 MB/s');
  main.deliveries.stepSize = 1;
  main.step();
  main.step();
  main.step();
  await expect(page.getByText('Interview_with_a_clockmaker_v001', { exact: true })).toBeVisible();
  expect(main.deliveries.list('prj_0011')).toMatchObject([
    { chosenEditors: ['KDENLIVE'], mediaDelivery: 'BUNDLE' },
  ]);

  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => main.deliveries.revealed).toEqual(['del-1']);
});

test('the path of a delivery goes to the clipboard', async ({ page, address, main, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  main.deliveries.add({
    projectId: 'prj_0000',
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    state: 'done',
    folderName: 'Harbour_lights_v001',
    folderPath: '/media/raid/Dailies/Harbour_lights/Harbour_lights_v001',
  });
  await openProject(page, address);
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await page.getByRole('button', { name: 'Copy path', exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('/media/raid/Dailies/Harbour_lights/Harbour_lights_v001');
});

test('a failed delivery says why and is tried again', async ({ page, address, main }) => {
  main.deliveries.add({
    projectId: 'prj_0000',
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    state: 'failed',
    error: { code: 'disk_full', message: 'ENOSPC', details: { path: '/media/raid/Dailies' } },
  });
  await openProject(page, address);
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await expect(page.getByRole('alert')).toContainText('The disk is full');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Step 1 of 4: Waiting')).toBeVisible();
});

test('a running delivery is cancelled', async ({ page, address }) => {
  await openProject(page, address);
  await page.getByRole('button', { name: /^Send to editor/ }).click();
  await page.getByRole('button', { name: 'Cancel delivery' }).click();
  await expect(page.getByText('Cancelled')).toBeVisible();
});

test('a project that is gone says so and leaves the list usable', async ({ page, address, main }) => {
  main.failNext('project.get', new AppError('not_found', 'There is no such project.'));
  await openPage(page, `${address}/#/projects/prj_0001`);
  await expect(page.getByRole('alert')).toContainText('This no longer exists');
  await page.getByRole('option', { name: 'Harbour lights' }).click();
  await expect(page.locator('video')).toBeVisible();
});

test('letters typed into the list find a title, while J, K and L stay with the player', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/projects`);
  await page.getByRole('option').first().focus();
  await page.keyboard.type('swi');
  await expect(page.getByRole('option', { name: 'Swifts' })).toBeFocused();
  await page.locator('video').waitFor();
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Swifts' })).toHaveAttribute('aria-selected', 'true');
});

test('titles are shown as they are written, whatever they hold', async ({ page, address, main }) => {
  const title = '<img src=x onerror=alert(1)> {{7*7}} <script>document.title="owned"</script>';
  const [project] = main.projects;
  if (project) main.projects[0] = { ...project, title };
  await openProject(page, address);
  await expect(page.getByRole('option', { name: title })).toBeVisible();
  await expect(page).toHaveTitle('Projects · Dailies');
});

test.describe('with a thousand projects', () => {
  test.use({ fakeMain: { projectCount: 1_000 } });

  test('all are reached by scrolling, and the search reads them all', async ({ page, address }) => {
    await openPage(page, `${address}/#/projects`);
    await page.getByRole('option').first().focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('swifts 41');
    await expect(page.getByText('1 match', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('1,000 projects')).toBeVisible();
    await page.getByRole('option').first().focus();
    await page.keyboard.press('End');
    const list = page.getByRole('listbox', { name: 'Projects' });
    await expect(list.getByRole('option').last()).toBeInViewport();
  });
});

test.describe('a picture that cannot be had', () => {
  test.use({ toleratedComplaints: /404/ });

  test('leaves a sign in its place, and is tried again when there may be another', async ({
    page,
    address,
    main,
  }) => {
    let isThere = false;
    await page.route('**/media/projects/*/thumbnail**', (route) =>
      isThere ? route.continue() : route.fulfill({ status: 404 }),
    );
    await openPage(page, `${address}/#/projects`);
    const first = page.getByRole('option').first();
    await expect(first.locator('svg')).toBeVisible();
    await expect(first.locator('img')).toHaveCount(0);
    isThere = true;
    main.changePicture('prj_0000');
    await expect
      .poll(() => first.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });
});

test('the search leads on to what it found by the arrow keys and Enter', async ({ page, address }) => {
  await openPage(page, `${address}/#/projects`);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('glacier');
  const found = page.getByRole('option', { name: 'The glacier that remembers' });
  await expect(page.getByText('1 match')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(found).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'The glacier that remembers' })).toBeVisible();
  await expect(page.locator('video')).toBeVisible();
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 900, height: 600 } });

  test('the arrow keys step frames in the sheet as soon as it is open', async ({ page, address }) => {
    await openPage(page, `${address}/#/projects`);
    const poster = page.getByRole('option', { name: 'Harbour lights' });
    await poster.click();
    await expect(timecode(page)).toHaveText('00:00:00:00');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await poster.click();
    await expect(page.getByRole('dialog')).toBeFocused();
    await expect
      .poll(() => page.locator('video').evaluate((each: HTMLVideoElement) => each.readyState))
      .toBe(4);
    await page.keyboard.press('ArrowRight');
    await expect(timecode(page)).toHaveText('00:00:00:01');
  });
});

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`a project being made shows how far it is on a calm ground, ${colorScheme}`, async ({
      page,
      address,
      main,
    }) => {
      const [project, other] = main.projects;
      if (!project || !other) throw new Error('There are projects.');
      main.projects[0] = { ...project, status: 'generating', thumbnailPath: null };
      main.projects[1] = { ...other, status: 'generating' };
      const { projectId } = project;
      main.generations.add({ projectId, state: 'running', stage: 'pictures', progress: 0.4 });
      await openPage(page, `${address}/#/projects`);
      const card = page.getByRole('option').filter({ hasText: project.title }).first();
      await expect(card).toContainText('Making the pictures');
      await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
      const ground = await card
        .locator('.thumbnail')
        .evaluate((each) => Number(/\d+/.exec(getComputedStyle(each).backgroundColor)?.[0]));
      const surroundings = await page
        .locator('body')
        .evaluate((each) => Number(/\d+/.exec(getComputedStyle(each).backgroundColor)?.[0]));
      expect(Math.abs(ground - surroundings)).toBeLessThan(40);
      // Projects with a picture already show it.
      await expect(
        page.getByRole('option').filter({ hasText: other.title }).first().locator('img'),
      ).toHaveCount(1);
      await page.screenshot({
        path: `test-results/projects/making-${colorScheme}.png`,
        animations: 'disabled',
      });
    });
  });
}
