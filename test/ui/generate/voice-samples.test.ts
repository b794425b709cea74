import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

async function openVoices(page: Page, address: string): Promise<void> {
  await openPage(page, `${address}/#/generate`);
  await page.getByRole('button', { name: /^Voice/ }).click();
  await expect(page.getByRole('combobox', { name: 'Voice' })).toBeFocused();
}

/** Counts the playing recordings by tracking every created one. */
async function countPlaying(page: Page): Promise<number> {
  return page.evaluate(
    () => (window as unknown as { sounds: HTMLAudioElement[] }).sounds.filter((each) => !each.paused).length,
  );
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const sounds: HTMLAudioElement[] = [];
    const Original = window.Audio;
    const Noted = function Audio(src?: string): HTMLAudioElement {
      const made = new Original(src);
      sounds.push(made);
      return made;
    };
    Object.assign(window, { sounds, Audio: Noted });
  });
});

test('a voice is heard in the list by keys, one at a time, and stops when the list closes', async ({
  page,
  address,
}) => {
  await openVoices(page, address);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByText('Playing Anna')).toBeVisible();
  await expect.poll(() => countPlaying(page)).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByText('Playing Marius')).toBeVisible();
  await expect.poll(() => countPlaying(page)).toBe(1);
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByRole('button', { name: 'Play a sample of Marius' })).toBeVisible();
  await expect.poll(() => countPlaying(page)).toBe(0);
  await page.keyboard.press('Alt+Enter');
  await expect.poll(() => countPlaying(page)).toBe(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => countPlaying(page)).toBe(0);
  await expect(page.getByRole('button', { name: 'Voice: Default for the language' })).toBeFocused();
});

test('a press beside a voice plays it without choosing it, and a button does for a screen reader', async ({
  page,
  address,
}) => {
  await openVoices(page, address);
  await page
    .getByRole('option', { name: /^Marius/ })
    .first()
    .locator('.sample')
    .click();
  await expect(page.getByText('Playing Marius')).toBeVisible();
  await page.getByRole('button', { name: 'Stop the sample of Marius' }).click();
  await expect.poll(() => countPlaying(page)).toBe(0);
  await page.getByRole('button', { name: 'Play a sample of Marius' }).click();
  await expect.poll(() => countPlaying(page)).toBe(1);
});

test.describe('without sound', () => {
  test.use({ toleratedComplaints: /status of 502/ });

  test('the list says which voice has no sample and which could not be played, and is narrowed by gender', async ({
    page,
    address,
  }) => {
    await page.route('**/media/voices/**', (route) => route.fulfill({ status: 502 }));
    await openVoices(page, address);
    await page.getByRole('combobox', { name: 'Voice' }).fill('ines');
    await expect(page.getByText('The service has no sample of Ines')).toBeVisible();
    await page.getByRole('combobox', { name: 'Voice' }).fill('anna');
    await page.keyboard.press('Alt+Enter');
    await expect(page.getByText('The sample of Anna could not be played')).toBeVisible();
    await page.getByRole('combobox', { name: 'Voice' }).fill('');
    await page.getByRole('radiogroup', { name: 'Gender' }).getByText('Male', { exact: true }).click();
    await expect(page.getByRole('option', { name: /^Anna/ })).toHaveCount(0);
    await expect(page.getByRole('option', { name: /^Marius/ }).first()).toBeVisible();
  });
});

test('a voice is said to play once it is heard, and stops when it is no longer listed', async ({
  page,
  address,
}) => {
  const held = Promise.withResolvers<undefined>();
  await page.route('**/media/voices/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openVoices(page, address);
  await page.getByRole('combobox', { name: 'Voice' }).fill('anna');
  await page.keyboard.press('Alt+Enter');
  const bar = page.getByRole('status');
  await expect(page.getByRole('button', { name: 'Stop the sample of Anna' })).toBeVisible();
  await expect(bar.filter({ hasText: 'Loading' })).toBeVisible();
  await expect(bar.filter({ hasText: 'Playing' })).toHaveCount(0);
  held.resolve(undefined);
  await expect(bar.filter({ hasText: 'Playing Anna' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Voice' }).fill('nobody');
  await expect.poll(() => countPlaying(page)).toBe(0);
});

test('a deprecated voice is not offered', async ({ page, address }) => {
  await openVoices(page, address);
  const search = page.getByRole('combobox', { name: 'Voice' });
  await search.fill('theo');
  await expect(page.getByRole('option', { name: /^Theo/ })).toHaveText([/English/, /Turkish/]);
  await search.fill('theo italian');
  await expect(page.getByText('No matches for “theo italian”')).toBeVisible();
});

test.describe('on a Mac', () => {
  test.use({ fakeMain: { platform: 'darwin' } });

  test('the key that plays a sample is shown as it stands on the keyboard', async ({ page, address }) => {
    await openVoices(page, address);
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('kbd').filter({ hasText: '⌥↩' })).toBeVisible();
  });
});
