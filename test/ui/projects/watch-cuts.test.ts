import type { Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import { applyChanges } from '../../../src-timeline/changes/apply-changes.ts';
import type { Change } from '../../../src-timeline/changes/change.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { timelineOfProject } from '../../fakes/page/timeline-of-project.ts';
import { changeCut, yourCut } from '../support/cut/your-cut.ts';
import { expectNoGraveViolations } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, openProjectTab, test } from '../support/page-test.ts';

test.use({ viewerSource: 'cut', viewport: { width: 1600, height: 1000 } });

const projectId = 'prj_0000';
const player = (page: Page) => page.getByRole('region', { name: 'Player, Harbour lights' });
const position = (page: Page) => player(page).getByRole('slider', { name: 'Position' });
const bar = (page: Page) => page.getByRole('group', { name: 'Compare' });
const scenes = (page: Page) => page.getByRole('listbox', { name: 'Scenes' }).getByRole('option');
const way = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Which cut plays' }).getByRole('radio', { name, exact: true });

/** Adds a version whose cut lacks the first two scenes, which last seven seconds. */
function addVersion(main: FakeMain): void {
  const [project] = main.projects;
  if (!project) throw new Error('There must be a project.');
  const changes: Change[] = [
    { kind: 'remove', sceneId: '1' },
    { kind: 'remove', sceneId: '2' },
  ];
  main.cuts.delivered = { version: applyChanges(timelineOfProject(project), changes) };
  main.deliveries.add({
    projectId,
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    state: 'done',
    progress: 1,
    folderName: 'Harbour_lights_v001',
    folderPath: '/media/raid/Dailies/Harbour_lights/Harbour_lights_v001',
    cutOrigin: { editor: 'dailies', madeAt: 1_767_225_600 },
    finishedAt: 1_767_225_600,
  });
}

test('a delivered version plays in place of your cut, with the keys of the player', async ({
  page,
  address,
  main,
}) => {
  addVersion(main);
  await openProjectTab(page, address, 'Deliver');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(bar(page).getByLabel('Watch')).toHaveValue('del-1');
  await expect(bar(page).getByLabel('Watch').locator(':checked')).toHaveText(
    'Harbour_lights_v001 · your cut',
  );
  await expect(player(page).locator('canvas')).toHaveCount(1);
  await position(page).focus();
  await page.keyboard.press('End');
  await expect(position(page)).toHaveAttribute('aria-valuetext', '00:00:16:29');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(position(page), 'at the second scene').toHaveAttribute('aria-valuetext', '00:00:04:08');
  await page.keyboard.press('Space');
  await expect
    .poll(async () => Number(await position(page).getAttribute('aria-valuenow')))
    .toBeGreaterThan(150);
  await bar(page).getByRole('button', { name: 'Back to your cut' }).click();
  await expect(bar(page)).toBeHidden();
  await position(page).focus();
  await page.keyboard.press('End');
  await expect(position(page)).toHaveAttribute('aria-valuetext', '00:00:23:29');
});

test('a version becomes your cut, which is undone by the notice', async ({ page, address, main }) => {
  addVersion(main);
  await changeCut(main, { kind: 'remove', sceneId: '6' });
  await openProjectTab(page, address, 'Deliver');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Make it your cut' }).click();
  await expect(page.getByText('Harbour_lights_v001 is your cut now')).toBeVisible();
  await expect(bar(page), 'your cut is shown').toBeHidden();
  await page.getByRole('tab', { name: 'Scenes' }).click();
  const all = main.projects[0]?.scenes?.length ?? 0;
  await expect(scenes(page)).toHaveCount(all - 2);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(scenes(page)).toHaveCount(all - 1);
});

