import type { Page } from '@playwright/test';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { changeCut, yourCut } from '../support/cut/your-cut.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.use({ viewerSource: 'cut' });

const list = (page: Page) => page.getByRole('listbox', { name: 'Scenes' });
const strip = (page: Page) => page.getByRole('listbox', { name: 'Filmstrip' });
const timecode = (page: Page) => page.getByRole('timer', { name: 'Timecode' });

/** Order of the scenes of your cut, by their pictures. */
async function pictures(main: FakeMain): Promise<string> {
  const { scenes } = await yourCut(main);
  return scenes.map(({ pictures: [picture] }) => picture.mediaId.replace('still-', '')).join(' ');
}

/** Lengths of the scenes of your cut, in frames. */
async function lengthsOf(main: FakeMain): Promise<string> {
  return (await yourCut(main)).scenes.map(({ durationFrames }) => durationFrames).join(' ');
}

async function openWorkspace(page: Page, address: string): Promise<void> {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('listbox', { name: 'Projects' }).getByRole('option', { selected: true }).focus();
  await page.keyboard.press('Enter');
  await strip(page).waitFor();
}

test('the cut plays while no movie exists, and the switch shows the movie', async ({
  page,
  address,
  main,
}) => {
  const [project] = main.projects;
  if (!project) throw new Error('There must be a project.');
  main.projects[0] = { ...project, movie: { ...project.movie, state: 'none', mediaPath: null } };
  await openWorkspace(page, address);
  await expect(page.locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(timecode(page)).toHaveText(/^00:00:0[1-9]/);
  await page.getByText('Movie', { exact: true }).click();
  await expect(page.getByText('No movie yet.')).toBeVisible();
  await page.getByText('Cut', { exact: true }).click();
  await expect(page.locator('canvas')).toBeVisible();
});

test('list and filmstrip are one selection, which keys extend', async ({ page, address }) => {
  await openWorkspace(page, address);
  await strip(page).getByRole('option').nth(1).click();
  await expect(timecode(page)).toHaveText('00:00:03:24');
  await list(page)
    .getByRole('option')
    .nth(3)
    .click({ modifiers: ['Shift'] });
  for (const scenes of [list(page), strip(page)])
    await expect(scenes.getByRole('option', { selected: true })).toHaveCount(3);
  await list(page)
    .getByRole('option')
    .nth(2)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(strip(page).getByRole('option', { selected: true })).toHaveCount(2);
  await list(page).getByRole('option').nth(0).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(strip(page).getByRole('option', { selected: true })).toHaveCount(2);
});

test('a selected scene is seen, not the one before it in its transition', async ({ page, address, main }) => {
  await changeCut(main, {
    kind: 'transition',
    sceneId: '2',
    transition: { style: 'FADE', durationFrames: 10 },
  });
  await openWorkspace(page, address);
  await list(page).getByRole('option').nth(1).click();
  const [, scene] = (await yourCut(main)).scenes;
  expect(scene?.startFrame).toBe(114);
  await expect(timecode(page)).toHaveText('00:00:04:04');
});

test('the playhead selects the scene where it stands', async ({ page, address }) => {
  await openWorkspace(page, address);
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(list(page).getByRole('option').nth(2)).toHaveAttribute('aria-selected', 'true');
  await expect(list(page).getByRole('option', { selected: true })).toHaveCount(1);
});

test('scenes are moved, removed and duplicated by keys, and every step is undone and redone', async ({
  page,
  address,
  main,
}) => {
  await openWorkspace(page, address);
  await list(page).getByRole('option').nth(2).click();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => pictures(main)).toBe('0 2 1 3 4 5');
  await expect(list(page).getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Delete');
  await expect.poll(() => pictures(main)).toBe('0 1 3 4 5');
  await page.keyboard.press('Control+d');
  await expect.poll(() => pictures(main)).toBe('0 1 1 3 4 5');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
  await expect.poll(() => pictures(main)).toBe('0 1 2 3 4 5');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => pictures(main)).toBe('0 2 1 3 4 5');
});

