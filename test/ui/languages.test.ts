import type { Page } from '@playwright/test';
import { expect, openPage, test } from './support/page-test.ts';

const root = (page: Page) => page.locator('html');

/** Chooses a language by its own name, in whatever language the page is. */
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

test.describe('to who reads Portuguese', () => {
  test.use({ locale: 'pt-PT' });

  test('the page begins in the language of the system', async ({ page, address }) => {
    await openPage(page, `${address}/#/projects`);
    await expect(page).toHaveTitle('Projetos · Dailies');
    await expect(root(page)).toHaveAttribute('lang', 'pt-BR');
  });
});
