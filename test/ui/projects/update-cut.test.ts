import type { Locator, Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { addPicture, changeCut, yourCut } from '../support/cut/your-cut.ts';
import { expectNoGraveViolations } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openProjectTab, test } from '../support/page-test.ts';

test.use({ viewerSource: 'cut' });

const projectId = 'prj_0000';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Update my cut' });

/** Replaces the picture of the second scene and removes the fourth. */
async function editCut(main: FakeMain): Promise<void> {
  await addPicture(main, '2');
  const media = main.cuts.takes[0]?.media;
  if (!media) throw new Error('There is no take.');
  await changeCut(
    main,
    { kind: 'replacePicture', sceneId: '2', media, sourceStartFrame: 0 },
    { kind: 'remove', sceneId: '4' },
  );
}

/** The service remixes the project: new pictures in some of its scenes. */
function remix(main: FakeMain, ...numbers: number[]): void {
  const [project] = main.projects;
  if (!project) throw new Error('There must be a project.');
  const scenes = (project.scenes ?? []).map((scene, index) =>
    numbers.includes(index + 1) ? { ...scene, mediaName: `night-${String(index + 1)}.png` } : scene,
  );
  main.projects[0] = { ...project, scenes, updatedAt: project.updatedAt + 60 };
  main.publish('project.changed', { projectId });
}

async function pictures(main: FakeMain): Promise<readonly string[]> {
  const { scenes, timeline } = await yourCut(main);
  return scenes.map(
    ({ pictures: [{ mediaId }] }) => timeline.media.find((one) => one.mediaId === mediaId)?.fileName ?? '',
  );
}

async function openUpdate(page: Page): Promise<Locator> {
  await expect(page.getByText('The project has changed since your cut began.')).toBeVisible();
  await page.getByRole('button', { name: 'Update my cut' }).click();
  await expect(dialogOf(page)).toBeVisible();
  return dialogOf(page);
}

test('a remix under your cut is brought into it after the conflicts are decided, and can be undone', async ({
  page,
  address,
  main,
}) => {
  await editCut(main);
  await openProjectTab(page, address, 'Scenes');
  await expect(page.getByText('Your changes')).toBeVisible();
  remix(main, 1, 2);
  await page.getByRole('tab', { name: 'Remix' }).click();
  const dialog = await openUpdate(page);
  await expect(dialog.getByText('1 change is brought into your cut')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(/Scene 1: picture .* replaced by “night-1.png”/);
  const make = dialog.getByRole('button', { name: 'Update my cut' });
  await expect(make).toHaveAccessibleDescription('1 conflict is still to be decided');
  const conflict = dialog.getByRole('group', { name: /Replaced media in scene 2/ });
  await expect(conflict.locator('img')).toHaveCount(2);
  await expectNoGraveViolations(page);
  await conflict.getByRole('radio', { name: /^Keep your change/ }).check();
  await make.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Your cut has the project’s changes now')).toBeVisible();
  await expect(page.getByText('The project has changed since your cut began.')).toBeHidden();
  const [, , third, , fifth, sixth] = (main.projects[0]?.scenes ?? []).map(({ mediaName }) => mediaName);
  expect(await pictures(main)).toEqual(['night-1.png', 'library.png', third, fifth, sixth]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('The project has changed since your cut began.')).toBeVisible();
  expect((await pictures(main))[0]).toBe('scene-01.png');
});

test('a cut in conflict with the project is decided on when it is sent, and then sent', async ({
  page,
  address,
  main,
}) => {
  await editCut(main);
  await openProjectTab(page, address, 'Deliver');
  await expect(page.getByRole('radio', { name: 'Your cut' })).toBeChecked();
  const undecided = new AppError('conflict', 'Undecided.', {
    details: { reason: 'undecided_cut', projectId },
  });
  main.failNext('delivery.start', undecided);
  remix(main, 2);
  await page.getByRole('button', { name: 'Send to editor' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText('Nothing has been sent yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy details' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: /^Take the project’s change/ }).check();
  expect(main.deliveries.list(projectId)).toEqual([]);
  await dialog.getByRole('button', { name: 'Update and send' }).click();
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  expect((await pictures(main))[1]).toBe('night-2.png');
  expect(main.deliveries.list(projectId)).toMatchObject([{ cutOrigin: { editor: 'dailies' } }]);
});

test('a project that changes once more while the user decides is read again', async ({
  page,
  address,
  main,
}) => {
  await editCut(main);
  await openProjectTab(page, address, 'Scenes');
  await expect(page.getByText('Your changes')).toBeVisible();
  remix(main, 1);
  const dialog = await openUpdate(page);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  remix(main, 1, 3);
  main.failNext('cut.update', new AppError('conflict', 'Newer.', { details: { reason: 'newer_cut' } }));
  await dialog.getByRole('button', { name: 'Update my cut' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  main.failNext('cut.previewUpdate', new AppError('not_found', 'The project has no cut.'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Update my cut' }).click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
});

const looks = [
  { name: 'light', scheme: 'light', language: 'en', width: 1280, height: 800 },
  { name: '900', scheme: 'dark', language: 'en', width: 900, height: 600 },
  { name: '200-percent', scheme: 'light', language: 'en', width: 640, height: 400 },
  { name: 'arabic', scheme: 'dark', language: 'ar', width: 1280, height: 800 },
] as const;

for (const { name, scheme, language, width, height } of looks) {
  test(`the conflicts of your cut with the project fit, ${name}`, async ({ page, address, main }) => {
    await editCut(main);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    main.settings = { ...main.settings, language };
    await page.goto(`${address}/#/projects/${projectId}`);
    await page.getByRole('option', { name: 'Harbour lights' }).first().focus();
    await page.keyboard.press('Enter');
    await page.locator('textarea').first().waitFor();
    remix(main, 1, 2);
    await page.screenshot({ path: `test-results/update-cut/note-${name}.png` });
    await page.locator('.update button').click();
    await page.locator('fieldset img').last().waitFor();
    await page.screenshot({ path: `test-results/update-cut/dialog-${name}.png` });
    await expectNoGraveViolations(page);
    expect(await findMisfits(page)).toEqual([]);
  });
}