test('your changes are told as sentences, discarded together and brought back', async ({
  page,
  address,
  main,
}) => {
  await openWorkspace(page, address);
  await list(page).getByRole('option').nth(4).click();
  await page.keyboard.press('Delete');
  await page.getByText('Your changes').click();
  await expect(page.getByText('Scene 5 removed')).toBeVisible();
  await page.getByRole('button', { name: 'Discard all' }).click();
  await expect.poll(() => pictures(main)).toBe('0 1 2 3 4 5');
  await expect(page.getByText('Your changes')).toHaveCount(0);
});

test('a scene is split at the playhead and joined again', async ({ page, address, main }) => {
  await openWorkspace(page, address);
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+b');
  await expect.poll(() => pictures(main)).toBe('0 0 1 2 3 4 5');
  await expect(list(page).getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await list(page).getByRole('option').nth(0).click();
  await page.getByRole('button', { name: 'Join scene with the next' }).click();
  await expect.poll(() => pictures(main)).toBe('0 1 2 3 4 5');
});

test('the menu of a scene is for the selected ones, or for the scene alone', async ({
  page,
  address,
  main,
}) => {
  await openWorkspace(page, address);
  await list(page).getByRole('option').nth(1).click();
  await list(page)
    .getByRole('option')
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await strip(page).getByRole('option').nth(2).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Change the scenes' });
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/projects/scene-menu.png', animations: 'disabled' });
  await menu.getByRole('menuitem', { name: 'Remove scene' }).click();
  await expect.poll(() => pictures(main)).toBe('0 3 4 5');
  await list(page).getByRole('option').nth(3).click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'Join scene with the next' })).toHaveCount(0);
  await menu.getByRole('menuitem', { name: 'Duplicate scene' }).press('Enter');
  await expect.poll(() => pictures(main)).toBe('0 3 4 5 5');
});

for (const { edge, left, lengths } of [
  { edge: 'start', left: 2, lengths: '114 82 128 102 120 160' },
  { edge: 'end', left: 126, lengths: '114 110 128 102 120 160' },
] as const) {
  test(`a scene is trimmed by pulling its ${edge} in the filmstrip`, async ({ page, address, main }) => {
    await openWorkspace(page, address);
    const scene = strip(page).getByRole('option').nth(1);
    const { x = 0, y = 0 } = (await scene.boundingBox()) ?? {};
    await page.mouse.move(x + left, y + 30);
    await page.mouse.down();
    await page.mouse.move(x + left + 20, y + 30, { steps: 4 });
    await page.mouse.move(x + left + 42, y + 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => lengthsOf(main)).toBe(lengths);
  });
}

test.describe('in a low window', () => {
  test.use({ viewport: { width: 900, height: 600 } });

  test('widening and leaving a project keeps its cut and raises no error', async ({
    page,
    address,
    main,
  }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    await expect(page.locator('canvas')).toBeVisible();
    const release = main.hold('cut.get');
    await page.getByRole('button', { name: 'Hide the list' }).click();
    await expect(strip(page)).toBeVisible();
    await expect(page.locator('canvas')).toBeVisible();
    release();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+2');
    await expect(page.getByRole('listbox', { name: 'Projects' })).toBeVisible();
  });

  test('the viewer scrolls away above the scenes, and the button to send stays', async ({
    page,
    address,
  }) => {
    await page.setViewportSize({ width: 900, height: 700 });
    await openPage(page, `${address}/#/projects/prj_0000`);
    await list(page).getByRole('option').nth(3).scrollIntoViewIfNeeded();
    await expect(list(page).getByRole('option').nth(3)).toBeInViewport({ ratio: 0.9 });
    await expect(page.locator('canvas')).not.toBeInViewport({ ratio: 0.9 });
    await expect(page.getByRole('button', { name: /^Send to editor/ })).toBeInViewport({ ratio: 1 });
  });
});

test('playing scrolls the transcript and not the scenes', async ({ page, address }) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await list(page).waitFor();
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(page.getByRole('option', { selected: true }).and(page.locator('.line')).last()).toBeVisible();
  await expect(list(page)).toBeInViewport();
});

test('undo and redo point apart from right to left too', async ({ page, address }) => {
  await openPage(page, `${address}/?locale=ar-XB#/projects/prj_0000`);
  const tools = page.locator('.lucide-undo-2, .lucide-redo-2');
  await expect(tools).toHaveCount(2);
  expect(await tools.evaluateAll((icons) => icons.map((icon) => getComputedStyle(icon).scale))).toEqual([
    '-1 1',
    '-1 1',
  ]);
});
