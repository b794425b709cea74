import type { Page } from '@playwright/test';
import type { Scene } from '../../../src-timeline/changes/scene.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { yourCut } from '../support/cut/your-cut.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.use({ viewerSource: 'cut' });

const list = (page: Page) => page.getByRole('listbox', { name: 'Scenes' });
const inspector = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function sceneOf(main: FakeMain, index: number): Promise<Scene> {
  const scene = (await yourCut(main)).scenes[index];
  if (!scene) throw new Error('There is no such scene.');
  return scene;
}

async function openScene(page: Page, address: string, index: number): Promise<void> {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await list(page).getByRole('option').nth(index).click();
  await inspector(page, `Scene ${String(index + 1)}`).waitFor();
}

async function commit(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).first().fill(value);
  await page.keyboard.press('Enter');
}

test('a file becomes a take that the scene shows, and arrow keys go back to the first picture', async ({
  page,
  address,
  main,
}) => {
  await openScene(page, address, 2);
  const [picture] = (await sceneOf(main, 2)).pictures;
  const still = await page.request.get(`${address}/media/cuts/local/prj_0000/yours/still-4/x`);
  const chosen = page.waitForEvent('filechooser');
  await page.locator('button', { hasText: 'File…' }).click();
  await (await chosen).setFiles({ name: 'crane.png', mimeType: 'image/png', buffer: await still.body() });
  const takes = page.getByRole('listbox', { name: 'Takes of the picture' });
  await expect(takes.getByRole('option', { name: 'crane.png' })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(async () => (await sceneOf(main, 2)).pictures[0].mediaId).toBe('take-1');
  await takes.getByRole('option', { name: 'crane.png' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await sceneOf(main, 2)).pictures[0].mediaId).toBe(picture.mediaId);
});

test('caption, length, transition, level and framing of a scene are typed', async ({
  page,
  address,
  main,
}) => {
  await openScene(page, address, 1);
  await commit(page, 'Caption 1 (en)', 'Lamps go out.');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await sceneOf(main, 1)).captions[0]?.lines).toEqual(['Lamps go out.']);
  await commit(page, 'Length', '4:00');
  await expect.poll(async () => (await sceneOf(main, 1)).durationFrames).toBe(120);
  await page.getByLabel('Transition').selectOption('Wipe');
  await expect.poll(async () => (await sceneOf(main, 1)).transition?.style).toBe('WIPE');
  await commit(page, 'Level', '-6,5');
  await expect.poll(async () => (await sceneOf(main, 1)).voice?.clip.levels?.[0]?.levelDb).toBe(-6.5);
  await commit(page, 'Zoom', '150');
  await expect.poll(async () => (await sceneOf(main, 1)).pictures[0].motion?.[0]?.scale).toBe(1.5);
});

test('a wrong length says why and changes nothing', async ({ page, address, main }) => {
  await openScene(page, address, 0);
  const before = (await sceneOf(main, 0)).durationFrames;
  await commit(page, 'Length', 'soon');
  await expect(inspector(page, 'Scene 1').getByRole('alert')).toBeVisible();
  expect((await sceneOf(main, 0)).durationFrames).toBe(before);
});

test('arrow keys on the viewer move the picture', async ({ page, address, main }) => {
  await openScene(page, address, 0);
  await page.getByRole('button', { name: 'Frame on the viewer' }).click();
  await page.getByRole('application', { name: 'Frame on the viewer' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await sceneOf(main, 0)).pictures[0].motion?.[0]?.x).toBeCloseTo(0.01);
});

test('a note is written at the playhead, ticked off and removed', async ({ page, address, main }) => {
  await openScene(page, address, 3);
  await page.getByLabel('Add a note at the playhead').fill('Too dark');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await sceneOf(main, 3)).notes)
    .toMatchObject([{ frame: 0, text: 'Too dark' }]);
  const row = list(page).getByRole('option').nth(3);
  await expect(row).toContainText('1 note');
  await page.getByText('Your changes').click();
  await expect(page.getByText('Note “Too dark” added')).toBeVisible();
  await page.getByLabel('Done: Too dark').check();
  await expect.poll(async () => (await sceneOf(main, 3)).notes[0]?.isDone).toBe(true);
  await expect(row, 'only open notes are counted').not.toContainText('1 note');
  await page.getByRole('button', { name: 'Remove note' }).click();
  await expect.poll(async () => (await sceneOf(main, 3)).notes).toEqual([]);
});

test('the same note twice at one frame is shown twice', async ({ page, address, main }) => {
  await openScene(page, address, 3);
  const added = page.getByLabel('Add a note at the playhead');
  for (const count of [1, 2]) {
    await added.fill('Too dark');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await sceneOf(main, 3)).notes.length).toBe(count);
    await expect(page.getByLabel('Done: Too dark')).toHaveCount(count);
  }
});

test('a picture is generated once, however often the button is pressed meanwhile', async ({
  page,
  address,
  main,
}) => {
  await openScene(page, address, 2);
  await page.getByRole('button', { name: 'Generate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate takes' });
  const button = dialog.getByRole('button', { name: 'Generate', exact: true });
  const release = main.hold('cut.addTake');
  await button.press('Enter');
  await button.press('Enter');
  release();
  await expect(dialog).toBeHidden();
  expect(await yourCut(main)).toMatchObject({ takes: [{ prompt: expect.any(String) }] });
});

test('several scenes get the same length at once', async ({ page, address, main }) => {
  await openScene(page, address, 0);
  await list(page)
    .getByRole('option')
    .nth(1)
    .click({ modifiers: ['Shift'] });
  await commit(page, 'Length', '2:00');
  await expect.poll(async () => (await sceneOf(main, 0)).durationFrames).toBe(60);
  expect((await sceneOf(main, 1)).durationFrames).toBe(60);
});

const looks = [
  { name: 'light', scheme: 'light', language: 'en', width: 1280, height: 800 },
  { name: 'dark', scheme: 'dark', language: 'en', width: 1280, height: 800 },
  { name: '900', scheme: 'dark', language: 'en', width: 900, height: 600 },
  { name: '200-percent', scheme: 'light', language: 'en', width: 640, height: 400 },
  { name: 'arabic', scheme: 'light', language: 'ar', width: 1280, height: 800 },
] as const;

for (const { name, scheme, language, width, height } of looks) {
  test(`the scenes of a project and their inspector fit, ${name}`, async ({ page, address, main }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    main.settings = { ...main.settings, language };
    await openPage(page, `${address}/#/projects/prj_0000`);
    await page.getByRole('option', { name: 'Harbour lights' }).first().focus();
    await page.keyboard.press('Enter');
    await page.locator('textarea').first().waitFor();
    await page.screenshot({ path: `test-results/scenes/scenes-${name}.png` });
    await page.locator('textarea').first().scrollIntoViewIfNeeded();
    await page.screenshot({ path: `test-results/scenes/inspector-${name}.png` });
    await expectAccessible(page);
    expect(await findMisfits(page)).toEqual([]);
  });
}
