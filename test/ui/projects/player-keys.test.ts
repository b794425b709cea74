import type { Locator, Page } from '@playwright/test';
import { expect, openPage, test, unfoldEditors } from '../support/page-test.ts';

const poster = (page: Page): Locator => page.getByRole('option', { name: 'Harbour lights' });

/** Opens a project, starts its movie by the keyboard and waits until it plays. */
async function playFromList(page: Page, address: string): Promise<void> {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBe(4);
  await poster(page).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
}

test('arrows after Space step through the movie that plays, and the project that is sent stays the same', async ({
  page,
  address,
  main,
}) => {
  await playFromList(page, address);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  for (const key of ['ArrowRight', 'ArrowDown', 'Home', 'End']) await page.keyboard.press(key);
  await expect(page.getByRole('timer', { name: 'Timecode' })).toHaveText('00:00:23:29');
  await expect(poster(page)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+Shift+e');
  await expect.poll(() => main.deliveries.list(null)).toMatchObject([{ projectId: 'prj_0000' }]);
});

test('Space plays after the mouse has pressed a button of the player, and presses the one with the focus otherwise', async ({
  page,
  address,
}) => {
  await playFromList(page, address);
  await page.keyboard.press('Space');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (const name of ['Next scene', 'One frame back', 'Mute', 'Play']) {
    await button(name).click();
    if (name === 'Play') await expect(button('Pause')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(button(name === 'Play' ? 'Play' : 'Pause')).toBeVisible();
    if (name !== 'Play') await page.keyboard.press('Space');
  }
  await button('Unmute').focus();
  await page.keyboard.press('Space');
  await expect(button('Mute')).toBeVisible();
  await expect(button('Play')).toBeVisible();
});

test('Escape leads from the player back to the list, where arrows select again', async ({
  page,
  address,
}) => {
  await playFromList(page, address);
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(poster(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(poster(page)).toHaveAttribute('aria-selected', 'false');
});

test('while a movie plays its keys come before those of the list and the editors', async ({
  page,
  address,
  main,
}) => {
  main.editors = [{ editorId: 'KDENLIVE:k', editor: 'KDENLIVE', version: null, source: 'system' }];
  await playFromList(page, address);
  await poster(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(poster(page)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await unfoldEditors(page);
  const editor = page.getByRole('checkbox', { name: 'Kdenlive' });
  await editor.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await editor.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(editor).toBeChecked();
});

test('while a movie plays the volume and the scenes keep the arrows they have', async ({ page, address }) => {
  await playFromList(page, address);
  const volume = page.getByRole('slider', { name: 'Volume' });
  await volume.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(volume).toHaveValue('0.95');
  await page.getByRole('option', { name: /^Scene 1/ }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('option', { selected: true, name: /^Scene/ })).toBeFocused();
});

test('the list of picture sizes keeps the keys that choose in it', async ({ page, address }) => {
  await playFromList(page, address);
  const size = page.getByRole('combobox', { name: 'Picture size' });
  await size.focus();
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowDown');
  await expect(size).toHaveValue('100');
  await page.keyboard.press('f');
  await expect(size).toHaveValue('fit');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
});
