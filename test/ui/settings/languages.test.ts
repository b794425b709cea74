import type { Page } from '@playwright/test';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const root = (page: Page) => page.locator('html');

/** Chooses a language by its own name, whatever the language of the page. */
async function choose(page: Page, name: string): Promise<void> {
  await page.locator('#language').click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

test('the language is switched at once, in Settings, and stays', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/settings`);
  await expect(root(page)).toHaveAttribute('lang', 'en');
  await choose(page, 'Deutsch');
  await expect(page).toHaveTitle('Einstellungen · Dailies');
  await expect(root(page)).toHaveAttribute('lang', 'de');
  await expect(page.locator('#language')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Sprache: Deutsch' })).toBeInViewport();
  await expect(page.getByRole('navigation').getByText('Rückläufer')).toBeVisible();
  await choose(page, '日本語');
  await expect(page).toHaveTitle('設定 · Dailies');
  await expect(root(page)).toHaveAttribute('lang', 'ja');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
  expect(main.settings.language).toBe('ja');
});

async function openInArabic(page: Page, address: string, main: FakeMain): Promise<void> {
  main.settings = { ...main.settings, language: 'ar' };
  await openPage(page, `${address}/#/projects/prj_0000`);
}

test('Arabic is laid out from right to left, and what is measured in time from left to right', async ({
  page,
  address,
  main,
}) => {
  await openInArabic(page, address, main);
  await expect(page).toHaveTitle('المشاريع · Dailies');
  await expect(root(page)).toHaveAttribute('lang', 'ar');
  await expect(root(page)).toHaveAttribute('dir', 'rtl');
  await page.locator('main [role=option][data-arrival]').focus();
  await page.keyboard.press('Enter');
  const player = page.locator('main').filter({ has: page.locator('video') });
  const sidebar = page.getByRole('navigation').first();
  const screen = page.locator('main');
  const startOf = (part: typeof screen) => part.evaluate((element) => element.getBoundingClientRect().left);
  await expect.poll(async () => (await startOf(sidebar)) > (await startOf(screen))).toBe(true);
  for (const part of [player.getByRole('timer'), player.getByRole('slider').first(), player.locator('video')])
    await expect(part).toHaveCSS('direction', 'ltr');
  await expect(player.getByRole('timer')).toHaveText('00:00:00:00');
  await expect(
    page.locator('button svg.lucide-panel-left-open, button svg.lucide-panel-left-close').first(),
  ).toHaveCSS('scale', '-1 1');
});

test('in Arabic, what lies above the page is laid out from right to left too', async ({
  page,
  address,
  main,
}) => {
  await openInArabic(page, address, main);
  await page.locator('main [role=option][data-arrival]').click({ button: 'right' });
  await expect(page.getByRole('menuitem').first()).toHaveCSS('direction', 'rtl');
  await page.keyboard.press('Escape');
  await page.locator('.icon-button').last().hover();
  await expect(page.locator('.tip')).toHaveCSS('direction', 'rtl');
  await openPage(page, `${address}/#/settings`);
  await page.locator('#language').click();
  await expect(page.getByRole('combobox')).toHaveCSS('direction', 'rtl');
});

test('Enter that ends what an input method composes chooses nothing', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/settings`);
  await page.locator('#language').click();
  const field = page.getByRole('combobox');
  await field.fill('Deutsch');
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await expect(field).toBeVisible();
  expect(main.settings.language).toBe('system');
  await field.press('Enter');
  await expect.poll(() => main.settings.language).toBe('de');
});

test.describe('to who reads Portuguese', () => {
  test.use({ locale: 'pt-PT' });

  test('the page begins in the language of the system', async ({ page, address }) => {
    await openPage(page, `${address}/#/projects`);
    await expect(page).toHaveTitle('Projetos · Dailies');
    await expect(root(page)).toHaveAttribute('lang', 'pt-BR');
  });
});