test('two cuts of a project play in step, side by side or divided', async ({ page, address, main }) => {
  addVersion(main);
  await changeCut(main, { kind: 'trim', sceneId: '1', edge: 'end', durationFrames: 54 });
  await openPage(page, `${address}/#/projects/${projectId}`);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(bar(page).getByLabel('Compare with')).toHaveValue('project');
  await expect(bar(page).getByLabel('Watch')).toHaveValue('yours');
  await expect(way(page, 'Both')).toBeChecked();
  await expect(player(page).locator('canvas')).toHaveCount(2);
  await position(page).focus();
  await page.keyboard.press('End');
  await expect(position(page), 'the end of the longer').toHaveAttribute('aria-valuetext', '00:00:23:29');

  await way(page, 'Divided').check({ force: true });
  const divider = page.getByRole('slider', { name: 'Divider between the cuts' });
  await divider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(divider).toHaveValue('49');
  await way(page, 'Your cut').check({ force: true });
  await expect(player(page).locator('canvas')).toHaveCount(1);
  await position(page).focus();
  await page.keyboard.press('End');
  await expect(position(page)).toHaveAttribute('aria-valuetext', '00:00:21:29');

  await bar(page).getByLabel('Compare with').selectOption({ label: 'Harbour_lights_v001 · your cut' });
  await way(page, 'Harbour_lights_v001 · your cut').check({ force: true });
  await position(page).focus();
  await page.keyboard.press('End');
  await expect(position(page)).toHaveAttribute('aria-valuetext', '00:00:16:29');
  await bar(page).getByLabel('Compare with').selectOption('Nothing');
  await expect(page.getByRole('radiogroup', { name: 'Which cut plays' })).toBeHidden();
});

test('a comparison begins at the playhead and goes to the scene that is selected', async ({
  page,
  address,
  main,
}) => {
  await changeCut(main, { kind: 'trim', sceneId: '1', edge: 'end', durationFrames: 54 });
  await openPage(page, `${address}/#/projects/${projectId}`);
  await scenes(page).nth(2).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const [, , third, fourth] = (await yourCut(main)).scenes;
  await expect(position(page)).toHaveAttribute('aria-valuenow', String(third?.startFrame));
  await scenes(page).nth(3).click();
  await expect(position(page)).toHaveAttribute('aria-valuenow', String(fourth?.startFrame));
});

test('a version that cannot be read says why, and is read again', async ({ page, address, main }) => {
  addVersion(main);
  await openProjectTab(page, address, 'Deliver');
  await expect(player(page)).toBeVisible();
  main.failNext('cut.get', new AppError('not_found', 'The version is not in its place.'));
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Copy details' });
  await expect(notice).toBeVisible();
  await expect(player(page)).toHaveCount(0);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(player(page).locator('canvas')).toHaveCount(1);
  await expect(notice).toHaveCount(0);
});

test('the switch says what the movie lacks of your changes', async ({ page, address, main }) => {
  await changeCut(main, { kind: 'remove', sceneId: '2' }, { kind: 'remove', sceneId: '4' });
  await openPage(page, `${address}/#/projects/${projectId}`);
  await expect(
    page.getByText('Watermark, end screen and burned-in captions are in the movie only.'),
  ).toBeVisible();
  await page.getByText('Movie', { exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Without your 2 changes' })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(1);
});

const looks = [
  { name: 'light', scheme: 'light', language: 'en', width: 1280, height: 800 },
  { name: 'dark', scheme: 'dark', language: 'en', width: 1280, height: 800 },
  { name: '900', scheme: 'dark', language: 'en', width: 900, height: 600 },
  { name: '200-percent', scheme: 'light', language: 'en', width: 640, height: 400 },
  { name: 'arabic', scheme: 'light', language: 'ar', width: 1280, height: 800 },
] as const;

for (const { name, scheme, language, width, height } of looks) {
  test(`watched and compared cuts fit, ${name}`, async ({ page, address, main }) => {
    addVersion(main);
    await changeCut(main, { kind: 'trim', sceneId: '1', edge: 'end', durationFrames: 54 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    main.settings = { ...main.settings, language };
    await openPage(page, `${address}/#/projects/${projectId}`);
    await page.getByRole('option', { name: 'Harbour lights' }).first().focus();
    await page.keyboard.press('Enter');
    await page.locator('textarea').first().waitFor();
    await page.locator('.bar > button').first().click();
    await expect(page.locator('canvas')).toHaveCount(2);
    await page.screenshot({ path: `test-results/watch/beside-${name}.png` });
    expect(await findMisfits(page)).toEqual([]);
    await page.locator('.ways input').last().check({ force: true });
    await expect(page.locator('.compared.over')).toBeVisible();
    await page.screenshot({ path: `test-results/watch/divided-${name}.png` });
    await page.locator('.bar select').last().selectOption('del-1');
    await page.locator('.bar select').first().selectOption('');
    await expect(page.locator('canvas')).toHaveCount(1);
    await page.screenshot({ path: `test-results/watch/version-${name}.png` });
    await expectNoGraveViolations(page);
    expect(await findMisfits(page)).toEqual([]);
  });
}
